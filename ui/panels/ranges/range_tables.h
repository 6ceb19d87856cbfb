// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window_facts.h"
#include "core/verdict/verdict.h"
#include "ui/annotations.h"
#include "ui/table/table_model.h"

#include <functional>
#include <memory>
#include <vector>

/// Named ranges as rows, and side by side their figures and their budgets: one column a range.
/// Rule: the figures of a range are those the window would have there: the budget of each device,
/// the class that is primary by the budget alone.
/// Cost: O(ranges · (devices + names) · log n).  Thread: pure; the tables own what they show.
namespace nv {

struct RangeFigures
{
    Annotations::Range range;
    Window window;
    Verdict verdict;
    WindowFacts facts;
};

using RangeFiguresPtr = std::shared_ptr<const std::vector<RangeFigures>>;

RangeFiguresPtr rangeFigures(const Analysis& analysis, const Annotations& annotations);

using EditRange = std::function<void(std::uint64_t id, const QString& text)>;

/// Row identity: the id of the range.
Table rangeTable(const RangeFiguresPtr& figures, const EditRange& rename, const EditRange& setNote);
/// Steps, time per step, kernels, busy time of each device, and of all but the first range how much
/// more that is than in the first; what a row means is its tooltip.
Table figureTable(const RangeFiguresPtr& figures, const TracePtr& trace);
/// Classes that took time in one of the ranges, device by device.
Table budgetTable(const RangeFiguresPtr& figures, const TracePtr& trace);

} // namespace nv
