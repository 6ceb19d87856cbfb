// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"
#include "ui/panels/timeline/event_facts.h"
#include "ui/series_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace nv {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ChartFacts", text);
}

QString hereText(bool isMemory, std::size_t samples)
{
    if (samples == 0)
        return isMemory ? tr("unchanged since before") : tr("the sample before still holds");
    const QString what = isMemory ? (samples == 1 ? tr("change") : tr("changes"))
                                  : (samples == 1 ? tr("sample") : tr("samples"));
    return format::count(samples) % u' ' % what % tr(" in this column");
}

} // namespace

EventFacts chartFacts(const Series& series, TimeRange range)
{
    EventFacts out;
    out.name = QStringLiteral("GPU ") % QString::fromStdString(series.device)
               % QStringLiteral(" \u00b7 ") % QString::fromStdString(series.label);
    const auto reading = series.reading(range);
    if (!reading) {
        out.facts.push_back({tr("value"), format::unknown() % tr(" (not sampled here)")});
        return out;
    }
    const bool isMemory = series.kind == SeriesKind::Memory;
    out.facts.push_back({tr("value"), seriesSpan(series, *reading)});
    if (isMemory)
        out.facts.push_back({tr("exactly"), format::count(static_cast<std::uint64_t>(
                                                std::max<std::int64_t>(reading->last, 0)))
                                                % tr(" B at the end of the column")});
    out.facts.push_back({tr("here"), hereText(isMemory, reading->samples)});
    out.facts.push_back({tr("most"), seriesValue(series, series.most())});
    if (!series.remark.empty())
        out.facts.push_back({tr("note"), QString::fromStdString(series.remark)});
    return out;
}

} // namespace nv
