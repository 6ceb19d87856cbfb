// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/host_overhead/host_tables.h"

#include "ui/format.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

struct MetricText
{
    HostMetric metric;
    const char* name;
    const char* definition;
};

constexpr std::array<MetricText, kHostMetrics> kMetrics{
    {{HostMetric::GpuIdle, "M1 no kernel running",
      "Time without a kernel or graph replay / time asked about, per device, mean."},
     {HostMetric::LaunchOverhead, "M2 launch overhead",
      "Time in kernel launch calls (union over the threads of a process) / time asked about."},
     {HostMetric::PrepExposed, "M3a preparation exposed",
      "Host preparation while no kernel ran / all host preparation."},
     {HostMetric::PrepImpact, "M3b preparation impact",
      "Host preparation while no kernel ran / time asked about."},
     {HostMetric::PrepAttribution, "M3c idle by preparation",
      "Host preparation while no kernel ran / time without a kernel."},
     {HostMetric::Utilization, "M4 some kernel running",
      "Time with a kernel or graph replay / time asked about: 1 - M1.  Says nothing about how full "
      "the device is."},
     {HostMetric::Nccl, "M5 NCCL",
      "Time with an NCCL kernel / time with a kernel.  A caveat, never a vote."},
     {HostMetric::Communication, "communication",
      "Time with a communication kernel of any library / time with a kernel.  No vote."},
     {HostMetric::GraphLaunch, "graph launches",
      "Time in graph launch calls / time asked about.  No vote."}}};

const HostVote* voteOf(const HostScopeVerdict& scope, HostMetric metric)
{
    for (const HostVote& vote : scope.votes)
        if (vote.metric == metric)
            return &vote;
    return nullptr;
}

QString limitText(const HostVote& vote)
{
    return (vote.metric == HostMetric::Utilization ? QStringLiteral("< ") : QStringLiteral("> "))
           + format::percent(vote.threshold);
}

using Scope = std::function<const HostScopeVerdict*()>;

void addScope(Table& table, const QString& title, const QString& copy, const Scope& scope)
{
    const auto valueAt = [scope](std::size_t i) -> std::optional<double> {
        const HostScopeVerdict* of = scope();
        return of->isYes ? of->metrics[kMetrics.at(i).metric] : std::nullopt;
    };
    Column value;
    value.title = title;
    value.copyTitle = copy;
    value.tooltip = QStringLiteral("Value in this scope.");
    value.isText = false;
    value.width = 84;
    value.key = [valueAt](std::size_t i) {
        const auto v = valueAt(i);
        return v ? SortKey(*v) : SortKey();
    };
    value.cell = [valueAt](std::size_t i) {
        Cell cell;
        const auto v = valueAt(i);
        cell.text = format::percent(v);
        cell.exact = v ? QString::number(*v, 'g', 17) : QString();
        if (!v)
            cell.tooltip = QStringLiteral("Not known: what it is made of was not recorded here.");
        return cell;
    };
    table.columns.push_back(std::move(value));
    table.columns.push_back(
        remarkColumn({QStringLiteral("votes yes if"), copy + QStringLiteral("_limit"),
                      QStringLiteral("Limit of this scope, compared strictly."), 78},
                     [scope](std::size_t i) {
                         const HostVote* vote = voteOf(*scope(), kMetrics.at(i).metric);
                         return vote == nullptr ? QString() : limitText(*vote);
                     }));
    table.columns.push_back(remarkColumn(
        {QStringLiteral("vote"), copy + QStringLiteral("_vote"),
         QStringLiteral("Two votes in one scope make its verdict a yes."), 48},
        [scope](std::size_t i) {
            const HostVote* vote = voteOf(*scope(), kMetrics.at(i).metric);
            return vote == nullptr ? QString()
                                   : (vote->crossed ? QStringLiteral("yes") : QStringLiteral("no"));
        }));
}

QString phaseTitle(const HostPhase& phase)
{
    return phase.phase == StepPhase::Context ? QStringLiteral("context")
                                             : QStringLiteral("generation");
}

QString verdictWord(std::optional<bool> isYes)
{
    return isYes ? (*isYes ? QStringLiteral("yes") : QStringLiteral("no")) : format::unknown();
}

QString votesText(const HostScopeVerdict& scope)
{
    if (!scope.isYes)
        return fromUtf8(scope.reason);
    return verdictWord(scope.isYes) + QStringLiteral(", ") + QString::number(scope.crossed)
           + QStringLiteral(" of ") + QString::number(scope.votes.size())
           + QStringLiteral(" votes");
}

} // namespace

