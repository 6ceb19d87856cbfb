// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lane_session.h"

#include "core/session/lane_choice_text.h"
#include "ui/annotations.h"
#include "ui/panels/timeline/timeline_state.h"

#include <memory>

namespace nv {

void keepLanesInSession(TimelineState& state)
{
    Annotations& annotations = state.document().annotations();
    // What the program does to the lanes is not worth storing, only what somebody chose.
    const auto kept = std::make_shared<LaneChoice>();
    const auto isRestoring = std::make_shared<bool>(false);
    QObject::connect(&state, &TimelineState::traceOpened, &state, [kept] { *kept = {}; });
    QObject::connect(&annotations, &Annotations::othersRestored, &state,
                     [&state, &annotations, kept, isRestoring] {
                         *isRestoring = true;
                         *kept = lanesOf(annotations.others());
                         state.setLaneChoice(*kept);
                         *isRestoring = false;
                     });
    QObject::connect(&state, &TimelineState::lanesChosen, &state,
                     [&state, &annotations, kept, isRestoring] {
                         if (*isRestoring || state.trace() == nullptr || !state.chartsAreKnown())
                             return;
                         LaneChoice now = state.laneChoice();
                         if (now == *kept)
                             return;
                         *kept = now;
                         annotations.setOthers(withLanes(annotations.others(), now));
                     });
}

} // namespace nv
