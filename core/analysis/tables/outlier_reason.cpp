// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/outlier_reason.h"

#include "core/analysis/step_place.h"
#include "core/analysis/window.h"

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

/// Places in a step that differ by more than this are worth a word.
constexpr double kOtherPlace = 0.10;
constexpr std::size_t kEveryStepPercent = 80;  ///< verdict.md 4
constexpr std::size_t kFewestSteps = 8;        ///< fewer carry no claim about steps
constexpr std::size_t kMostLaunches = 1 << 20; ///< tables answer within 100 ms

struct StepPlace
{
    const Step* step = nullptr;
    std::size_t index = 0;
    double share = 0; ///< of the step gone by
};

StepPlace placeOf(const Analysis& analysis, OpIndex op)
{
    const SteadyState& steady = analysis.steady;
    const Ns t = stepTimeOf(analysis, op);
    const auto next = std::upper_bound(steady.steps.begin(), steady.steps.end(), t,
                                       [](Ns at, const Step& s) { return at < s.begin; });
    if (next == steady.steps.begin() || t >= std::prev(next)->end)
        return {};
    const Step& step = *std::prev(next);
    return {&step, static_cast<std::size_t>(std::prev(next) - steady.steps.begin()),
            static_cast<double>(lengthBetween(step.begin, t)) / static_cast<double>(step.period())};
}

std::string percent(double share)
{
    return std::to_string(std::lround(share * 100)) + " %";
}

void append(std::string& reason, const std::string& part)
{
    if (part.empty())
        return;
    reason += reason.empty() ? "" : "; ";
    reason += part;
}

/// Counts the launches of one name on each stream anew in each step.
class LaunchCounter
{
public:
    LaunchCounter(const TableContext& context, std::span<const Step> steps)
        : m_context(context)
        , m_steps(steps)
        , m_seen(context.model.streams.size())
    {}

    struct Place
    {
        StreamId stream;
        std::size_t ordinal = 0;
        friend auto operator<=>(const Place&, const Place&) = default;
    };

    /// Rows must come in ascending order; nullopt outside of the steps.
    std::optional<Place> next(OpIndex op)
    {
        const Ns t = stepTimeOf(m_context.analysis, op);
        const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), t,
                                            [](Ns at, const Step& s) { return at < s.begin; });
        if (after == m_steps.begin() || t >= std::prev(after)->end)
            return std::nullopt;
        const StreamId stream = m_context.model.ops.stream[op()];
        Seen& seen = m_seen[stream()];
        if (seen.step != &*std::prev(after))
            seen = {&*std::prev(after), 0};
        return Place{stream, seen.launches++};
    }

private:
    struct Seen
    {
        const Step* step = nullptr;
        std::size_t launches = 0;
    };

    const TableContext& m_context;
    std::span<const Step> m_steps;
    std::vector<Seen> m_seen;
};

std::string counted(std::size_t n, const char* one, const char* many)
{
    return n == 1 ? std::string("one ") + one : std::to_string(n) + ' ' + many;
}

} // namespace

OutlierReasons::OutlierReasons(const TableContext& context)
    : m_context(context)
{}

OutlierReasons::Beside OutlierReasons::besideOf(OpIndex op) const
{
    const OpTable& ops = m_context.model.ops;
    Beside beside;
    const NestedEvents& nest = m_context.nests.ops(m_context.model.deviceOf(op));
    nest.forEachOverlapping({ops.start[op()], ops.end[op()]}, [&](std::uint32_t other) {
        if (other == op())
            return;
        const bool isKernel =
            ops.kind[other] == OpKind::Kernel || ops.kind[other] == OpKind::GraphReplay;
        ++(isKernel ? beside.kernels : beside.copies);
    });
    return beside;
}

std::string OutlierReasons::hostReason(OpIndex op) const
{
    const TraceModel& model = m_context.model;
    const CallIndex launch = model.ops.call[op()];
    const ThreadId thread = m_context.threadOf(launch);
    if (thread.isNone())
        return {};
    const auto nameOf = [&](CallIndex call) {
        return model.callNames[model.calls.name[call()]()].base;
    };
    if (m_context.index.callClass(launch) == ApiClass::Compile)
        return "its launch compiled or loaded code";
    const std::optional<std::uint32_t> before =
        m_context.nests.calls(thread).lastBefore(model.calls.start[launch()]);
    if (!before)
        return {};
    const CallIndex call(*before);
    switch (m_context.index.callClass(call)) {
    case ApiClass::Compile:
        return "compilation just before (" + nameOf(call) + ')';
    case ApiClass::Alloc:
        return "allocation just before (" + nameOf(call) + ')';
    case ApiClass::Sync:
    case ApiClass::Launch:
        break;
    }
    return {};
}

