// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"
#include "core/verdict/rules/rules.h"

#include <algorithm>

namespace nv {
namespace {

std::string copyName(const TransferRow& row)
{
    if (row.isMemset)
        return "memset of " + memoryKindLabel(row.dstKind);
    return copyKindLabel(row.copyKind) + " (" + memoryKindLabel(row.srcKind) + " to "
           + memoryKindLabel(row.dstKind) + ")";
}

constexpr std::int64_t kPageable = 0; // ENUM_CUDA_MEM_KIND
constexpr std::int64_t kPinned = 1;
constexpr std::int64_t kDevice = 2;
constexpr std::int64_t kArray = 3;
constexpr std::int64_t kDeviceStatic = 5;

/// Limit 0.10, constant copies from 64 KiB a step on: verdict.md 2 and 4.
void explain(const RuleInput& input, ClassFinding& finding)
{
    double pageable = 0;
    double copied = 0;
    for (const TransferRow& row : input.tables->transfers) {
        finding.evidence.push_back(
            evidence(copyName(row) + ", exposed", static_cast<double>(row.exposedNs), "ns"));
        if (row.isMemset)
            continue;
        copied += static_cast<double>(row.bytes);
        if (row.srcKind == kPageable || row.dstKind == kPageable)
            pageable += static_cast<double>(row.bytes);
    }
    if (copied > 0)
        finding.evidence.push_back(
            evidence("bytes that touch pageable memory", pageable / copied, "share"));
    const auto small = static_cast<double>(input.analysis.thresholds.tails.smallCopyBytes);
    for (const TransferRow& row : input.tables->transfers)
        if (row.perStep && row.perStep->constant && row.perStep->bytes > small)
            finding.evidence.push_back(
                evidence(copyName(row) + ", the same in every step", row.perStep->bytes, "bytes"));
}

const TransferRow* mostExposed(const WindowTables& tables)
{
    const auto most = std::ranges::max_element(tables.transfers, {}, &TransferRow::exposedNs);
    return most == tables.transfers.end() ? nullptr : &*most;
}

/// The largest copies that are the same in every step; small ones are expected (verdict.md 4).
std::string constantCopies(const RuleInput& input)
{
    constexpr std::size_t kNamed = 3;
    const auto small = static_cast<double>(input.analysis.thresholds.tails.smallCopyBytes);
    std::vector<std::pair<double, std::string>> copies; // bytes per step, what
    for (const TransferRow& row : input.tables->transfers) {
        if (!row.perStep)
            continue;
        for (const CopySignature& signature : row.perStep->signatures) {
            const auto bytes = static_cast<double>(signature.bytes);
            const double perStepBytes = bytes * static_cast<double>(signature.perStepCount);
            if (perStepBytes > small)
                copies.emplace_back(perStepBytes, text::count(signature.perStepCount) + " x "
                                                      + text::bytes(bytes) + " " + copyName(row));
        }
    }
    std::ranges::stable_sort(copies,
                             [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string named;
    for (std::size_t i = 0; i < std::min(kNamed, copies.size()); ++i)
        named += (named.empty() ? "" : ", ") + copies[i].second;
    return named;
}

/// Pageable, managed or not told: it may help to pin it.
bool mayBePinned(std::int64_t kind)
{
    return kind != kPinned && kind != kDevice && kind != kArray && kind != kDeviceStatic;
}

/// What helps where the buffer cannot stay on the device.  Pinning is no advice where every exposed
/// copy is from or to pinned memory, or stays on the devices.
std::string elseDo(const RuleInput& input)
{
    bool isPinned = false;
    bool isExposed = false;
    for (const TransferRow& row : input.tables->transfers) {
        if (row.isMemset || row.exposedNs == 0)
            continue;
        if (mayBePinned(row.srcKind) || mayBePinned(row.dstKind))
            return "else pin and overlap it";
        isPinned = isPinned || row.srcKind == kPinned || row.dstKind == kPinned;
        isExposed = true;
    }
    if (!isExposed)
        return "else pin and overlap it";
    return std::string(
               "else overlap it with compute on another stream, or move it in fewer, larger "
               "copies")
           + (isPinned ? " (its memory is pinned already)" : "");
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    const std::string constant = constantCopies(input);
    if (!constant.empty())
        return "The same copies move in every step: " + constant
               + "; keep that buffer on the device, " + elseDo(input) + ".";
    const TransferRow* most = mostExposed(*input.tables);
    if (!most)
        return "Find the buffer that moves and keep it on the device, else pin and overlap it.";
    return copyName(*most) + " is exposed for "
           + text::duration(static_cast<double>(most->exposedNs)) + " ("
           + perStep(input, static_cast<double>(most->count)) + ", "
           + text::bytes(static_cast<double>(most->bytes))
           + " in all): keep the buffer on the device, " + elseDo(input) + ".";
}

} // namespace

Rule transferBoundRule()
{
    return {"transfer-bound", "transfer-bound", "Do copies run with nothing to hide them?",
            judgeLoss,        explain,          act};
}

} // namespace nv
