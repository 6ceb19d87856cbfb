// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/analysis_colors.h"

#include "core/analysis/kernel_family.h"
#include "core/analysis/kernel_family_words.h"

#include <algorithm>
#include <array>

namespace nv {

using scene::ColorGroup;
using scene::ColorKey;

namespace {

ColorKey classKey(BudgetClass c)
{
    return {ColorGroup::Class, static_cast<std::uint32_t>(c)};
}

/// Families that no list of words names.
constexpr std::array<std::string_view, 2> kOtherFamilies{"Triton", "fusion"};

/// FNV-1a: the same on every machine.
std::uint32_t hashOf(std::string_view text)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return hash;
}

void addDeviceShares(const Analysis& analysis, DeviceId device, const scene::TimeScale& scale,
                     float weight, std::vector<float>& shares)
{
    for (int x = 0; x < scale.width; ++x) {
        const TimeRange column{scale.edge(x), scale.edge(x + 1)};
        if (column.isEmpty())
            continue;
        const DurationNs busy = analysis.budget->budget(device, column).busy();
        shares[static_cast<std::size_t>(x)] +=
            weight * static_cast<float>(busy) / static_cast<float>(column.length());
    }
}

} // namespace

AnalysisColors::AnalysisColors(AnalysisPtr analysis, ColorChoice choice)
    : m_analysis(std::move(analysis))
    , m_choice(std::move(choice))
{
    if (m_choice.kernels == KernelColors::ByFamily)
        nameFamilies();
}

void AnalysisColors::nameFamilies()
{
    const TraceModel& trace = *m_analysis->trace;
    for (const KernelVariant& kernel : trace.kernelVariants)
        m_family.push_back(familyNumber(
            kernelFamily(trace.names.text(kernel.shortName), trace.names.text(kernel.demangled))));
}

std::uint32_t familyNumber(std::string_view family)
{
    const std::span<const FamilyWords> words = familyWords();
    const auto at = std::find_if(words.begin(), words.end(),
                                 [family](const FamilyWords& one) { return one.family == family; });
    if (at != words.end())
        return static_cast<std::uint32_t>(at - words.begin());
    const auto other = std::find(kOtherFamilies.begin(), kOtherFamilies.end(), family);
    return static_cast<std::uint32_t>(words.size())
           + static_cast<std::uint32_t>(other - kOtherFamilies.begin());
}

std::string_view familyOfNumber(std::uint32_t number)
{
    const std::span<const FamilyWords> words = familyWords();
    if (number < words.size())
        return words[number].family;
    const std::size_t other = number - words.size();
    return other < kOtherFamilies.size() ? kOtherFamilies.at(other) : "other";
}

ColorKey AnalysisColors::colorOfRange(std::uint32_t range) const
{
    const TraceModel& trace = *m_analysis->trace;
    const NvtxAttributes* given = m_choice.attributes.get();
    const ColorKey byText{ColorGroup::Range, trace.ranges.text[range].value};
    switch (m_choice.ranges) {
    case RangeColors::ByDomain: {
        const DomainId domain = trace.ranges.domain[range];
        return {ColorGroup::Range,
                domain.isNone() ? NameId::kNone : trace.domains[domain()].name.value};
    }
    case RangeColors::ByCategory:
        if (given == nullptr || given->category[range] == NvtxAttributes::kNone)
            return byText;
        return {ColorGroup::Category, hashOf(given->categories[given->category[range]])};
    case RangeColors::Own:
        if (given == nullptr || given->color[range] == NvtxAttributes::kNone)
            return byText;
        return {ColorGroup::Given, given->color[range]};
    case RangeColors::ByText:
        break;
    }
    return byText;
}

ColorKey AnalysisColors::colorOfOp(std::uint32_t op) const
{
    const TraceModel& trace = *m_analysis->trace;
    switch (trace.ops.kind[op]) {
    case OpKind::Kernel:
        if (m_analysis->budget->isCommunication(trace.ops.variant[op]))
            return classKey(BudgetClass::Communication);
        if (!m_family.empty())
            return {ColorGroup::Family, m_family[trace.ops.variant[op]]};
        return {ColorGroup::Kernel, trace.kernel(OpIndex(op)).shortName.value};
    case OpKind::GraphReplay:
        return classKey(BudgetClass::Compute);
    case OpKind::Memcpy:
    case OpKind::Memset:
        break;
    }
    return classKey(BudgetClass::Transfer);
}

ColorKey AnalysisColors::colorOf(EventRef event) const
{
    switch (event.kind) {
    case EventKind::Op:
        return colorOfOp(event.index);
    case EventKind::Call:
        return {ColorGroup::Api,
                static_cast<std::uint32_t>(m_analysis->budget->callClass(CallIndex(event.index)))};
    case EventKind::Range:
        return colorOfRange(event.index);
    case EventKind::OsCall:
        return {ColorGroup::OsCall, 0};
    case EventKind::Sync:
        return classKey(BudgetClass::Sync);
    case EventKind::Overhead:
        break;
    }
    return {ColorGroup::Overhead, 0};
}

scene::SceneColors::Run AnalysisColors::runAt(DeviceId device, Ns t) const
{
    const BudgetIndex::Runs runs = m_analysis->budget->runs(device);
    const auto after = std::upper_bound(runs.start.begin(), runs.start.end(), t);
    if (after == runs.start.begin())
        return {kMaxNs, static_cast<std::uint32_t>(BudgetClass::Unknown)};
    const auto i = static_cast<std::size_t>(after - runs.start.begin()) - 1;
    return {runs.endOf(i), static_cast<std::uint32_t>(runs.cls[i])};
}

void AnalysisColors::classTimes(DeviceId device, TimeRange range, std::span<DurationNs> out) const
{
    const Budget budget = m_analysis->budget->budget(device, range);
    std::copy(budget.begin(), budget.end(), out.begin());
}

std::vector<float> busyShares(const Analysis& analysis, const scene::TimeScale& scale)
{
    std::vector<float> shares(static_cast<std::size_t>(std::max(scale.width, 0)), 0.0F);
    if (scale.isEmpty())
        return shares;
    const TraceModel& trace = *analysis.trace;
    const std::size_t devices = trace.devices.size();
    for (std::size_t d = 0; d < devices; ++d)
        addDeviceShares(analysis, DeviceId(d), scale, 1.0F / static_cast<float>(devices), shares);
    if (devices > 0)
        return shares;
    std::vector<scene::Sample> samples;
    for (const Lane& lane : trace.lanes) {
        if (lane.rows.empty())
            continue;
        sampleRow(lane.rows.front(), timeColumns(trace, lane.events), scale, samples);
        for (const scene::Sample& sample : samples)
            for (int x = sample.x0; x < sample.x1; ++x) {
                float& share = shares[static_cast<std::size_t>(x)];
                share = std::max(share, sample.coverage);
            }
    }
    return shares;
}

} // namespace nv
