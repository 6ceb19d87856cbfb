// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>
#include <vector>

/// Which ranges of its thread enclose a range or a call?
/// Shape: answers are positions in `ranges`; a range encloses what begins no earlier and ends no
/// later than itself, both edges included.  Ranges may overlap without nesting, as start/end ranges
/// do.  Those of kNoThread enclose nothing and are enclosed by nothing.
/// Cost: O((n + m) log n), and for allAround one step more per pair.
/// Errors: Cancelled.  Thread: pure.  Source: nsys.md 2, 2.11, 2.12.
namespace nv {

inline constexpr std::int64_t kNoThread = kMinNs; ///< NULL in the file
inline constexpr std::uint32_t kNoRange = std::numeric_limits<std::uint32_t>::max();

struct ThreadSpan
{
    std::int64_t thread = kNoThread; ///< globalTid
    Ns start = 0;
    Ns end = 0;
};

using RangePositions = std::vector<std::uint32_t>;

/// Per range the shortest other one around it: its parent.  Of equally short ones the first.
/// Ranges of one thread with the same edges are each other's parents, as in the real tool.
Result<RangePositions> tightestAround(std::span<const ThreadSpan> ranges,
                                      const std::stop_token& stop);

/// Per span the range around it that began last.  Of several the first.
Result<RangePositions> latestAround(std::span<const ThreadSpan> ranges,
                                    std::span<const ThreadSpan> spans, const std::stop_token& stop);

/// Per span every range around it.
class RangesAround
{
public:
    static Result<RangesAround> find(std::span<const ThreadSpan> ranges,
                                     std::span<const ThreadSpan> spans,
                                     const std::stop_token& stop);

    /// In no order that means anything.
    std::span<const std::uint32_t> of(std::size_t span) const
    {
        return {m_found.data() + m_first[span], m_count[span]};
    }

private:
    RangePositions m_found;
    std::vector<std::size_t> m_first;
    std::vector<std::uint32_t> m_count;
};

/// The levels a parent gives: 0 for a range with no parent, kNoLevel for one of a pair with the
/// same edges and for all below it.
inline constexpr std::int32_t kNoLevel = -1;
std::vector<std::int32_t> levelsOf(std::span<const ThreadSpan> ranges,
                                   const RangePositions& parents);

/// Positions by thread, then start; of equal starts the longest first: parents before children.
RangePositions outsideIn(std::span<const ThreadSpan> spans);

} // namespace nv
