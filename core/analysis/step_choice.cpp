// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_choice.h"

#include <algorithm>
#include <map>
#include <set>

namespace nv {
namespace {

/// A step with all ranks that marked it.
struct MergedStep
{
    std::optional<std::int64_t> number;
    std::int64_t context = 0;
    std::int64_t generation = 0;
    TimeRange hull;
    DurationNs longest = 0;
    std::optional<bool> regular;
    bool isKnown = false;
};

std::vector<MergedStep> mergedSteps(const Analysis& analysis)
{
    const Iterations& iterations = analysis.iterations;
    std::vector<MergedStep> out(iterations.stepCount);
    for (std::size_t i = 0; i < iterations.rows.size(); ++i) {
        const Iteration& row = iterations.rows[i];
        MergedStep& step = out[row.index];
        step.number = row.number;
        step.context = std::max(step.context, row.contextRequests);
        step.generation = std::max(step.generation, row.generationRequests);
        step.longest = std::max(step.longest, row.range.length());
        step.hull = step.isKnown ? TimeRange{std::min(step.hull.begin, row.range.begin),
                                             std::max(step.hull.end, row.range.end)}
                                 : row.range;
        if (i < analysis.iterationFacts.size() && analysis.iterationFacts[i].regular)
            step.regular = analysis.iterationFacts[i].regular;
        step.isKnown = true;
    }
    return out;
}

bool holds(const Window& window, TimeRange range)
{
    return window.source == WindowSource::All
           || (window.range.begin <= range.begin && range.end <= window.range.end);
}

/// Of equally frequent numbers the largest: the batch at its fullest.
std::optional<std::int64_t> commonGeneration(const std::vector<MergedStep>& steps,
                                             const Window& window)
{
    std::map<std::int64_t, std::size_t> seen;
    for (const MergedStep& step : steps)
        if (step.context == 0 && step.generation > 0 && holds(window, step.hull))
            ++seen[step.generation];
    std::optional<std::int64_t> common;
    for (const auto& [requests, count] : seen)
        if (!common || count >= seen[*common])
            common = requests;
    return common;
}

class StepChooser
{
public:
    StepChooser(const Analysis& analysis, const Window& window)
        : m_analysis(analysis)
        , m_window(window)
        , m_steps(mergedSteps(analysis))
    {}

    ChosenSteps choose(std::optional<std::int64_t> wanted)
    {
        m_out.areMarked = !m_analysis.iterations.ranks.empty();
        m_out.areOnHost = m_out.areMarked || m_analysis.steady.edges == StepEdges::Host;
        decide(wanted);
        if (m_out.choice == StepChoice::None)
            return std::move(m_out);
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            note(i);
        if (m_out.areMarked)
            addMarkingRanks();
        else
            addWorkingProcesses();
        return std::move(m_out);
    }

private:
    void decide(std::optional<std::int64_t> wanted)
    {
        const std::optional<std::int64_t> requests =
            wanted ? wanted : commonGeneration(m_steps, m_window);
        if (m_out.areMarked && requests) {
            m_isChosen = generationSteps(*requests);
            m_out.generationRequests = requests;
            m_out.choice = StepChoice::Generation;
            if (anyInside())
                return;
            m_out.generationRequests.reset();
            m_out.choice = StepChoice::None;
            if (wanted)
                return;
        }
        m_isChosen.assign(m_steps.size(), false);
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            m_isChosen[i] = m_steps[i].regular.value_or(false);
        m_out.choice = StepChoice::Regular;
        if (anyInside())
            return;
        m_isChosen.assign(m_steps.size(), true);
        m_out.choice = anyInside() ? StepChoice::All : StepChoice::None;
    }

    /// Without the first after any other one: it still pays for that.
    std::vector<bool> generationSteps(std::int64_t requests) const
    {
        std::vector<bool> out(m_steps.size());
        bool beforeIsAlike = true; // nothing is known to come before the first
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            const bool isAlike = m_steps[i].context == 0 && m_steps[i].generation == requests;
            out[i] = isAlike && beforeIsAlike && (i == 0 || isNext(i - 1, i));
            beforeIsAlike = isAlike;
        }
        return out;
    }