Table hostMetricTable(const HostAnswer& answer, bool byPeriod)
{
    Table table;
    table.rows = answer.host->isYes ? kMetrics.size() : 0;
    table.id = [](std::size_t i) { return std::uint64_t{i}; };
    Column name = wide(textColumn(
        {QStringLiteral("metric"), QStringLiteral("metric"),
         QStringLiteral("What is measured; the definition is in the tooltip of the row."), 168},
        [](std::size_t i) { return QString::fromLatin1(kMetrics.at(i).name); }, {}));
    name.cell = [plain = name.cell](std::size_t i) {
        Cell cell = plain(i);
        cell.tooltip = QString::fromLatin1(kMetrics.at(i).definition);
        return cell;
    };
    name.key = [](std::size_t i) { return SortKey(static_cast<std::int64_t>(i)); };
    table.columns.push_back(std::move(name));
    const std::shared_ptr<const HostOverhead> host = answer.host;
    addScope(table, QStringLiteral("window"), QStringLiteral("window"),
             [host] { return static_cast<const HostScopeVerdict*>(host.get()); });
    const std::vector<HostPhase>& phases = byPeriod ? host->periodPhases : host->phases;
    for (std::size_t p = 0; p < phases.size(); ++p)
        addScope(table, phaseTitle(phases[p]), phaseTitle(phases[p]), [host, byPeriod, p] {
            return static_cast<const HostScopeVerdict*>(byPeriod ? &host->periodPhases[p]
                                                                 : &host->phases[p]);
        });
    return table;
}

Table hostDeviceTable(const HostAnswer& answer)
{
    Table table;
    table.rows = answer.host->devices.size();
    table.id = [answer](std::size_t i) {
        return std::uint64_t{answer.host->devices[i].device.value};
    };
    const auto at = [answer](std::size_t i) -> const HostOverheadDevice& {
        return answer.host->devices[i];
    };
    table.columns.push_back(wide(textColumn(
        {QStringLiteral("GPU"), QStringLiteral("device"),
         QStringLiteral("Devices that ran a kernel in the window."), 120},
        [answer, at](std::size_t i) -> QString {
            const Device& device = answer.trace().devices[at(i).device()];
            return fromUtf8(device.label)
                   + (device.name.empty() ? QString()
                                          : QStringLiteral(" · ") + fromUtf8(device.name));
        },
        {})));
    const auto unit = durationUnitOf(
        table.rows, [&](std::size_t i) { return static_cast<double>(at(i).windowNs); },
        UnitBy::Largest);
    const auto time = [&](const char* title, const char* copy, const char* tip,
                          DurationNs HostOverheadDevice::*which) {
        table.columns.push_back(durationColumn(
            {QString::fromLatin1(title), QString::fromLatin1(copy), QString::fromLatin1(tip), 96},
            unit, [at, which](std::size_t i) { return std::optional(at(i).*which); }));
    };
    time("time", "window_ns", "The window; of all GPU work the device's own span of kernels.",
         &HostOverheadDevice::windowNs);
    time("kernel", "busy_ns", "A kernel was running: union of kernels and graph replays.",
         &HostOverheadDevice::busyNs);
    time("none", "idle_ns", "No kernel was running: the rest.", &HostOverheadDevice::idleNs);
    time("prep.", "host_prep_ns", "Host preparation of its processes.",
         &HostOverheadDevice::prepNs);
    time("exposed", "host_prep_exposed_ns", "Of it, while no kernel ran.",
         &HostOverheadDevice::prepExposedNs);
    const auto ratio = [&](const char* title, HostMetric metric) {
        Column column;
        column.title = QString::fromLatin1(title);
        column.copyTitle = fromUtf8(hostMetricKey(metric));
        column.tooltip =
            QString::fromLatin1(kMetrics.at(static_cast<std::size_t>(metric)).definition);
        column.isText = false;
        column.width = 64;
        column.key = [at, metric](std::size_t i) {
            const auto v = at(i).metrics[metric];
            return v ? SortKey(*v) : SortKey();
        };
        column.cell = [at, metric](std::size_t i) {
            Cell cell;
            cell.text = format::percent(at(i).metrics[metric]);
            return cell;
        };
        table.columns.push_back(std::move(column));
    };
    ratio("M1", HostMetric::GpuIdle);
    ratio("M2", HostMetric::LaunchOverhead);
    ratio("M5", HostMetric::Nccl);
    return table;
}

QString hostVerdictText(const HostAnswer& answer)
{
    const HostOverhead& host = *answer.host;
    if (!host.overall)
        return QStringLiteral("No verdict: ") + fromUtf8(host.reason);
    return *host.overall ? QStringLiteral("The host holds the GPU back: yes")
                         : QStringLiteral("The host holds the GPU back: no");
}

QString hostDetailText(const HostAnswer& answer)
{
    const HostOverhead& host = *answer.host;
    QStringList lines;
    lines << QStringLiteral("Window: ") + votesText(host);
    for (const HostPhase& phase : host.phases)
        lines << phaseTitle(phase) + QStringLiteral(" (") + format::count(phase.iterations)
                     + (phase.iterations == 1 ? QStringLiteral(" step, CUDA graphs ")
                                              : QStringLiteral(" steps, CUDA graphs "))
                     + (phase.hasGraphs ? QStringLiteral("used") : QStringLiteral("not seen"))
                     + QStringLiteral("): ") + votesText(phase);
    if (host.phases.empty())
        lines << QStringLiteral("No step marker tells context from generation in this window.");
    if (!host.prepName.empty())
        lines << QStringLiteral("Host preparation: ranges named “") + fromUtf8(host.prepName)
                     + QStringLiteral("”; confirmed as a cause: ")
                     + (host.hostPrepConfirmed ? QStringLiteral("yes") : QStringLiteral("no"));
    for (const std::string& warning : host.warnings)
        lines << format::quoted(fromUtf8(warning));
    return lines.join(QLatin1Char('\n'));
}

} // namespace nv
