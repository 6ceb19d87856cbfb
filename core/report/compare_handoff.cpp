// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/report/compare_report.h"

namespace nv {

std::string bottleneckPhase(const HostOverhead& host)
{
    std::string phase = "aggregate";
    DurationNs worst = 0;
    for (const HostPhase& one : host.phases) {
        if (!one.isYes || !*one.isYes || one.idleNs < worst)
            continue;
        worst = one.idleNs;
        phase = one.phase == StepPhase::Context ? "context" : "generation";
    }
    return phase;
}

Section handoffSection(const CompareInput& input)
{
    const HostOverhead& host = input.host;
    const Comparison& comparison = input.comparison;
    std::string crossed;
    for (const HostVote& vote : host.votes)
        if (vote.crossed)
            crossed += (crossed.empty() ? "" : ", ") + std::string(hostMetricKey(vote.metric));
    Section section;
    section.title = "Where to go on";
    TextTable table;
    table.columns = {{"the target"}, {"value"}};
    const auto add = [&table](const char* what, std::string value, bool isName = false) {
        if (!value.empty())
            table.rows.push_back({{what}, {std::move(value), isName}});
    };
    const auto figure = [](const std::optional<double>& value, std::string (*format)(double)) {
        return value ? format(*value) : std::string();
    };
    if (host.overall)
        add("bound by its host", *host.overall ? "yes" : "no");
    add("limits crossed", crossed);
    add("phase", bottleneckPhase(host));
    if (host.hostPrepConfirmed)
        add("first target", host.prepName, true);
    add("wall clock of a step", figure(comparison.wall.target, text::duration));
    const std::optional<DurationStats>& gaps = comparison.target.gaps;
    if (gaps && gaps->count != 0)
        add("from a step to the next, p50", text::duration(static_cast<double>(gaps->p50)));
    add("kernels of a step", figure(comparison.kernels.target, text::number));
    add("launched by graphs", figure(comparison.coverage.target, text::percent));
    section.tables.push_back(std::move(table));
    return section;
}

} // namespace nv
