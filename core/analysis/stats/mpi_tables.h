// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/event_sum.h"

#include <array>

/// The tables of MPI events, in the order the real tool lists events of one start.
/// Source: nsys.md 1.5, 2.17.
namespace nv {

inline constexpr std::array<EventSource, 4> kMpiTables = {{
    {"MPI_P2P_EVENTS", "p2p"},
    {"MPI_START_WAIT_EVENTS", "start-wait"},
    {"MPI_OTHER_EVENTS", "other"},
    {"MPI_COLLECTIVES_EVENTS", "collectives"},
}};
inline constexpr std::string_view kNoMpi = "this trace holds no MPI events";

} // namespace nv
