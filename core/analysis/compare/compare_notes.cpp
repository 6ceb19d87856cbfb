// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/comparison.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>

namespace nv {
namespace {

constexpr double kAlikeKernels = 2; ///< times as many kernels make another step
constexpr double kAlikeShare = 0.5; ///< of the kernel time of a step: less is other work

class Notes
{
public:
    Notes(const CompareSide& base, const CompareSide& target, const Comparison& comparison)
        : m_base(base)
        , m_target(target)
        , m_comparison(comparison)
    {}

    std::vector<CompareNote> collect()
    {
        hardware();
        options();
        tables();
        graphs();
        if (m_comparison.hasSteps) {
            batch();
            methods();
            ranks();
            size();
            idle();
            work();
            few();
            confidence();
        }
        std::stable_partition(m_notes.begin(), m_notes.end(),
                              [](const CompareNote& note) { return note.spoilsSteps; });
        return std::move(m_notes);
    }

private:
    void add(std::string id, std::string message, std::string holds)
    {
        m_notes.push_back({std::move(id), std::move(message), std::move(holds)});
    }

    void addSpoiling(std::string id, std::string message)
    {
        add(std::move(id), std::move(message), "shares, not times per step");
        m_notes.back().spoilsSteps = true;
    }

    static std::string gpusOf(const TraceModel& trace)
    {
        std::map<std::string, std::size_t> names;
        for (const Device& device : trace.devices)
            ++names[device.name];
        std::string list;
        for (const auto& [name, count] : names)
            list += (list.empty() ? "" : ", ") + std::to_string(count) + " x "
                    + (name.empty() ? "GPU of unknown name" : name);
        return list.empty() ? "no GPU" : list;
    }

    /// An option may be set to nothing.
    static std::string valueOr(const std::string& value)
    {
        return value.empty() ? "nothing" : value;
    }

    void hardware()
    {
        const std::string base = gpusOf(m_base.trace());
        const std::string target = gpusOf(m_target.trace());
        if (base != target)
            add("other-gpu",
                "The captures ran on different GPUs: " + base + " in the base, " + target
                    + " in the target.",
                "what the host did: API calls, NVTX ranges, counts");
    }

    /// What was asked of the profiler, where both files say it: it costs time itself.
    void options()
    {
        constexpr std::size_t kNamed = 5;
        const auto& other = m_target.trace().capture.traceOptions;
        std::string list;
        std::size_t count = 0;
        for (const auto& [key, value] : m_base.trace().capture.traceOptions) {
            const auto same = std::find_if(other.begin(), other.end(),
                                           [&key = key](const auto& o) { return o.first == key; });
            // How long a run was is no matter of how it was captured.
            if (same == other.end() || same->second == value || key.starts_with("RUN_DURATION"))
                continue;
            if (++count <= kNamed)
                list += (list.empty() ? "" : "; ") + key + ": " + valueOr(value) + " in the base, "
                        + valueOr(same->second) + " in the target";
        }
        if (count > kNamed)
            list += "; and " + std::to_string(count - kNamed)
                    + (count == kNamed + 1 ? " other option" : " other options");
        if (count != 0)
            add("other-options", "The captures were taken with other options: " + list + ".",
                "figures larger than what the profiler itself costs");
    }

    void tables()
    {
        const auto missing = [&](TableKind kind, const char* id, const char* what) {
            const bool base = m_base.trace().counts[kind] != 0;
            const bool target = m_target.trace().counts[kind] != 0;
            if (base != target)
                add(id,
                    std::string("Only the ") + (base ? "base" : "target") + " recorded " + what
                        + ".",
                    "everything that does not need them");
        };
        missing(TableKind::Kernel, "kernels-missing", "kernels");
        missing(TableKind::Runtime, "api-missing", "CUDA API calls");
        missing(TableKind::Nvtx, "nvtx-missing", "NVTX ranges");
    }

    void graphs()
    {
        const bool base = m_base.trace().counts[TableKind::Graph] != 0;
        const bool target = m_target.trace().counts[TableKind::Graph] != 0;
        if (base != target)
            add("graph-level",
                std::string("Only the ") + (base ? "base" : "target")
                    + " recorded CUDA graphs as a whole, without their kernels.",
                "periods of steps, busy time, API calls, NVTX ranges; no kernel by name or count");
    }

