// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h" // before lane_layout.h: moc 6.4 cannot read <compare> as the first header
#include "core/scene/lane_layout.h"
#include "core/session/lane_choice_text.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// In which order does a hand put the lanes, and what has it chosen of them?
/// Shape: an order is all lanes of a layout, charts included, each below its heading.  A lane of a
/// heading moves among the lanes of that heading; a heading takes its lanes along.
/// Lanes are known by *keys* that mean the same when the trace is opened again: their label, with a
/// number where several share it.
/// Cost: O(lanes).  Errors: a key nobody has is left out.  Thread: pure.
namespace nv::scene {

/// The order in which `lane` stands right before or behind `target`, or as near to it as lanes of
/// its heading stand.
std::vector<std::size_t> movedLane(const LaneLayout& layout, std::size_t lane, std::size_t target,
                                   bool isBehind);

/// The lane on the sheet that `lane` changes places with when it goes up or down by one.
std::optional<std::size_t> laneBeside(const LaneLayout& layout, std::size_t lane, bool isBelow);

/// One per lane of the layout.
std::vector<std::string> laneKeys(const LaneLayout& layout, std::span<const Lane> lanes);

LaneChoice laneChoice(const LaneLayout& layout, std::span<const Lane> lanes, bool isByHand);
/// Lanes the choice does not name stay as they are, behind those it does.
void applyChoice(LaneLayout& layout, std::span<const Lane> lanes, const LaneChoice& choice);

} // namespace nv::scene