/// As the panels name it; ranks may mark their steps by numbers of their own.
std::int64_t OutlierReasons::numberOf(OpIndex op, std::size_t index) const
{
    const Iterations& all = m_context.analysis.iterations;
    const auto row = all.ranks.empty() ? std::optional(index)
                                       : iterationAt(all, m_context.model.processOf(op),
                                                     stepTimeOf(m_context.analysis, op));
    return row && *row < all.rows.size() ? stepNumber(all.rows[*row])
                                         : static_cast<std::int64_t>(index) + 1;
}

std::string OutlierReasons::placeReason(OpIndex op, OpIndex twin) const
{
    const SteadyState& steady = m_context.analysis.steady;
    const StepPlace own = placeOf(m_context.analysis, op);
    const StepPlace other = placeOf(m_context.analysis, twin);
    if (own.step == nullptr)
        return steady.steps.empty() || other.step == nullptr ? "" : "outside the steps";
    if (!own.step->regular)
        return "in the irregular step " + std::to_string(numberOf(op, own.index));
    if (other.step == nullptr || std::abs(own.share - other.share) <= kOtherPlace)
        return {};
    return "at " + percent(own.share) + " of its step (median launch at " + percent(other.share)
           + ')';
}

std::string OutlierReasons::reason(OpIndex outlier, OpIndex twin, std::string reason) const
{
    if (m_context.index.isCommunication(m_context.model.ops.variant[outlier()]))
        append(reason, "collective: its time includes waiting for peers");
    if (m_context.tables->firstLaunches.isFirst(outlier))
        append(reason, "first use of this kernel");
    const std::string host = hostReason(outlier);
    if (host != hostReason(twin))
        append(reason, host);
    const Beside own = besideOf(outlier);
    const Beside other = besideOf(twin);
    if (own.copies > other.copies)
        append(reason, counted(own.copies, "copy ran", "copies ran") + " beside it");
    if (own.kernels > other.kernels)
        append(reason, counted(own.kernels, "kernel ran", "kernels ran") + " beside it");
    append(reason, placeReason(outlier, twin));
    return reason.empty() ? "nothing visible differs from the median launch" : reason;
}

RecurringLaunches::RecurringLaunches(const TableContext& context)
    : m_context(context)
    , m_steps(wholeSteps(context.analysis, context.window.range))
{}

void RecurringLaunches::look(std::size_t group, std::span<const LongLaunch> launches)
{
    const std::size_t least = (m_steps.size() * kEveryStepPercent + 99) / 100;
    const Slice& slice = m_context.kernels[group];
    if (m_steps.size() < kFewestSteps || launches.size() < least || slice.size() > kMostLaunches)
        return;
    LaunchCounter counter(m_context, m_steps);
    std::map<LaunchCounter::Place, std::vector<OpIndex>> places;
    auto wanted = launches.begin();
    m_context.tables->kernels[group].rows.forEachPart(
        slice.first, slice.last, PackedValues::all, [&](std::size_t, std::span<const Ns> rows) {
            for (const Ns row : rows) {
                const OpIndex op(static_cast<std::size_t>(row));
                const auto place = counter.next(op);
                while (wanted != launches.end() && wanted->op < op)
                    ++wanted;
                if (place && wanted != launches.end() && wanted->op == op)
                    places[*place].push_back(op);
            }
        });
    for (const auto& [place, ops] : places)
        if (ops.size() >= least)
            for (const OpIndex op : ops)
                m_stepsOf[op] = std::min(ops.size(), m_steps.size());
}

std::string RecurringLaunches::sentence(OpIndex op) const
{
    const auto found = m_stepsOf.find(op);
    return found == m_stepsOf.end()
               ? std::string()
               : "recurs in " + std::to_string(found->second) + " of "
                     + std::to_string(m_steps.size())
                     + " steps at the same place: a second shape of work, not an outlier";
}

} // namespace nv
