// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"
#include "ui/panels/timeline/event_facts.h"
#include "ui/series_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace nv {

namespace {

QString chartTr(const char* text)
{
    return QCoreApplication::translate("ChartFacts", text);
}

QString hereText(bool isMemory, std::size_t samples)
{
    if (samples == 0)
        return isMemory ? chartTr("unchanged since before")
                        : chartTr("the sample before still holds");
    const QString what = isMemory ? (samples == 1 ? chartTr("change") : chartTr("changes"))
                                  : (samples == 1 ? chartTr("sample") : chartTr("samples"));
    return format::count(samples) % u' ' % what % chartTr(" in this column");
}

} // namespace

EventFacts chartFacts(const Series& series, TimeRange range)
{
    EventFacts out;
    out.name = QStringLiteral("GPU ") % QString::fromStdString(series.device)
               % QStringLiteral(" \u00b7 ") % QString::fromStdString(series.label);
    const auto reading = series.reading(range);
    if (!reading) {
        out.facts.push_back({chartTr("value"), format::unknown() % chartTr(" (not sampled here)")});
        return out;
    }
    const bool isMemory = series.kind == SeriesKind::Memory;
    out.facts.push_back({chartTr("value"), seriesSpan(series, *reading)});
    if (isMemory)
        out.facts.push_back({chartTr("exactly"), format::count(static_cast<std::uint64_t>(
                                                     std::max<std::int64_t>(reading->last, 0)))
                                                     % chartTr(" B at the end of the column")});
    out.facts.push_back({chartTr("here"), hereText(isMemory, reading->samples)});
    out.facts.push_back({chartTr("most"), seriesValue(series, series.most())});
    if (!series.remark.empty())
        out.facts.push_back({chartTr("note"), QString::fromStdString(series.remark)});
    return out;
}

} // namespace nv