    bool isNext(std::size_t a, std::size_t b) const
    {
        const auto& first = m_steps[a].number;
        const auto& second = m_steps[b].number;
        return !first || !second || (*first != kMaxNs && *first + 1 == *second);
    }

    bool anyInside() const
    {
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (m_isChosen[i] && holds(m_window, m_steps[i].hull))
                return true;
        return false;
    }

    /// Does a period reach from this step to the next?
    bool leadsOn(std::size_t i) const
    {
        if (i + 1 >= m_steps.size() || !m_isChosen[i])
            return false;
        return m_out.choice != StepChoice::Generation || (m_isChosen[i + 1] && isNext(i, i + 1));
    }

    void note(std::size_t i)
    {
        const MergedStep& step = m_steps[i];
        if (holds(m_window, step.hull)) {
            m_out.steps += m_isChosen[i] ? 1 : 0;
            m_out.leftOut += m_isChosen[i] ? 0 : 1;
            if (m_isChosen[i]) {
                m_out.lengths.push_back(static_cast<Ns>(step.longest));
                m_out.spans.push_back(static_cast<Ns>(step.hull.length()));
            }
        }
        if (!leadsOn(i))
            return;
        const TimeRange next = m_steps[i + 1].hull;
        if (!holds(m_window, {step.hull.begin, next.begin})
            || lengthBetween(step.hull.end, next.begin) > kLongestStepGapNs)
            return;
        m_out.walls.push_back(static_cast<Ns>(lengthBetween(step.hull.begin, next.begin)));
        if (next.begin < step.hull.end)
            ++m_out.overlapping;
        else if (m_out.areMarked)
            m_out.gaps.push_back(static_cast<Ns>(lengthBetween(step.hull.end, next.begin)));
    }

    void addMarkingRanks()
    {
        for (const ProcessId process : m_analysis.iterations.ranks)
            m_out.ranks.push_back({process, {}});
        std::vector<const Iteration*> last(m_out.ranks.size());
        for (const Iteration& row : m_analysis.iterations.rows) {
            const Iteration* before = last[row.rank];
            last[row.rank] = &row;
            if (before == nullptr || before->index + 1 != row.index || !leadsOn(before->index)
                || before->periodEnd != row.range.begin || !holds(m_window, before->period()))
                continue;
            m_out.ranks[row.rank].periods.push_back(before->period());
        }
    }

    /// Steps of the steady state are nobody's: each process that works on a device is asked about
    /// all of them.
    void addWorkingProcesses()
    {
        const TraceModel& trace = *m_analysis.trace;
        std::set<std::uint32_t> processes;
        for (const Stream& stream : trace.streams)
            processes.insert(stream.process.value);
        std::vector<TimeRange> periods;
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            const TimeRange period = m_steps[i].hull;
            if (leadsOn(i) && holds(m_window, period))
                periods.push_back(period);
        }
        if (processes.empty() || processes.contains(ProcessId::kNone)) {
            m_out.ranks.push_back({ProcessId::none(), std::move(periods)});
            return;
        }
        for (const std::uint32_t process : processes)
            m_out.ranks.push_back({ProcessId(process), periods});
        std::sort(m_out.ranks.begin(), m_out.ranks.end(),
                  [&](const RankPeriods& a, const RankPeriods& b) {
                      return trace.processes[a.process()].globalId
                             < trace.processes[b.process()].globalId;
                  });
    }

    const Analysis& m_analysis;
    const Window& m_window;
    const std::vector<MergedStep> m_steps;
    std::vector<bool> m_isChosen;
    ChosenSteps m_out;
};

} // namespace

std::string_view stepChoiceKey(StepChoice choice)
{
    switch (choice) {
    case StepChoice::Generation:
        return "generation";
    case StepChoice::Regular:
        return "regular";
    case StepChoice::All:
        return "all";
    case StepChoice::None:
        break;
    }
    return "none";
}

ChosenSteps chooseSteps(const Analysis& analysis, const Window& window,
                        std::optional<std::int64_t> generationRequests)
{
    return StepChooser(analysis, window).choose(generationRequests);
}

} // namespace nv
