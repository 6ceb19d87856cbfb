// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_model.h"

#include <QString>
#include <QStringList>

/// What a model holds, as text, so that a failing comparison shows where two of them differ: rows
/// by table, then each lane with the times of its events.
namespace nv::test {

inline QString modelText(const TraceModel& model)
{
    QStringList out;
    for (const std::uint64_t rows : model.counts)
        out << QString::number(rows);
    out = {QStringLiteral("rows ") + out.join(u' ')};
    for (const Lane& lane : model.lanes) {
        QString line =
            QStringLiteral("%1 %2:").arg(QString::fromStdString(lane.label)).arg(lane.eventCount);
        const TimeColumns times = timeColumns(model, lane.events);
        for (const LaneRow& row : lane.rows)
            for (const std::uint32_t event : row.events)
                line += QStringLiteral(" %1-%2").arg(times.start[event]).arg(times.end[event]);
        out << line;
    }
    return out.join(u'\n');
}

} // namespace nv::test
