// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/comparison.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
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
        tables();
        graphs();
        if (m_comparison.hasSteps) {
            batch();
            methods();
            ranks();
            size();
            work();
            few();
            confidence();
        }
        return std::move(m_notes);
    }

private:
    void add(std::string id, std::string message, std::string holds)
    {
        m_notes.push_back({std::move(id), std::move(message), std::move(holds)});
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

    void hardware()
    {
        const std::string base = gpusOf(m_base.trace());
        const std::string target = gpusOf(m_target.trace());
        if (base != target)
            add("other-gpu", "The captures ran on different GPUs: " + base + " and " + target + ".",
                "what the host did: API calls, NVTX ranges, counts");
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
            add("other-batch",
                "The steps are not alike: " + base + " in the base, " + target + " in the target.",
                "shares, not times per step");
    }

    void methods()
    {
        const SteadyState& base = m_base.analysis.steady;
        const SteadyState& target = m_target.analysis.steady;
        if (base.method != target.method)
            add("other-method",
                "The steps were found in different ways: " + std::string(stepMethodKey(base.method))
                    + " and " + std::string(stepMethodKey(target.method))
                    + ", so that a step may not be the same piece of work.",
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
        add("other-step",
            "A step holds " + text::number(*base) + " kernels in the base and "
                + text::number(*target)
                + " in the target: the two are hardly the same piece of work.",
            "shares, not times per step");
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
                "The windows hold " + text::count(base) + " and " + text::count(target) + " steps; "
                    + std::to_string(kEnoughSteps) + " are the least for a steady state.",
                "nothing with confidence");
    }

    const CompareSide& m_base;
    const CompareSide& m_target;
    const Comparison& m_comparison;
    std::vector<CompareNote> m_notes;
};

std::string time(double ns)
{
    return text::duration(ns);
}

std::string signedTime(double ns)
{
    return text::withSign(ns, text::duration);
}

std::string stepSentence(const Comparison& comparison)
{
    const double base = *comparison.wall.base;
    const double target = *comparison.wall.target;
    const double delta = target - base;
    if (delta == 0)
        return "A step takes " + time(base) + " in both captures.";
    std::string text = std::string("A step takes ") + time(target) + " instead of " + time(base)
                       + " (" + signedTime(delta);
    if (const auto percent = comparison.wall.percent())
        text += ", " + text::withSign(*percent / 100, text::percent);
    text += ")";
    if (comparison.spread.isBeyond)
        text += *comparison.spread.isBeyond ? ", more than the steps differ among themselves"
                                            : ", no more than the steps differ among themselves ("
                                                  + time(comparison.spread.spread) + ")";
    return text + ".";
}

std::string partSentence(const Comparison& comparison)
{
    std::string text;
    const auto add = [&text](const char* what, const Change& change) {
        if (const auto delta = change.delta())
            text += (text.empty() ? "" : ", ") + std::string(what) + " " + signedTime(*delta);
    };
    add("the step itself", comparison.length);
    add("between steps", comparison.gap);
    add("GPU busy", comparison.busy);
    return text.empty() ? text : " Of a step: " + text + ".";
}

} // namespace

std::vector<CompareNote> compareNotes(const CompareSide& base, const CompareSide& target,
                                      const Comparison& comparison)
{
    return Notes(base, target, comparison).collect();
}

std::vector<NamedChange> contributors(const Comparison& comparison, std::size_t max)
{
    const double step = comparison.wall.delta().value_or(0);
    std::vector<NamedChange> out;
    // What the host did explains a step; without ranges its calls do, without calls the kernels.
    for (const auto* rows : {&comparison.ranges, &comparison.api, &comparison.kernelNames}) {
        const bool areRanges = rows == &comparison.ranges;
        for (NamedChange row : *rows) {
            if (areRanges)
                row.time = row.self;
            const double delta = row.time.delta().value_or(0);
            if (delta != 0 && (delta > 0) == (step > 0) && std::abs(delta) >= kSmallNs)
                out.push_back(std::move(row));
        }
        if (!out.empty())
            break;
    }
    std::stable_sort(out.begin(), out.end(), [](const NamedChange& a, const NamedChange& b) {
        return std::abs(a.time.delta().value_or(0)) > std::abs(b.time.delta().value_or(0));
    });
    out.resize(std::min(out.size(), max));
    return out;
}

std::string compareConclusion(const Comparison& comparison)
{
    if (!comparison.hasSteps)
        return comparison.reason;
    std::string text = stepSentence(comparison) + partSentence(comparison);
    constexpr std::size_t kNamed = 3;
    std::string names;
    for (const NamedChange& row : contributors(comparison, kNamed))
        names += (names.empty() ? "" : ", ") + row.name + " " + signedTime(*row.time.delta());
    if (!names.empty())
        text += " Largest contributors: " + names + ".";
    return text;
}

} // namespace nv