    static std::string batchOf(const StepBreakdown& steps)
    {
        std::string text(stepChoiceKey(steps.choice));
        if (steps.generationRequests)
            text += " with " + std::to_string(*steps.generationRequests) + " requests";
        return text;
    }

    void batch()
    {
        const std::string base = batchOf(m_comparison.base);
        const std::string target = batchOf(m_comparison.target);
        if (base != target)
            addSpoiling("other-batch", "The steps are not alike: " + base + " in the base, "
                                           + target + " in the target.");
    }

    void methods()
    {
        const SteadyState& base = m_base.analysis.steady;
        const SteadyState& target = m_target.analysis.steady;
        if (base.method != target.method)
            add("other-method",
                "The steps were found in different ways: by "
                    + std::string(stepMethodKey(base.method)) + " in the base, by "
                    + std::string(stepMethodKey(target.method))
                    + " in the target, so that a step may not be the same piece of work.",
                "shares, and times per step where both count the same steps");
    }

    void ranks()
    {
        const std::size_t base = m_comparison.base.ranks.size();
        const std::size_t target = m_comparison.target.ranks.size();
        if (base != target)
            add("other-ranks",
                "The base has " + std::to_string(base) + " ranks, the target "
                    + std::to_string(target) + ": the first "
                    + std::to_string(std::min(base, target)) + " are compared.",
                "figures of a rank");
    }

    /// A layer on one side and a whole step on the other, for instance.
    void size()
    {
        const auto& [base, target] = m_comparison.kernels;
        if (!base || !target || std::min(*base, *target) <= 0
            || std::max(*base, *target) <= kAlikeKernels * std::min(*base, *target))
            return;
        addSpoiling("other-step",
                    "A step holds " + text::number(*base) + " kernels in the base and "
                        + text::number(*target)
                        + " in the target: the two are hardly the same piece of work.");
    }

    /// A capture that lost its kernels, or never ran any, is no improvement.
    void idle()
    {
        const auto& [base, target] = m_comparison.busy;
        if (base.has_value() != target.has_value())
            addSpoiling("no-gpu-work", std::string("Nothing ran on a GPU in the steps of the ")
                                           + (base ? "target." : "base."));
    }

    void confidence()
    {
        const auto low = [](const CompareSide& side) {
            return side.analysis.steady.found && side.analysis.steady.confidence == Confidence::Low;
        };
        const bool base = low(m_base);
        const bool target = low(m_target);
        if (base || target)
            add("low-confidence",
                std::string("The steps of ")
                    + (base && target ? "both captures"
                       : base         ? "the base"
                                      : "the target")
                    + " are known with low confidence only.",
                "shares, and times per step as far as the steps are right");
    }

    /// Time of kernels that both sides know by name, as a share of all kernel time of a step.
    void work()
    {
        double common = 0;
        double all = 0;
        for (const NamedChange& row : m_comparison.kernelNames) {
            const double base = row.time.base.value_or(0);
            const double target = row.time.target.value_or(0);
            all += base + target;
            common += base > 0 && target > 0 ? base + target : 0;
        }
        if (all > 0 && common < kAlikeShare * all)
            add("other-work",
                "Only " + text::percent(common / all)
                    + " of the kernel time of a step is in kernels of the same name on both sides: "
                      "another model, precision or library may have run.",
                "the step as a whole, not its kernels");
    }

    void few()
    {
        const std::size_t base = m_comparison.base.steps;
        const std::size_t target = m_comparison.target.steps;
        if (!m_comparison.base.isEnough() || !m_comparison.target.isEnough())
            add("few-steps",
                "The window of the base holds " + text::count(base) + " steps, that of the target "
                    + text::count(target) + "; " + std::to_string(kEnoughSteps)
                    + " are the least for a steady state.",
                "nothing with confidence");
    }

    const CompareSide& m_base;
    const CompareSide& m_target;
    const Comparison& m_comparison;
    std::vector<CompareNote> m_notes;
};

} // namespace

std::vector<CompareNote> compareNotes(const CompareSide& base, const CompareSide& target,
                                      const Comparison& comparison)
{
    return Notes(base, target, comparison).collect();
}

} // namespace nv
