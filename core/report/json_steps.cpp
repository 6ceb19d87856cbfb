// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stragglers.h"
#include "core/report/json_parts.h"

#include <nlohmann/json.hpp>

namespace nv::json {

using Value = nlohmann::ordered_json;

namespace {

std::string_view phaseKey(const Iteration& row)
{
    if (row.isMixed)
        return "mixed";
    switch (row.phase) {
    case StepPhase::Context:
        return "context";
    case StepPhase::Generation:
        return "generation";
    case StepPhase::None:
        break;
    }
    return "none";
}

bool isIn(const Window& window, const Iteration& row)
{
    return window.source == WindowSource::All || !row.period().intersect(window.range).isEmpty();
}

Value meanOrNull(DurationNs sum, std::uint64_t count)
{
    return count == 0 ? Value() : Value(static_cast<double>(sum) / static_cast<double>(count));
}

} // namespace

template <class Json>
Json iterationsJson(const ReportInput& input)
{
    const Iterations& iterations = input.analysis.iterations;
    const std::vector<IterationFacts>& facts = input.analysis.iterationFacts;
    Json out = Json::array();
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const Iteration& row = iterations.rows[i];
        if (!isIn(input.window(), row))
            continue;
        const std::string label(input.trace().names.text(row.label));
        out.push_back({{"index", row.index},
                       {"label", textOrNull<Json>(label)},
                       {"rank", iterations.ranks.empty() ? Json() : Json(row.rank)},
                       {"phase", phaseKey(row)},
                       {"start_ns", row.range.begin},
                       {"end_ns", row.range.end},
                       {"period_ns", row.period().length()},
                       {"busy_ns", facts[i].busyNs},
                       {"kernels", facts[i].kernels},
                       {"copies", facts[i].copies},
                       {"compile_calls", facts[i].compileCalls},
                       {"regular", facts[i].regular ? Json(*facts[i].regular) : Json()}});
    }
    return out;
}

template <class Json>
Json ranksJson(const ReportInput& input)
{
    const Stragglers found = findStragglers(input.analysis, input.window(), {});
    if (found.ranks.size() < 2)
        return Json();
    Json ranks = Json::array();
    for (const CommunicatingRank& rank : found.ranks)
        ranks.push_back(
            {{"device", deviceValue<Json>(input.trace(), rank.device)},
             {"pid",
              rank.process.isNone() ? Json() : Json(input.trace().processes[rank.process()].pid)}});
    Json collectives = Json::array();
    for (const CollectiveLateness& collective : found.collectives) {
        Json lateness = Json::array();
        for (const DurationNs sum : collective.latenessSum)
            lateness.push_back(meanOrNull(sum, collective.count));
        collectives.push_back({{"name", input.trace().names.display(collective.name)},
                               {"count", collective.count},
                               {"lateness_mean_ns", std::move(lateness)},
                               {"last_count", collective.lastCount}});
    }
    return {{"straggler", found.straggler ? deviceValue<Json>(input.trace(),
                                                              found.ranks[*found.straggler].device)
                                          : Json()},
            {"ranks", std::move(ranks)},
            {"instances", found.instances},
            {"refused_steps", found.refusedSteps},
            {"collectives", std::move(collectives)}};
}

template Value iterationsJson<Value>(const ReportInput&);
template Value ranksJson<Value>(const ReportInput&);

} // namespace nv::json
