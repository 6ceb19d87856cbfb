// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/window.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// What happened in a window, as tables: kernels, launches, API calls, transfers, gaps, outliers.
/// Shape: one struct of rows per table, sorted as the panel and the JSON show them.
/// Rules: tables, percentiles, outliers, launches and transfers use whole durations of the rows
/// nsys keeps (`keptByNsys`), for the window `all` every row; gaps are whole gaps overlapping the
/// window, their total cut at it. Unit: ns, bytes; averages are doubles as nsys prints them.  Cost:
/// O(events in the window). Errors: only Cancelled.  Thread: pure, run on a worker.  Source:
/// verdict.md 3, 4; product.md JSON.
namespace nv {

/// Count, sums and ranks of a set of durations (nsys.md 0.2 and verdict.md 3).
struct DurationStats
{
    std::uint64_t count = 0;
    Ns total = 0;
    double avg = 0;
    double median = 0; ///< mean of the middle two for an even count
    double stddev = 0; ///< sample, Welford in file order; 0 for fewer than two
    Ns min = 0;
    Ns max = 0;
    Ns p50 = 0; ///< nearest rank
    Ns p95 = 0;
    Ns p99 = 0;
};

/// `durations` in file order; it is reordered.
DurationStats durationStats(std::vector<Ns>& durations);

struct KernelRow
{
    NameId shortName;
    NameId demangled;
    DurationStats stats;
    double share = 0;      ///< total / sum of totals of this table
    double tailScore = 0;  ///< excess / |window|
    bool outliers = false; ///< max/p50 > limit
    bool systematic = false;
    std::optional<Bytes> bytesPerLaunch{};  ///< as the user gave them (Thresholds)
    std::optional<double> bandwidth{};      ///< bytes per second that these make
    std::optional<double> bandwidthShare{}; ///< of what the device's memory is made for
};

struct DurationRanks ///< nearest rank
{
    Ns p50 = 0;
    Ns p95 = 0;
    Ns p99 = 0;
};

struct LaunchRow ///< per kernel name: the call, the wait, the kernel
{
    NameId demangled;
    std::uint64_t count = 0;
    double apiAvg = 0;
    DurationRanks api;
    std::optional<double> queueAvg;     ///< of launches that waited at least 0 ns
    std::optional<DurationRanks> queue; ///< of the same launches
    double kernelAvg = 0;
    DurationRanks kernel;
    std::uint64_t negativeLatency = 0; ///< kernels that start before their call ends
    std::uint64_t beforeCall = 0;      ///< of these, before it begins: the clocks disagree
    Ns earliest = 0; ///< signed: the least of start of the kernel - end of the call
};

struct ApiRow
{
    std::string name; ///< base name
    std::string cls;  ///< apiTableClass
    DurationStats stats;
    /// Device idle time of the window explained by this call, by class (summed over devices).
    DurationNs gapCompile = 0;
    DurationNs gapSync = 0;
    DurationNs gapAlloc = 0;
    DurationNs gapLaunch = 0;
};

struct CopySignature
{
    Bytes bytes = 0;
    std::uint64_t perStepCount = 0;
    double inStepsShare = 0;
};

struct TransferRow
{
    bool isMemset = false;
    std::int64_t copyKind = kUnknownKind;
    std::int64_t srcKind = kUnknownKind;
    std::int64_t dstKind = kUnknownKind;
    std::uint64_t count = 0;
    Bytes bytes = 0; ///< negative sizes in the file are not added
    DurationStats stats;
    DurationNs exposedNs = 0;        ///< nothing else ran meanwhile, cut at the window
    std::optional<double> bandwidth; ///< bytes per second

    struct PerStep
    {
        double count = 0;
        double bytes = 0;
        bool constant = false;
        std::vector<CopySignature> signatures; ///< the constant ones
    };

    std::optional<PerStep> perStep; ///< nullopt below 8 known steps
};

struct GapBucket
{
    Ns from = 0;
    std::optional<Ns> to; ///< nullopt: no upper border
    std::uint64_t count = 0;
    DurationNs total = 0;
};

struct GapRow
{
    DeviceId device;
    Gap gap;
    TimeRange whole; ///< the gap with its open side cut at the capture's edge
    BudgetClass cause = BudgetClass::Unknown;
    Budget classes{};      ///< of the whole gap
    std::string nvtx;      ///< innermost range on the launching thread at its begin, or ""
    std::string nvtxOwner; ///< the range that covers most of it, or ""
    std::string hostCall;  ///< longest API or OS call on that thread inside it, or ""
};

struct GapTable
{
    std::vector<GapBucket> buckets;       ///< device gaps
    std::vector<GapBucket> streamBuckets; ///< gaps between ops of one stream
    std::vector<GapRow> top;              ///< longest first, at most 200

    struct Cause
    {
        std::uint64_t count = 0;
        DurationNs total = 0;
    };

    std::array<Cause, kBudgetClasses> causes{};
};

struct OutlierRow
{
    OpIndex op;
    double ratio = 0; ///< duration / p50 of its (name, grid, block) group
    Ns groupP50 = 0;
    std::string nvtx;
    std::string reason; ///< what was different from the median twin
};

struct CompileRow
{
    CallIndex call;
    std::string nvtx;
    NameId firstSeen;       ///< the kernel first launched by or after it, none when unknown
    DurationNs stallNs = 0; ///< device idle inside the call
};

struct EagerRow
{
    NameId demangled;
    std::uint64_t count = 0;
    Ns total = 0;
    DurationNs gapBefore = 0;
    std::string nvtx;
};

enum class GraphMode : std::uint8_t
{
    None,
    Node,
    Graph,
};

struct GraphSummary
{
    GraphMode mode = GraphMode::None;
    std::uint64_t launches = 0;
    std::optional<double> coverageByCount;
    std::optional<double> coverageByTime;
    std::vector<EagerRow> eager;
};

struct WindowTables
{
    Window window;
    std::vector<KernelRow> kernels; ///< by total, descending; ties by name
    std::vector<LaunchRow> launches;
    std::vector<ApiRow> api;
    std::vector<TransferRow> transfers;
    GapTable gaps;
    std::vector<OutlierRow> outliers;
    std::optional<std::vector<CompileRow>> compileAfterWarmup; ///< nullopt: no steady state known
    GraphSummary graphs;
};

/// `only`: a single device, as `--device` asks; none for all.
Result<WindowTables> windowTables(const Analysis& analysis, const Window& window, DeviceId only,
                                  const std::stop_token& stop);

} // namespace nv
