// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdict/judge.h"

#include "core/base/text.h"
#include "core/verdict/next_action.h"

#include <algorithm>
#include <array>
#include <map>

namespace nv {
namespace {

constexpr Ns kShortKernelNs = 10'000;

std::string shareSentence(double share, double limit)
{
    return text::percent(share) + " of the window; the limit is " + text::percent(limit) + ".";
}

void judgeByShare(const RuleInput& input, const Loss& loss, double limit, ClassFinding& finding)
{
    const double share = *finding.share;
    if (share > limit) {
        finding.state = ClassState::Yes;
        finding.bound = share < 1 ? std::optional<double>(1 / (1 - share)) : std::nullopt;
        finding.reason = shareSentence(share, limit);
        if (loss.isGap && input.can.unknownHigh) {
            finding.qualifier = Qualifier::AtLeast;
            finding.reason = "At least " + finding.reason + " " + unknownSentence(input);
        }
        return;
    }
    if (loss.isGap && input.can.unknownHigh) {
        finding.state = ClassState::CannotTell;
        finding.reason = unknownSentence(input);
        return;
    }
    finding.state = ClassState::No;
    finding.reason = shareSentence(share, limit);
}

std::string withoutNumbers(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        const bool isDigit = c >= '0' && c <= '9';
        if (!isDigit)
            out += c;
        else if (!out.ends_with('#'))
            out += '#';
    }
    return out;
}

} // namespace

std::span<const Loss> losses()
{
    static constexpr std::array<Loss, 8> kLosses{{
        {"launch-overhead-bound", BudgetClass::Launch, &ClassLimits::launch, true},
        {"transfer-bound", BudgetClass::Transfer, &ClassLimits::transfer, false},
        {"sync-bound", BudgetClass::Sync, &ClassLimits::sync, true},
        {"host-bound", BudgetClass::Host, &ClassLimits::host, true},
        {"communication-bound", BudgetClass::Communication, &ClassLimits::communication, false},
        {"device-wait", BudgetClass::Queue, &ClassLimits::queue, true},
        {"compile-after-warm-up", BudgetClass::Compile, &ClassLimits::compile, true},
        {"allocation-churn", BudgetClass::Alloc, &ClassLimits::alloc, true},
    }};
    return kLosses;
}

const Loss* findLoss(std::string_view id)
{
    for (const Loss& loss : losses())
        if (loss.id == id)
            return &loss;
    return nullptr;
}

std::optional<std::string> cannotTellAnything(const RuleInput& input)
{
    if (input.can.kernelRowsMissing)
        return "Kernels were launched but the capture holds no kernel row. "
               + captureAgain(input.trace(), {});
    if (input.can.emptyWindow && !input.can.noOps)
        return std::string("The window has no length.");
    return std::nullopt;
}

ClassFinding judgeLoss(const RuleInput& input, const Rule& rule)
{
    const Loss& loss = *findLoss(rule.id);
    const double limit = input.limits().*loss.limit;
    ClassFinding finding;
    finding.id = rule.id;
    finding.title = rule.title;
    finding.threshold = limit;
    if (auto reason = cannotTellAnything(input)) {
        finding.state = ClassState::CannotTell;
        finding.reason = *reason;
    } else if (loss.isGap && input.can.noApi) {
        finding.state = ClassState::CannotTell;
        finding.reason = "The capture holds no CUDA API call, so no gap can be explained. "
                         + captureAgain(input.trace(), {});
    } else if (input.can.noOps) {
        finding.reason = "Nothing ran on a device.";
    } else {
        finding.share = input.share(loss.cls);
        judgeByShare(input, loss, limit, finding);
    }
    return finding;
}

