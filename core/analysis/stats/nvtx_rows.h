// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/range_nesting.h"
#include "core/analysis/stats/registry.h"

#include <vector>

/// The NVTX ranges of the file as the reports of the real tool see them.
/// Shape: ranges in file order.  What a trace model does not keep comes from the rows themselves:
/// which ranges ended on another thread, which announcements of domains a filter lets stand.
/// An open range ends at the latest start or end of the events looked at; when none of them has an
/// end, nothing is known of any length and `lengthsKnown` is false: every range is open then and its
/// `end` its start.
/// A filter works on rows: domains announced outside the window lose their prefixes, ranges that
/// were opened before it and never closed are gone.
/// Where a domain was announced by several threads of a process the real tool counts its ranges
/// once per announcement in the sums and gives up elsewhere; here `Announcements` chooses.
/// Cost: O(n log n), the rows read once per trace.  Errors: MissingTable without NVTX rows, Io when
/// the file changed, Cancelled.  Thread: pure.  Source: nsys.md 1.4, 2.9-2.13, 3.
namespace nv {

enum class NvtxStyle : std::uint8_t
{
    PushPop,
    StartEnd,
};

struct NvtxRange
{
    Ns start = 0;
    Ns end = 0;
    std::int64_t rowId = 0;
    std::int64_t thread = kNoThread; ///< globalTid
    NameId name;                     ///< of NvtxRanges::names; none: NULL
    NvtxStyle style = NvtxStyle::PushPop;
};

struct NvtxRanges
{
    std::vector<NvtxRange> ranges;
    NameTable names;
    bool lengthsKnown = false;

    /// The ranges as spans; none when no length is known.
    std::vector<ThreadSpan> spans() const;
};

enum class Announcements : std::uint8_t
{
    First,  ///< the prefix of the first one: a range is there once
    Each,   ///< a range is there once per announcement
    Ignore, ///< no prefix at all
};

struct NvtxQuery
{
    bool pushPop = true;
    bool startEnd = true;
    bool acrossThreads = false;     ///< also ranges that ended on another thread
    bool closedByAnyEvent = false;  ///< open ones end with marks and domain rows, too
    bool mayEndBeforeStart = false; ///< also rows that are no stretch of time
    Announcements announcements = Announcements::First;
};

Result<NvtxRanges> readNvtxRanges(const TraceModel& trace, const StatsRequest& request,
                                  const NvtxQuery& query, const StatsFilter& filter,
                                  const std::stop_token& stop);

/// ":3:4": the rowids from the outermost range to this one, which must have a level.
std::string rangeStack(const std::vector<NvtxRange>& ranges, const RangePositions& parents,
                       std::uint32_t range);

/// Text of a style as the reports print it.
const char* styleText(NvtxStyle style);

/// Process and thread of a global thread id; NULL for kNoThread.
StatsCell pidCell(std::int64_t globalTid);
StatsCell tidCell(std::int64_t globalTid);

/// NULL for none.
StatsCell nameCell(const NameTable& names, NameId name);

/// Orders texts by their bytes, NULL first; as `a < b`.
bool nameLess(const NameTable& names, NameId a, NameId b);

} // namespace nv
