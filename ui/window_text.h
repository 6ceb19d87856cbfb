// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/window.h"

#include <QString>

namespace nv {

/// Where the window comes from, in words: "steady state", "all GPU work", "your window".
QString windowSourceText(const Window& window);
/// Only a part of the capture's time was loaded: said where the capture is named.
bool isPartOfCapture(const TraceModel& trace);
/// The capture holds no event that `all` could reach over: its window is no stretch of time.
bool hasNothingToMeasure(const Window& window);
/// What a panel answers for: "steady state · 57 steps · 12.301–12.441 s · 140 ms".
QString windowText(const Window& window);
/// The same with other words about its steps; none: without.
QString windowText(const Window& window, const QString& steps);
/// The number of a step in the step list: that of its marker, else its place.
QString stepNumberText(const Iteration& row);
/// That of the step that begins at `begin`; "—" where none does.
QString stepNumberAt(const Iterations& steps, Ns begin);
/// How the steady state was found, or why none was, in one line.
QString steadyText(const SteadyState& steady);

} // namespace nv
