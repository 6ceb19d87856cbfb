// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/table_parts.h"

#include <map>
#include <span>
#include <string>

/// What was different when this launch took long?  It is compared with its *twin*, a launch of the
/// same kernel and shape that took the median time: what ran beside it, first use, compilation or
/// allocation just before, waiting for peers, its place in the step.
/// Shape: one sentence without a full stop, "; " between causes; says so when nothing differs.
/// Cost: O(log n + ops beside) per launch.  Thread: as TableContext.  Source: verdict.md 3.
namespace nv {

class OutlierReasons
{
public:
    explicit OutlierReasons(const TableContext& context);

    /// `reason`: what is known of it already, or "".
    std::string reason(OpIndex outlier, OpIndex twin, std::string reason) const;

private:
    struct Beside
    {
        std::size_t kernels = 0;
        std::size_t copies = 0;
    };

    Beside besideOf(OpIndex op) const;
    std::string hostReason(OpIndex op) const;
    std::int64_t numberOf(OpIndex op, std::size_t index) const;
    std::string placeReason(OpIndex op, OpIndex twin) const;

    const TableContext& m_context;
};

/// Which long launches come back in every step at the same place?  They are a second shape of work
/// under one name and grid: nothing went wrong.
/// Rule: a place is the how-manieth launch of that name on its stream within the step; it recurs
/// when it is long in 80 % of the window's whole steps, of at least 8.
/// Cost: O(launches of the name in the window) for names with that many long launches; names of
/// more than a million launches are not looked at.  Source: verdict.md 3, and 4 for the share.
class RecurringLaunches
{
public:
    explicit RecurringLaunches(const TableContext& context);

    /// `launches`: the long ones of a group of names, ascending by row.
    void look(std::size_t group, std::span<const LongLaunch> launches);

    /// "recurs in 19 of 20 steps at the same place: ..."; "" where it does not.
    std::string sentence(OpIndex op) const;

private:
    const TableContext& m_context;
    std::span<const Step> m_steps;
    std::map<OpIndex, std::size_t> m_stepsOf; ///< in how many steps its place is long
};

} // namespace nv
