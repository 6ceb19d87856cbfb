// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stats_csv.h"

#include "core/analysis/stats/stats_format.h"

namespace nv::test {

const QStringList& statsReportNames()
{
    static const QStringList kNames = {
        QStringLiteral("cuda_gpu_kern_sum"),         QStringLiteral("cuda_gpu_kern_sum:base"),
        QStringLiteral("cuda_gpu_kern_sum:mangled"), QStringLiteral("cuda_api_sum"),
        QStringLiteral("cuda_gpu_mem_time_sum"),     QStringLiteral("nvtx_sum"),
        QStringLiteral("nvtx_pushpop_sum"),          QStringLiteral("nvtx_startend_sum"),
        QStringLiteral("nvtx_pushpop_trace"),        QStringLiteral("nvtx_gpu_proj_sum"),
        QStringLiteral("nvtx_gpu_proj_trace")};
    return kNames;
}

QString statsCsvOf(const TraceModel& trace, const QString& report, const StatsFilter& filter)
{
    const Result<StatsRequest> request = parseStatsRequest(report.toStdString());
    if (!request)
        return QString::fromStdString(request.error().message);
    const Result<StatsTable> table = makeStats(trace, request.value(), filter, {});
    if (!table && table.error().code == Errc::MissingTable)
        return QStringLiteral("missing");
    if (!table)
        return QString::fromStdString(table.error().message);
    return QString::fromStdString(statsCsv(table.value()));
}

StatsFilter statsWindow(const QString& text)
{
    StatsFilter filter;
    if (!text.isEmpty())
        filter.time = TimeRange{text.section(QLatin1Char('/'), 0, 0).toLongLong(),
                                text.section(QLatin1Char('/'), 1, 1).toLongLong()};
    return filter;
}

} // namespace nv::test
