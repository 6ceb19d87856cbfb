// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stats_csv.h"

namespace nv::test {

QStringList statsReportNames()
{
    QStringList names;
    for (const StatsReport& report : statsReports())
        names << QString::fromUtf8(report.name.data(), static_cast<qsizetype>(report.name.size()));
    return names;
}

bool isKnownReport(const QString& report)
{
    return parseStatsRequest(report.toStdString()).hasValue();
}

QString statsCsvOf(const TraceModel& trace, const QString& report, const StatsFilter& filter,
                   const StatsUnits& units)
{
    const Result<StatsRequest> request = parseStatsRequest(report.toStdString());
    if (!request)
        return QString::fromStdString(request.error().message);
    const Result<StatsTable> table = makeStats(trace, request.value(), filter, {});
    if (!table && table.error().code == Errc::MissingTable)
        return kMissing;
    if (!table)
        return QString::fromStdString(table.error().message);
    return QString::fromStdString(statsCsv(table.value(), units));
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
