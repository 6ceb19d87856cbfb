// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/trace/trace_model.h"

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// Which events carry a name that holds what somebody typed?
/// Shape: the events ascending by (start, kind, index).  A kernel is found by its short and its
/// demangled name, a call by its name with and without the version behind it, a copy by its label
/// on the timeline ("copy Host-to-Device").
/// Unit: ns.  Cost: each name once, then O(events).  Errors: BadArgument for an expression that
/// cannot be read, Cancelled.  Thread: pure, run on a worker.
namespace nv::scene {

inline constexpr std::size_t kSearchedKinds = 4; ///< EventKind Op, Call, Range, OsCall

struct EventQuery
{
    std::string text; ///< empty finds nothing
    bool isExpression = false;
    bool isCaseSensitive = false;
    /// By EventKind.
    std::array<bool, kSearchedKinds> kinds{true, true, true, true};
    std::optional<TimeRange> within; ///< events that overlap it; nullopt: of the whole capture

    friend bool operator==(const EventQuery&, const EventQuery&) = default;
};

Result<std::vector<EventRef>> searchEvents(const TraceModel& trace, const EventQuery& query,
                                           const std::stop_token& stop);

} // namespace nv::scene
