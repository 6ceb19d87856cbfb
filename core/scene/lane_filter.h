// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h" // before lane_layout.h: moc 6.4 cannot read <compare> as the first header
#include "core/scene/lane_layout.h"
#include "core/trace/trace_model.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// Which lanes does a text ask for?
/// Shape: per lane its own words (label with stream, process or thread, NVTX domains of its
/// ranges) and those of where it stands (device, process).  A text is words, all of which must be
/// in either; case is ignored for ASCII letters.  A heading stays as long as one of its lanes does.
/// Cost: build O(ranges), which belongs on a worker; a question O(lanes · words).
/// Errors: none; stopped early, domains are missing.  Thread: immutable after build.
namespace nv::scene {

/// The words of a lane, those of where it stands, and its heading.
struct LaneOwnTexts
{
    std::string own;
    std::string around;
    std::size_t heading = 0;
};

class LaneTexts
{
public:
    LaneTexts() = default;
    LaneTexts(const TraceModel& trace, const std::stop_token& stop);

    /// One per lane; a text without words asks for every lane.
    std::vector<LaneMatch> match(std::string_view text) const;

private:
    std::vector<LaneOwnTexts> m_lanes;
};

/// The same for charts, whose headings are theirs: one answer each.
std::vector<LaneMatch> matchCharts(std::span<const ChartLane> charts, std::string_view text);

} // namespace nv::scene