KernelWork kernelWork(const RuleInput& input)
{
    const TraceModel& trace = input.trace();
    const OpTable& ops = trace.ops;
    const TimeRange window = input.tables->window.range;
    const bool all = input.tables->window.source == WindowSource::All;
    std::vector<bool> listed(trace.devices.size(), false);
    for (const DeviceBudget& device : input.budget.devices)
        listed[device.device()] = true;

    KernelWork work;
    std::vector<Ns> durations;
    std::map<NameId, KernelWork::Named> communication;
    for (std::size_t i = 0; i < ops.size() && (all || ops.start[i] < window.end); ++i) {
        if (ops.kind[i] != OpKind::Kernel || !(all || keptByNsys(ops.start[i], ops.end[i], window))
            || !listed[trace.deviceOf(OpIndex(i))()])
            continue;
        const Ns duration = ops.end[i] - ops.start[i];
        durations.push_back(duration);
        work.shorterThan10us += duration < kShortKernelNs ? 1 : 0;
        if (!input.analysis.budget->isCommunication(ops.variant[i]))
            continue;
        KernelWork::Named& named = communication[trace.kernel(OpIndex(i)).shortName];
        named.shortName = trace.kernel(OpIndex(i)).shortName;
        ++named.count;
        named.total += static_cast<double>(duration);
    }
    work.count = durations.size();
    if (!durations.empty()) {
        const auto rank = static_cast<std::ptrdiff_t>((durations.size() - 1) / 2);
        std::nth_element(durations.begin(), durations.begin() + rank, durations.end());
        work.median = durations[static_cast<std::size_t>(rank)];
    }
    for (const auto& entry : communication)
        work.communication.push_back(entry.second);
    std::ranges::stable_sort(work.communication,
                             [](const auto& a, const auto& b) { return a.total > b.total; });
    return work;
}

CallSum callsOf(const WindowTables& tables, std::string_view cls)
{
    const auto explained = [](const ApiRow& row) {
        return row.gapCompile + row.gapSync + row.gapAlloc + row.gapLaunch;
    };
    CallSum sum;
    for (const ApiRow& row : tables.api) {
        if (row.cls != cls)
            continue;
        sum.count += row.stats.count;
        sum.total += static_cast<double>(row.stats.total);
        if (!sum.largest || explained(row) > explained(*sum.largest)
            || (explained(row) == explained(*sum.largest)
                && row.stats.total > sum.largest->stats.total))
            sum.largest = &row;
    }
    return sum;
}

DurationNs partInWindow(const RuleInput& input, const GapRow& row, BudgetClass cls)
{
    const bool isActive = std::ranges::any_of(input.budget.devices, [&](const DeviceBudget& d) {
        return d.device == row.device && d.active;
    });
    const TimeRange inside = row.whole.intersect(input.budget.window);
    return isActive && !inside.isEmpty() ? input.analysis.budget->budget(row.device, inside)[cls]
                                         : 0;
}

std::vector<GapOwner> gapOwners(const RuleInput& input, BudgetClass cls)
{
    std::map<std::string, GapOwner> owners;
    for (const GapRow& row : input.tables->gaps.top) {
        const DurationNs part = partInWindow(input, row, cls);
        if (part == 0)
            continue;
        const std::string& text = row.nvtxOwner.empty() ? row.nvtx : row.nvtxOwner;
        const std::string pattern = withoutNumbers(text);
        GapOwner& owner = owners[pattern];
        if (owner.gaps++ == 0)
            owner.name = text;
        else if (owner.name != text)
            owner.name = pattern;
        owner.total += part;
        if (row.whole.length() > owner.largest.length())
            owner.largest = row.whole;
    }
    const auto active = static_cast<DurationNs>(
        std::ranges::count(input.budget.devices, true, &DeviceBudget::active));
    std::vector<GapOwner> sorted;
    for (auto& entry : owners) {
        entry.second.total /= std::max<DurationNs>(active, 1);
        sorted.push_back(std::move(entry.second));
    }
    std::ranges::stable_sort(
        sorted, [](const GapOwner& a, const GapOwner& b) { return a.total > b.total; });
    return sorted;
}

std::string inLargestRange(const RuleInput& input, BudgetClass cls)
{
    for (const GapOwner& owner : gapOwners(input, cls))
        if (!owner.name.empty())
            return inRange(owner.name);
    return {};
}

std::string counted(std::uint64_t n, const std::string& word)
{
    return text::count(n) + " " + word + (n == 1 ? "" : "s");
}

std::string inRange(const std::string& owner)
{
    return owner.empty() ? std::string() : " in \"" + text::middle(owner, 80) + "\"";
}

std::string perStep(const RuleInput& input, double n)
{
    // Outside the steady state a mean per step would spread load and warm-up over the steps.
    if (input.can.enoughSteps && input.can.insideSteady)
        return text::number(n / static_cast<double>(input.can.steps.size())) + " per step";
    return text::number(n) + " in the window";
}

Evidence evidence(std::string what, double value, std::string unit)
{
    return {std::move(what), std::move(unit), value, std::nullopt};
}

Evidence evidence(std::string what, double value, std::string unit, TimeRange where)
{
    return {std::move(what), std::move(unit), value, where};
}

} // namespace nv
