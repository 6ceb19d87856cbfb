// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"
#include "core/analysis/tables/nested_events.h"

#include <stop_token>
#include <vector>

/// The tables of a window one by one, for window_tables.cpp and the tests.
/// Shape: TableContext holds what all of them need: the trace, the window, the rows nsys keeps.
/// Rules, units: as tables.h.  Cost: O(rows of the table), O(rows kept) where they are given.
/// Errors: none; when a stop is requested a part returns early with an unfinished table, and
/// windowTables throws all of them away.  Thread: one context serves one thread.
/// Source: verdict.md 3, 4; product.md JSON.
namespace nv {

/// Rows of OpTable, ascending.
struct KeptOps
{
    std::vector<std::uint32_t> kernels;
    std::vector<std::uint32_t> replays;
    std::vector<std::uint32_t> copies;
    std::vector<std::uint32_t> sets;
};

struct TableContext
{
    TableContext(const Analysis& analysisOfTrace, const Window& asked, DeviceId device,
                 std::stop_token stopToken);

    /// Ops are counted on this device.
    bool counts(DeviceId device) const { return only.isNone() || device == only; }

    /// Tables of the window `all` hold every row, those of another the rows nsys keeps.
    bool isFiltered() const { return window.source != WindowSource::All; }

    ThreadId threadOf(CallIndex call) const
    {
        return call.isNone() ? ThreadId::none() : model.calls.thread[call()];
    }

    const Analysis& analysis;
    const TraceModel& model;
    const BudgetIndex& index;
    Window window;
    DeviceId only;
    std::stop_token stop;
    EventNests nests;
    KeptOps ops;
    std::vector<std::uint32_t> calls; ///< kept rows of CallTable, ascending
};

/// Rows of a table that nsys keeps, ascending; all rows when the context is not filtered.
std::vector<std::uint32_t> keptRows(const TableContext& context, std::span<const Ns> start,
                                    std::span<const Ns> end);

/// A gap with its open sides cut at the edges of the capture; empty when nothing is left.
TimeRange wholeGap(const TableContext& context, const Gap& gap);

/// Positions [first, last) of the gaps of a device that overlap the window.
struct GapSpan
{
    Gaps gaps;
    std::size_t first = 0;
    std::size_t last = 0;
};

GapSpan gapsInWindow(const TableContext& context, DeviceId device);

/// Kernel variants that count as one: groupOf[variant] < firstOf.size().
struct VariantGroups
{
    std::vector<std::uint32_t> groupOf;
    std::vector<std::uint32_t> firstOf; ///< a variant of each group
};

VariantGroups groupsByName(const TraceModel& model);         ///< demangled name
VariantGroups groupsByNameAndShape(const TraceModel& model); ///< demangled name, grid, block

std::vector<KernelRow> kernelTable(const TableContext& context);
std::vector<LaunchRow> launchTable(const TableContext& context);
std::vector<ApiRow> apiTable(TableContext& context);
std::vector<TransferRow> transferTable(const TableContext& context);
GapTable gapTable(TableContext& context);
std::vector<OutlierRow> outlierTable(TableContext& context);
std::optional<std::vector<CompileRow>> compileAfterWarmup(TableContext& context);
GraphSummary graphSummary(TableContext& context);

/// Device idle time inside the window by the call that explains it, indexed by CallNameId.
struct GapShares
{
    DurationNs compile = 0;
    DurationNs sync = 0;
    DurationNs alloc = 0;
    DurationNs launch = 0;
};

std::vector<GapShares> gapSharesByCallName(TableContext& context);

} // namespace nv
