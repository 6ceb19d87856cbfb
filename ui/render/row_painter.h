// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_layout.h"
#include "core/scene/lane_viewport.h"
#include "core/trace/trace_model.h"
#include "ui/theme.h"

#include <QRect>
#include <QString>

class QPainter;

namespace nv {

/// What a lane is called; `isRedacted` leaves out the names of processes and threads.
QString laneLabel(const TraceModel& trace, const Lane& lane, bool isRedacted);

/// The head of a row at the left: name, indent, arrow of what can be collapsed; below the name a
/// second line, where there is one and room for it.  A pinned one has
/// a bar of the accent, and says whose it is where its heading stands elsewhere.
/// Unit: logical pixels.  Thread: GUI thread.
void paintRowHead(QPainter& painter, const QRect& head, const TraceModel& trace,
                  const scene::LaneLayout& layout, const scene::LayoutRow& row, const Theme& theme,
                  bool isRedacted = false, const QString& below = {});

/// Where a heading says how many quiet lanes it hides; a click there shows them.  Empty without.
QRect quietNote(const QRect& head, const scene::LaneLayout& layout, std::size_t lane);

/// Where the arrow of a head is; a click there collapses or expands.
QRect arrowOf(const QRect& head, int depth);

/// The line between pinned rows and those that scroll beneath it; nothing without pinned rows.
void paintBandEdge(QPainter& painter, const scene::LaneViewport& rows, int width,
                   const Theme& theme);

} // namespace nv
