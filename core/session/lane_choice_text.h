// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// How are the lanes somebody chose kept in a session file?  As one of the members that
/// session_file.h calls others: "lanes": {"order", "pinned", "hidden"}, lists of keys of lanes.
/// Errors: what is no such text holds no choice.  Thread: pure.
namespace nv {

/// What somebody chose of the lanes of one trace, by their keys (scene/lane_order.h).
struct LaneChoice
{
    std::vector<std::string> order; ///< of all lanes; empty: not by hand
    std::vector<std::string> pinned;
    std::vector<std::string> hidden;

    bool isEmpty() const { return order.empty() && pinned.empty() && hidden.empty(); }

    friend bool operator==(const LaneChoice&, const LaneChoice&) = default;
};

/// `others` as Session has them; empty where nothing is left.
std::string withLanes(std::string_view others, const LaneChoice& lanes);
LaneChoice lanesOf(std::string_view others);

} // namespace nv
