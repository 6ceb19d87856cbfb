// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_family.h"
#include "core/analysis/pattern_groups.h"
#include "core/analysis/step_choice.h"
#include "core/analysis/tables/table_parts.h"
#include "core/base/progress.h"

#include <algorithm>
#include <map>

namespace nv {
namespace {

/// A kernel of the stream, in a step.
struct StepKernel
{
    std::uint32_t op = 0;
    std::uint32_t name = 0; ///< group of the demangled name
    DurationNs gap = 0;
};

using StepKernels = std::vector<StepKernel>;
using Names = std::vector<std::uint32_t>;

template <class Value>
Value mostFrequent(const std::map<Value, std::size_t>& counts)
{
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

/// Which name occurs once per repetition?
class AnchorChooser
{
public:
    AnchorChooser(const TraceModel& trace, const VariantGroups& names)
        : m_trace(trace)
        , m_names(names)
    {}

    std::optional<std::uint32_t> choose(const StepKernels& step) const
    {
        std::map<std::uint32_t, std::size_t> counts;
        for (const StepKernel& kernel : step)
            ++counts[kernel.name];
        std::optional<std::uint32_t> attention; // of several kinds the most frequent one
        for (const auto& [name, count] : counts)
            if (count >= kFewestRepetitions && isAttention(name)
                && (!attention || count > counts[*attention]))
                attention = name;
        const std::size_t wanted = attention ? counts[*attention] : commonCount(counts);
        for (const StepKernel& kernel : step)
            if (wanted != 0 && counts[kernel.name] == wanted
                && (!attention || isAttention(kernel.name)))
                return kernel.name;
        return std::nullopt;
    }

private:
    /// The count that most names have; of several the smallest: what occurs twice in a layer has
    /// twice the count.  0 when nothing repeats.
    static std::size_t commonCount(const std::map<std::uint32_t, std::size_t>& counts)
    {
        std::map<std::size_t, std::size_t> names;
        for (const auto& [name, count] : counts)
            if (count >= kFewestRepetitions)
                ++names[count];
        return names.empty() ? 0 : mostFrequent(names);
    }

    bool isAttention(std::uint32_t name) const
    {
        const KernelVariant& variant = m_trace.kernelVariants[m_names.firstOf[name]];
        return kernelFamily(m_trace.names.text(variant.shortName)) == "attention";
    }

    const TraceModel& m_trace;
    const VariantGroups& m_names;
};

class PatternFinder
{
public:
    PatternFinder(const Analysis& analysis, const Window& window)
        : m_trace(*analysis.trace)
        , m_window(window)
        , m_chosen(chooseSteps(analysis, window))
        , m_names(groupsByName(m_trace))
    {}

    RepeatingPattern find(const std::stop_token& stop)
    {
        if (!pickSteps(stop)) {
            m_out.reason = "No kernel ran in the steps of this window.";
            return std::move(m_out);
        }
        collect(stop);
        const std::optional<std::uint32_t> anchor =
            AnchorChooser(m_trace, m_names).choose(medianStep());
        if (!anchor) {
            m_out.reason = "No kernel of the busiest stream runs three times in a step.";
            return std::move(m_out);
        }
        m_out.anchor = variantOf(*anchor).shortName;
        match(*anchor);
        if (!m_out.isFound())
            m_out.reason = "The kernels between two runs of " + m_trace.names.display(m_out.anchor)
                           + " are never the same.";
        return std::move(m_out);
    }

private:
    const KernelVariant& variantOf(std::uint32_t name) const
    {
        return m_trace.kernelVariants[m_names.firstOf[name]];
    }

    /// The step a kernel belongs to, among the periods that were picked.
    std::optional<std::size_t> stepOf(std::size_t op) const
    {
        const OpTable& ops = m_trace.ops;
        const bool isByCall = m_areKnown && m_chosen.areOnHost && !ops.call[op].isNone();
        const Ns t = isByCall ? m_trace.calls.start[ops.call[op]()] : ops.start[op];
        const auto after =
            std::partition_point(m_periods.begin(), m_periods.end(),
                                 [t](TimeRange period) { return period.begin <= t; });
        if (after == m_periods.begin() || !std::prev(after)->contains(t))
            return std::nullopt;
        return static_cast<std::size_t>(after - m_periods.begin()) - 1;
    }

    bool isCounted(std::size_t op) const
    {
        return m_trace.ops.kind[op] == OpKind::Kernel
               && (m_out.process.isNone() || m_trace.processOf(OpIndex(op)) == m_out.process);
    }

    /// Of the first rank with kernels in its steps, else of everybody in the window; then the stream
    /// with most kernels.
    bool pickSteps(const std::stop_token& stop)
    {
        for (const RankPeriods& rank : m_chosen.ranks) {
            m_out.process = rank.process;
            m_periods = rank.periods;
            m_areKnown = true;
            if (!m_periods.empty() && pickStream(stop))
                return true;
        }
        m_out.process = ProcessId::none();
        m_areKnown = false;
        m_periods = {m_window.source == WindowSource::All ? TimeRange{kMinNs, kMaxNs}
                                                          : m_window.range};
        return pickStream(stop);
    }

    bool pickStream(const std::stop_token& stop)
    {
        std::vector<std::size_t> kernels(m_trace.streams.size());
        for (std::size_t i = 0; i < m_trace.ops.size() && !shouldStop(stop, i); ++i)
            if (isCounted(i) && stepOf(i))
                ++kernels[m_trace.ops.stream[i]()];
        const auto most = std::max_element(kernels.begin(), kernels.end());
        if (most == kernels.end() || *most == 0)
            return false;
        m_out.stream = StreamId(static_cast<std::size_t>(most - kernels.begin()));
        m_out.steps = m_periods.size();
        return true;
    }

    void collect(const std::stop_token& stop)
    {
        const OpTable& ops = m_trace.ops;
        m_steps.resize(m_periods.size());
        std::optional<Ns> end;
        for (std::size_t i = 0; i < ops.size() && !shouldStop(stop, i); ++i) {
            if (ops.stream[i] != m_out.stream)
                continue;
            const DurationNs gap = end ? lengthBetween(*end, ops.start[i]) : 0;
            end = std::max(end.value_or(kMinNs), ops.end[i]);
            if (!isCounted(i))
                continue;
            if (const std::optional<std::size_t> step = stepOf(i))
                m_steps[*step].push_back(
                    {static_cast<std::uint32_t>(i), m_names.groupOf[ops.variant[i]], gap});
        }
    }

    /// By the number of kernels.
    const StepKernels& medianStep() const
    {
        std::vector<const StepKernels*> order;
        for (const StepKernels& step : m_steps)
            order.push_back(&step);
        const auto middle = order.begin() + static_cast<std::ptrdiff_t>((order.size() - 1) / 2);
        std::nth_element(order.begin(), middle, order.end(),
                         [](const StepKernels* a, const StepKernels* b) {
                             return a->size() != b->size() ? a->size() < b->size() : a < b;
                         });
        return **middle;
    }

    /// From each anchor to the one before the next.
    std::vector<std::span<const StepKernel>> repetitions(std::uint32_t anchor)
    {
        std::vector<std::span<const StepKernel>> out;
        std::map<std::size_t, std::size_t> perStep;
        for (const StepKernels& step : m_steps) {
            std::size_t anchors = 0;
            std::size_t begin = 0;
            for (std::size_t i = 0; i < step.size(); ++i) {
                if (step[i].name != anchor)
                    continue;
                if (anchors != 0)
                    out.push_back(std::span(step).subspan(begin, i - begin));
                begin = i;
                ++anchors;
            }
            if (anchors != 0)
                ++perStep[anchors];
        }
        if (!perStep.empty())
            m_out.repetitions = mostFrequent(perStep);
        return out;
    }

    static Names namesOf(std::span<const StepKernel> repetition)
    {
        Names names;
        names.reserve(repetition.size());
        for (const StepKernel& kernel : repetition)
            names.push_back(kernel.name);
        return names;
    }

    void match(std::uint32_t anchor)
    {
        const auto all = repetitions(anchor);
        if (all.empty())
            return;
        std::map<std::size_t, std::size_t> lengths;
        for (const auto& repetition : all)
            ++lengths[repetition.size()];
        const std::size_t length = mostFrequent(lengths);
        std::map<Names, std::size_t> sequences;
        for (const auto& repetition : all)
            if (repetition.size() == length)
                ++sequences[namesOf(repetition)];
        const Names names = mostFrequent(sequences);
        if (sequences[names] < 2)
            return;
        for (const std::uint32_t name : names) {
            const KernelVariant& variant = variantOf(name);
            m_out.kernels.push_back(
                {variant.shortName, variant.demangled,
                 std::string(kernelFamily(m_trace.names.text(variant.shortName))), 0, 0});
        }
        for (const auto& repetition : all)
            if (repetition.size() == length && namesOf(repetition) == names)
                add(repetition);
        m_out.others = all.size() - m_out.matched;
        m_out.groups = patternGroups(m_out.kernels, proposedGroupStarts(m_out.kernels));
    }

    void add(std::span<const StepKernel> repetition)
    {
        const OpTable& ops = m_trace.ops;
        ++m_out.matched;
        for (std::size_t k = 0; k < repetition.size(); ++k) {
            const std::uint32_t op = repetition[k].op;
            m_out.kernels[k].running += lengthBetween(ops.start[op], ops.end[op]);
            m_out.kernels[k].gap += repetition[k].gap;
        }
    }

    const TraceModel& m_trace;
    const Window& m_window;
    const ChosenSteps m_chosen;
    const VariantGroups m_names;
    std::vector<TimeRange> m_periods;
    bool m_areKnown = false;
    std::vector<StepKernels> m_steps; ///< one per period
    RepeatingPattern m_out;
};

} // namespace

RepeatingPattern repeatingPattern(const Analysis& analysis, const Window& window,
                                  const std::stop_token& stop)
{
    return PatternFinder(analysis, window).find(stop);
}

} // namespace nv
