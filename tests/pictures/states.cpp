// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/states.h"

#include "tests/pictures/panel_states.h"
#include "tests/pictures/timeline_states.h"
#include "tests/pictures/window_states.h"

#include <array>

namespace nv::pictures {

namespace {

constexpr std::array kStates{
    State{"start", &showStart},
    State{"start-recent", &showRecent},
    State{"opening", &showOpening},
    State{"sample", &showSample},
    State{"window-brushed", &showBrushed},
    State{"view-whole", &showWhole},
    State{"view-deep", &showDeep},
    State{"hover-card", &showHover},
    State{"selected", &showSelected},
    State{"selected-many", &showManySelected},
    State{"search", &showSearch},
    State{"search-nothing", &showSearchNothing},
    State{"measuring", &showMeasuring},
    State{"marks", &showMarks},
    State{"ranges", &showRanges},
    State{"outliers", &showOutliers},
    State{"lanes-collapsed", &showCollapsed},
    State{"lanes-filtered-out", &showFilteredOut},
    State{"lanes-pinned", &showPinned},
    State{"lanes-compact", &showCompact},
    State{"charts", &showCharts},
    State{"charts-hover", &showChartHover},
    State{"palette", &showPaletteOpen},
    State{"key-sheet", &showSheet},
    State{"keys-dialog", &showKeysDialog},
    State{"help", &showHelpWindow},
    State{"tour-1", &showTourFirst},
    State{"tour-3", &showTourThird},
    State{"limits", &showLimitsDialog},
    State{"compare", &showCompare},
    State{"compare-stranger", &showCompareStranger},
    State{"part-dialog", &showPartDialog},
    State{"part-opened", &showPartOpened},
    State{"unreadable", &showUnreadable},
    State{"findings", &showFindings},
    State{"findings-none", &showNoFindings},
    State{"findings-present", &showPresented},
    State{"pack-dialog", &showPackDialog},
    State{"picture-dialog", &showPictureDialog},
    State{"save-dialog", &showSaveDialog},
    State{"verdict-details", &showDetails},
    State{"panel-launches", &showPanel<"launches">},
    State{"panel-api", &showPanel<"api">},
    State{"panel-transfers", &showPanel<"transfers">},
    State{"panel-gaps", &showPanel<"gaps">},
    State{"panel-steps", &showPanel<"steps">},
    State{"panel-graphs", &showPanel<"graphs">},
    State{"panel-host-overhead", &showPanel<"host-overhead">},
    State{"panel-reports", &showPanel<"reports">},
    State{"panel-summary", &showPanel<"summary">},
    State{"panel-data-quality", &showPanel<"data-quality">},
    State{"panels-away", &showNoPanels},
    State{"window-empty", &showEmptyWindow},
    State{"no-kernels", &showNoKernels},
    State{"no-api", &showNoApi},
    State{"no-ranges", &showNoRanges},
};

} // namespace

std::span<const State> states()
{
    return kStates;
}

void showGiven(Studio& studio, const QString& trace, const QString& panel)
{
    studio.open(trace);
    if (!panel.isEmpty())
        studio.window().raisePanel(panel);
    studio.settle();
}

} // namespace nv::pictures
