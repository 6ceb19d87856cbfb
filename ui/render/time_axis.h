// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"
#include "core/scene/time_scale.h"
#include "ui/theme.h"

#include <QRect>
#include <QRegion>
#include <QString>

class QPainter;

namespace nv {

/// The time axis and the window on it, as the window of the program and its pictures show them.
/// Unit: logical pixels.  Thread: GUI thread.
inline constexpr int kAxisHeight = 44; ///< labels, ticks and the bar of the window
inline constexpr int kWindowBarHeight = 18;

/// The part of the axis where the window is a bar that can be dragged.
QRect windowBar(const QRect& axis);

void paintAxis(QPainter& painter, const QRect& axis, const scene::TimeScale& scale,
               const Theme& theme);
/// A point of it in the unit of its labels, as exact as a column.
QString axisText(const scene::TimeScale& scale, Ns at);
/// Ticks where steps begin, none closer than 4 px.
void paintSteps(QPainter& painter, const QRect& axis, const scene::TimeScale& scale,
                const SteadyState& steady, const Theme& theme);
/// The bar of the window with its name: "steady state · 57 steps · 140 ms · high".
void paintWindowBar(QPainter& painter, const QRect& axis, const scene::TimeScale& scale,
                    const Window& window, const QString& name, const Theme& theme);
/// Dims what lies outside, tints what lies inside, draws the two edges.
void paintWindow(QPainter& painter, const QRect& area, const scene::TimeScale& scale,
                 TimeRange window, const Theme& theme);

/// The part of `area` that is dimmed; nothing where there is no window.
QRegion outsideOf(const QRect& area, const scene::TimeScale& scale, TimeRange window);

QString windowName(const Window& window, const SteadyState& steady);

} // namespace nv
