// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/aggregate.h"
#include "core/analysis/stats/registry.h"

#include <optional>

/// What do the reports call a copy, a memset, a kind of memory?
/// Shape: keys 0 to 13 for the kinds of copies that have a label, one more for memsets.
/// A copy of another kind has no name: summaries drop it, as the real tool's inner join does.
/// Thread: pure.  Source: nsys.md 1.3, 2.5.
namespace nv {

inline constexpr std::size_t kMemsetKey = 14; ///< 0 unknown to 13 unified device to device before
inline constexpr std::size_t kMemoryKeys = kMemsetKey + 1;

/// Of an op that is a copy or a memset.
std::optional<std::size_t> memoryKey(const TraceModel& trace, std::size_t op);

/// "[CUDA memcpy Host-to-Device]", "[CUDA memset]".
std::string memoryOperation(std::size_t key);

/// The label of a memory kind; NULL for one without.
StatsCell memoryKindCell(std::int64_t kind);

enum class MemoryValue : std::uint8_t
{
    Duration,
    Size,
};

struct MemoryOperationStats
{
    std::string text;
    Aggregate stats;
};

/// Per operation, total descending, ties by ascending text; `sum` becomes the sum of the totals.
Result<std::vector<MemoryOperationStats>>
memoryOperationStats(const TraceModel& trace, const StatsRequest& request,
                     const StatsFilter& filter, const std::stop_token& stop, MemoryValue value,
                     std::int64_t& sum);

} // namespace nv
