// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/table_parts.h"

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

    std::string reason(OpIndex outlier, OpIndex twin) const;

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

} // namespace nv
