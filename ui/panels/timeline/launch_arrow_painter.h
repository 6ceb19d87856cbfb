// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/launch_arrows.h"

#include <span>

class QPainter;
class QRect;

namespace nv {

class Theme;

/// Draws arrows from calls to what they launched: a thin curve in the accent, a head at the
/// operation; an end outside of `room` is a mark at the edge that says how far away it is.
void paintLaunchArrows(QPainter& painter, const QRect& room,
                       std::span<const scene::LaunchArrow> arrows, const TraceModel& trace,
                       const Theme& theme);

} // namespace nv
