// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/kernel_names.h"
#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/launch_pairs.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"
#include "core/trace/api_name.h"

#include <algorithm>
#include <array>
#include <tuple>

/// Total, API, queue and kernel time per (process, thread, device, call, kernel): rounded mean of
/// the total descending, ties by ascending process, thread, device, call, kernel.  A kernel that
/// began before its call returned has no queue time.  Source: nsys.md 2.8.
namespace nv {
namespace {

enum ExecColumn
{
    kTotal,
    kApi,
    kQueue,
    kKernel,
    kColumns,
};

using ExecText = std::optional<std::string_view>; ///< nullopt sorts first, as NULL does

struct ExecLaunch
{
    std::int64_t pid = 0;
    std::int64_t tid = 0;
    std::optional<std::int64_t> device;
    ExecText api;
    ExecText kernel;
    friend auto operator<=>(const ExecLaunch&, const ExecLaunch&) = default;
};

struct ExecGroup
{
    std::array<std::vector<std::int64_t>, kColumns> values;
};

struct ExecRow
{
    const ExecLaunch* launch = nullptr;
    std::int64_t count = 0;
    std::array<std::optional<Aggregate>, kColumns> stats; ///< nullopt: no value at all
};

/// What distinguishes launches while they are counted; texts are compared when that is done.
using RawLaunch = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::size_t>;

class ExecGroups
{
public:
    ExecGroups(const TraceModel& trace, const KernelNames& names)
        : m_trace(trace)
        , m_names(names)
    {}

    void add(LaunchPair pair)
    {
        const RawLaunch raw{m_trace.calls.thread[pair.call].value,
                            m_trace.deviceOf(OpIndex(pair.op)).value,
                            m_trace.calls.name[pair.call].value, m_names.keyOf(pair.op)};
        const std::size_t id = m_raw.of(raw);
        if (id == m_launchOf.size())
            m_launchOf.push_back(m_launches.of(launchOf(raw)));
        if (m_launchOf[id] >= m_groups.size())
            m_groups.resize(m_launchOf[id] + 1);
        ExecGroup& group = m_groups[m_launchOf[id]];
        const LaunchTimes times = launchTimes(m_trace, pair);
        group.values[kTotal].push_back(times.total);
        group.values[kApi].push_back(times.api);
        group.values[kKernel].push_back(times.kernel);
        if (times.queue)
            group.values[kQueue].push_back(*times.queue);
    }

    std::vector<ExecRow> rows()
    {
        std::vector<ExecRow> rows;
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            ExecRow& row = rows.emplace_back();
            row.launch = &m_launches.key(i);
            row.count = static_cast<std::int64_t>(m_groups[i].values[kTotal].size());
            for (std::size_t c = 0; c < kColumns; ++c)
                if (!m_groups[i].values.at(c).empty())
                    row.stats.at(c) = aggregate(m_groups[i].values.at(c));
        }
        std::sort(rows.begin(), rows.end(), [](const ExecRow& a, const ExecRow& b) {
            const double meanOfA = roundedToTenth(a.stats[kTotal]->avg);
            const double meanOfB = roundedToTenth(b.stats[kTotal]->avg);
            return meanOfA != meanOfB ? meanOfA > meanOfB : *a.launch < *b.launch;
        });
        return rows;
    }

private:
    ExecLaunch launchOf(const RawLaunch& raw) const
    {
        const Thread& thread = m_trace.threads[std::get<0>(raw)];
        const NameId api = m_trace.callNames[std::get<2>(raw)].text;
        const std::size_t kernel = std::get<3>(raw);
        ExecLaunch launch;
        launch.pid = m_trace.processes[thread.process()].pid;
        launch.tid = thread.tid;
        launch.device = m_trace.devices[std::get<1>(raw)].number;
        if (!api.isNone() && !m_trace.names.isDangling(api))
            launch.api = nsysStrippedName(m_trace.names.text(api));
        if (kernel != m_names.nullKey())
            launch.kernel = m_names.text(kernel);
        return launch;
    }

    const TraceModel& m_trace;
    const KernelNames& m_names;
    GroupKeys<RawLaunch> m_raw;
    std::vector<std::size_t> m_launchOf; ///< by the number of a raw launch
    GroupKeys<ExecLaunch> m_launches;
    std::vector<ExecGroup> m_groups;
};

std::vector<StatsColumn> columns()
{
    std::vector<StatsColumn> all = {{"PID"}, {"TID"}, {"DevId"}, {"Count"}, {"QCount"}};
    for (const char* prefix : {"T", "A", "Q", "K"})
        for (const char* figure : {"Avg", "Med", "Min", "Max", "StdDev"})
            all.push_back({std::string(prefix) + figure, StatsUnit::Time});
    all.push_back({"API Name"});
    all.push_back({"Kernel Name"});
    return all;
}

void appendFive(StatsRow& row, const std::optional<Aggregate>& a)
{
    if (!a) {
        row.insert(row.end(), {StatsCell(), StatsCell(), StatsCell(), StatsCell(), 0.0});
        return;
    }
    row.insert(row.end(), {roundedToTenth(a->avg), roundedToTenth(a->median), a->min, a->max,
                           roundedToTenth(a->stddev)});
}

StatsCell textCell(const ExecText& text)
{
    return text ? StatsCell(std::string(*text)) : StatsCell();
}

} // namespace

Result<StatsTable> cudaKernExecSum(const TraceModel& trace, const StatsRequest& request,
                                   const StatsFilter& filter, const std::stop_token& stop)
{
    NV_TRY(pairs, launchPairs(trace, request, filter, stop));
    NV_TRY(names, KernelNames::make(trace, request, stop));
    ExecGroups groups(trace, names);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        groups.add(pairs[i]);
    }
    StatsTable table;
    table.columns = columns();
    for (const ExecRow& from : groups.rows()) {
        StatsRow& row = table.rows.emplace_back();
        const std::optional<Aggregate>& queue = from.stats[kQueue];
        row = {from.launch->pid, from.launch->tid,
               from.launch->device ? StatsCell(*from.launch->device) : StatsCell(), from.count,
               queue ? queue->count : std::int64_t{0}};
        for (const std::optional<Aggregate>& stats : from.stats)
            appendFive(row, stats);
        row.push_back(textCell(from.launch->api));
        row.push_back(textCell(from.launch->kernel));
    }
    return table;
}

} // namespace nv
