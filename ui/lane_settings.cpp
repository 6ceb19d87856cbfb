// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lane_settings.h"

#include "ui/panels/timeline/timeline_state.h"
#include "ui/settings.h"

namespace nv {

namespace {

// What is unknown is the default.
constexpr QLatin1String kByActivity("activity");
constexpr QLatin1String kRecorded("recorded");
constexpr QLatin1String kSmall("small");
constexpr QLatin1String kNormal("normal");
constexpr QLatin1String kLarge("large");

QString orderWord(LaneOrder order)
{
    return order == LaneOrder::ByActivity ? kByActivity : kRecorded;
}

QString heightWord(scene::RowDensity density)
{
    switch (density) {
    case scene::RowDensity::Compact:
        return kSmall;
    case scene::RowDensity::Tall:
        return kLarge;
    case scene::RowDensity::Normal:
        break;
    }
    return kNormal;
}

} // namespace

void keepLaneSettings(Settings& settings, TimelineState& state)
{
    if (settings.laneOrder() == kByActivity)
        state.setLaneOrder(LaneOrder::ByActivity);
    for (const auto density : {scene::RowDensity::Compact, scene::RowDensity::Tall})
        if (settings.rowHeight() == heightWord(density))
            state.setDensity(density);
    QObject::connect(&state, &TimelineState::lanesChosen, &state, [&settings, &state] {
        if (settings.laneOrder() != orderWord(state.usualOrder()))
            settings.setLaneOrder(orderWord(state.usualOrder()));
        if (settings.rowHeight() != heightWord(state.layout().density()))
            settings.setRowHeight(heightWord(state.layout().density()));
    });
}

} // namespace nv
