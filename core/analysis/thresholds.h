// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Every limit a figure or a verdict depends on, with its default.  Compared strictly.
/// Unit: in the names; shares are 0..1 of the window.
/// Source: verdict.md 1 (explaining a gap), 2 (classes), 3 (tails, bandwidth), 4 (constant copies);
/// host-overhead.md 2.1.
namespace nv {

/// Limits that decide the class of an instant: changing one rebuilds the budget index.
struct BudgetLimits
{
    Ns lazyCallNs = 100'000;     ///< a launch-class call longer than this may be a compilation
    Ns dispatchGapNs = 5'000;    ///< a shorter gap of issued work is dispatch, not queueing
    Ns hostPieceNs = 20'000;     ///< host time between two calls from which it counts as host work
    Ns setupCallNs = 10'000'000; ///< a free in a gap longer than this creates a context
    /// Any of these in the short name makes a kernel communication, any case.
    std::vector<std::string> communicationShort{
        "nccl",      "nvshmem",    "allreduce",           "all_reduce",
        "allgather", "all_gather", "reducescatter",       "reduce_scatter",
        "alltoall",  "all_to_all", "cross_device_reduce", "quickreduce",
        "mscclpp"};
    /// Any of these in the demangled name, any case.
    std::vector<std::string> communicationDemangled{"deep_ep::", "mscclpp::"};

    bool operator==(const BudgetLimits&) const = default;
};

struct ClassLimits
{
    double compute = 0.60;        ///< kernel-bound is a yes
    double computePrimary = 0.70; ///< kernel-bound is primary before any loss
    double computeElse = 0.50;    ///< kernel-bound is primary when no loss is above its limit
    double launch = 0.10;
    double transfer = 0.10;
    double sync = 0.10;
    double host = 0.10;
    double communication = 0.20;
    double queue = 0.10;
    double compile = 0.01;
    double alloc = 0.02;
    double unknown = 0.10;        ///< above: gap classes below their limit cannot be told
    double unknownPrimary = 0.30; ///< above: no primary
    double idleWithoutApi = 0.30; ///< above, without API rows: no primary
    double active = 0.01;         ///< busy time relative to the busiest device
    double dominant = 0.50;       ///< one kernel's share of kernel time
    std::int64_t minSteps = 8;    ///< per-step claims need this many

    bool operator==(const ClassLimits&) const = default;
};

struct TailLimits
{
    double outlierMax = 2.0;    ///< max/p50
    double systematicP99 = 1.5; ///< p99/p50, p95/p50 below systematicCount launches
    std::int64_t systematicCount = 100;
    double excess = 1.5;         ///< launches above excess·p50 count into the tail score
    std::int64_t groupSize = 20; ///< launches of one shape before outliers are named
    double outlierRatio = 2.0;
    Ns outlierMinNs = 5'000;
    double constantShare = 0.80; ///< of the steps, for a copy to be constant per step
    Bytes smallCopyBytes = 65'536;

    bool operator==(const TailLimits&) const = default;
};

/// Limits of one scope of host overhead; compared strictly, on unrounded values.
struct HostThresholds
{
    double gpuIdle = 0.30;
    double launchOverhead = 0.10;
    double prepExposed = 0.50;
    double prepImpact = 0.05;
    double prepAttribution = 0.50;
    double utilization = 0.60; ///< crossed below
    double ncclCaveat = 0.20;

    static HostThresholds aggregate() { return {}; }

    static HostThresholds context() { return {}; }

    static HostThresholds generation()
    {
        HostThresholds t;
        t.gpuIdle = 0.15;
        t.utilization = 0.80;
        return t;
    }

    bool operator==(const HostThresholds&) const = default;
};

struct HostLimits
{
    HostThresholds aggregate = HostThresholds::aggregate();
    HostThresholds context = HostThresholds::context();
    HostThresholds generation = HostThresholds::generation();

    bool operator==(const HostLimits&) const = default;
};

struct Thresholds
{
    BudgetLimits budget;
    ClassLimits classes;
    TailLimits tails;
    HostLimits hostOverhead;
    /// What a launch of a kernel moves, as the user says: by short or demangled name, > 0.
    std::map<std::string, Bytes> bytesPerLaunch;

    bool operator==(const Thresholds&) const = default;
};

/// Defaults overridden by a JSON object of {"name": value}; the names are those of this file in
/// snake_case under "budget", "classes", "tails"; under "host_overhead" the keys of host-overhead.md
/// 2.1 for each of "aggregate", "context", "generation"; under "bytes_per_launch" names of kernels.
/// An unknown name or a wrong type is an error.
Result<Thresholds> parseThresholds(std::string_view json);
/// The same object with every value, for the settings dialog and the reports.
std::string thresholdsJson(const Thresholds& thresholds);

/// Given by demangled name, else by short name; nullopt: not given.
std::optional<Bytes> bytesPerLaunch(const Thresholds& thresholds, const std::string& shortName,
                                    const std::string& demangled);

} // namespace nv
