// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"
#include "core/analysis/tables/table_index.h"

#include <memory>
#include <stop_token>
#include <vector>

/// The tables of a window one by one, for window_tables.cpp and the tests.
/// Shape: TableContext holds what all of them need: the trace, its index, the window as slices of
/// it, and figures that several tables share, each made when first asked for.
/// Rules, units: as tables.h.  Cost: O(kernels and calls of the window) for the figures, on all
/// cores; the rest as gap_counts.h and stream_gaps.h say.  An analysis without an index, and a
/// single device, get an index of their own first.
/// Errors: none; when a stop is requested a part returns early with an unfinished table, and
/// windowTables throws all of them away.  Thread: one context serves one thread until all
/// figures are made.
/// Source: verdict.md 3, 4; product.md JSON.
namespace nv {

/// A launch much longer than its twins: launches of the same name and shape.
struct LongLaunch
{
    OpIndex op;
    OpIndex twin; ///< one that took the median time
    Ns duration = 0;
    Ns p50 = 0;
};

/// What the tables say about the kernels of one name.
struct KernelFigures
{
    DurationStats stats;
    double excess = 0; ///< what launches much longer than the median cost together
    std::vector<LongLaunch> longLaunches;
    LaunchFigures launches;
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

    /// Makes the three that follow in one go; from then on several threads may ask.
    void makeFigures() const;
    const std::vector<KernelFigures>& kernelFigures() const; ///< by group of names
    const std::vector<DurationStats>& callFigures() const;   ///< by group of bases
    /// Gaps of a device in the window; ops of devices that do not count end none.
    const GapTotals& gaps(DeviceId device) const;

    const Analysis& analysis;
    const TraceModel& model;
    const BudgetIndex& index;
    Window window;
    DeviceId only;
    std::stop_token stop;
    std::shared_ptr<const TableIndex> tables;
    const EventNests& nests;
    KeptRows ops; ///< of all devices
    KeptRows calls;
    std::vector<Slice> kernels;    ///< by group of names
    std::vector<Slice> callGroups; ///< by group of bases

private:
    mutable std::vector<KernelFigures> m_kernels;
    mutable std::vector<DurationStats> m_calls;
    mutable std::vector<std::optional<GapTotals>> m_gaps;
};

/// Rows of OpTable, ascending.
struct KeptOps
{
    std::vector<std::uint32_t> kernels;
    std::vector<std::uint32_t> replays;
    std::vector<std::uint32_t> copies;
    std::vector<std::uint32_t> sets;
};

/// One by one, for what is not asked of slices.  Cost: O(ops kept).
KeptOps keptOps(const TableContext& context);

/// Kept rows of a list of rows of OpTable.
std::vector<std::uint32_t> keptOf(const TableContext& context, const PackedValues& rows,
                                  OpKind kind);

/// Positions [first, last) of the gaps of a device that overlap the window.
struct GapSpan
{
    Gaps gaps;
    std::size_t first = 0;
    std::size_t last = 0;
};

GapSpan gapsInWindow(const TableContext& context, DeviceId device);

std::vector<KernelRow> kernelTable(const TableContext& context);
std::vector<LaunchRow> launchTable(const TableContext& context);
std::vector<ApiRow> apiTable(const TableContext& context);
std::vector<TransferRow> transferTable(const TableContext& context);
GapTable gapTable(const TableContext& context);
std::vector<OutlierRow> outlierTable(const TableContext& context);
std::optional<std::vector<CompileRow>> compileAfterWarmup(const TableContext& context);
GraphSummary graphSummary(const TableContext& context);

} // namespace nv
