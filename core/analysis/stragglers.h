// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/window.h"

/// Which rank makes the others wait in collectives?
/// Shape: a rank is a process on a device that runs communication kernels; the k-th collective of
/// one short name inside one step is the same instance on every rank.  A step in which ranks count
/// differently is refused, never guessed at.  Without step markers of the ranks the steps are those
/// of the steady state, without these the window is one.
/// Unit: ns; lateness = arrival (start of the kernel) - earliest arrival.
/// Cost: O(n log n).  Errors: none; unfinished when a stop is requested.  Thread: pure.
/// Source: host-overhead.md 6.4, the values marked [RIGHT].
namespace nv {

struct CommunicatingRank
{
    ProcessId process;
    DeviceId device;
    friend bool operator==(const CommunicatingRank&, const CommunicatingRank&) = default;
};

struct CollectiveLateness
{
    NameId name; ///< short
    std::uint64_t count = 0;
    std::vector<DurationNs> latenessSum;  ///< per rank
    std::vector<std::uint64_t> lastCount; ///< per rank; a tie counts for nobody
};

struct Stragglers
{
    std::vector<CommunicatingRank> ranks;        ///< by process id, device
    std::vector<CollectiveLateness> collectives; ///< by count, then name
    std::uint64_t instances = 0;
    std::uint64_t refusedSteps = 0;
    std::optional<std::size_t> straggler; ///< last in more than four of five instances
};

Stragglers findStragglers(const Analysis& analysis, const Window& window,
                          const std::stop_token& stop);

} // namespace nv
