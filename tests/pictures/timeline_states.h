// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/pictures/studio.h"

namespace nv::pictures {

void showSample(Studio& studio);
void showBrushed(Studio& studio);
void showWhole(Studio& studio);
void showDeep(Studio& studio);
void showHover(Studio& studio);
void showSelected(Studio& studio);
void showMeasuring(Studio& studio);
void showMarks(Studio& studio);
void showCollapsed(Studio& studio);
void showFilteredOut(Studio& studio);
void showPinned(Studio& studio);
void showCompact(Studio& studio);
void showCharts(Studio& studio);
void showChartHover(Studio& studio);

} // namespace nv::pictures
