// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/thresholds.h"

#include <array>
#include <string_view>
#include <variant>

/// What is each limit called in the file, and what does it decide?
/// Shape: one line per limit; reading, writing, the refusal of unknown names and the dialog all walk
/// these lists.  For the sources beside it only.  Thread: constants.
namespace nv::limits {

using Names = std::vector<std::string>;

template <class Group>
struct Setting
{
    const char* name;
    std::variant<double Group::*, std::int64_t Group::*, Names Group::*> member;
    const char* meaning;
};

inline constexpr std::array kBudget{
    Setting<BudgetLimits>{"lazy_call_ns", &BudgetLimits::lazyCallNs,
                          "a longer call of the launch class may be a compilation"},
    Setting<BudgetLimits>{"dispatch_gap_ns", &BudgetLimits::dispatchGapNs,
                          "a shorter gap of issued work is dispatch, not waiting"},
    Setting<BudgetLimits>{"host_piece_ns", &BudgetLimits::hostPieceNs,
                          "time between two calls from which it is host work"},
    Setting<BudgetLimits>{"setup_call_ns", &BudgetLimits::setupCallNs,
                          "a longer free inside a gap creates a context"},
    Setting<BudgetLimits>{"communication_short", &BudgetLimits::communicationShort,
                          "parts of short names of communication kernels"},
    Setting<BudgetLimits>{"communication_demangled", &BudgetLimits::communicationDemangled,
                          "parts of demangled names of communication kernels"},
};

inline constexpr std::array kClasses{
    Setting<ClassLimits>{"compute", &ClassLimits::compute, "kernel-bound above this share"},
    Setting<ClassLimits>{"compute_primary", &ClassLimits::computePrimary,
                         "kernel-bound goes before every loss"},
    Setting<ClassLimits>{"compute_else", &ClassLimits::computeElse,
                         "kernel-bound when no loss is above its limit"},
    Setting<ClassLimits>{"launch", &ClassLimits::launch, "launch-overhead-bound"},
    Setting<ClassLimits>{"transfer", &ClassLimits::transfer, "transfer-bound"},
    Setting<ClassLimits>{"sync", &ClassLimits::sync, "sync-bound"},
    Setting<ClassLimits>{"host", &ClassLimits::host, "host-bound"},
    Setting<ClassLimits>{"communication", &ClassLimits::communication, "communication-bound"},
    Setting<ClassLimits>{"queue", &ClassLimits::queue, "device-wait"},
    Setting<ClassLimits>{"compile", &ClassLimits::compile, "compile-after-warm-up"},
    Setting<ClassLimits>{"alloc", &ClassLimits::alloc, "allocation-churn"},
    Setting<ClassLimits>{"unknown", &ClassLimits::unknown,
                         "idle nobody recorded: gap classes below their limit cannot be told"},
    Setting<ClassLimits>{"unknown_primary", &ClassLimits::unknownPrimary,
                         "idle nobody recorded: no primary"},
    Setting<ClassLimits>{"idle_without_api", &ClassLimits::idleWithoutApi,
                         "idle without any API row: no primary"},
    Setting<ClassLimits>{"active", &ClassLimits::active,
                         "busy time of an active device, of the busiest one's"},
    Setting<ClassLimits>{"dominant", &ClassLimits::dominant,
                         "share of kernel time of a dominant kernel"},
    Setting<ClassLimits>{"min_steps", &ClassLimits::minSteps, "steps that per-step claims need"},
};

inline constexpr std::array kTails{
    Setting<TailLimits>{"outlier_max", &TailLimits::outlierMax, "max/p50: flag outliers"},
    Setting<TailLimits>{"systematic_p99", &TailLimits::systematicP99, "p99/p50: flag systematic"},
    Setting<TailLimits>{"systematic_count", &TailLimits::systematicCount,
                        "with fewer launches p95 stands for p99"},
    Setting<TailLimits>{"excess", &TailLimits::excess,
                        "launches longer than this times p50 count into the tail score"},
    Setting<TailLimits>{"group_size", &TailLimits::groupSize,
                        "launches of one shape before outliers are named"},
    Setting<TailLimits>{"outlier_ratio", &TailLimits::outlierRatio, "duration/p50 of an outlier"},
    Setting<TailLimits>{"outlier_min_ns", &TailLimits::outlierMinNs,
                        "an outlier is longer than p50 by at least this"},
    Setting<TailLimits>{"constant_share", &TailLimits::constantShare,
                        "of the steps, for a copy to be the same in every step"},
    Setting<TailLimits>{"small_copy_bytes", &TailLimits::smallCopyBytes,
                        "copies per step up to this are expected"},
};

inline constexpr std::array kHost{
    Setting<HostThresholds>{"gpu_idle_ratio", &HostThresholds::gpuIdle, "M1, no kernel running"},
    Setting<HostThresholds>{"launch_overhead_ratio", &HostThresholds::launchOverhead,
                            "M2, time inside launch calls"},
    Setting<HostThresholds>{"host_prep_exposed_ratio", &HostThresholds::prepExposed,
                            "M3a, host preparation nothing hides"},
    Setting<HostThresholds>{"host_prep_perf_impact", &HostThresholds::prepImpact,
                            "M3b, exposed preparation of the window"},
    Setting<HostThresholds>{"host_prep_idle_attribution", &HostThresholds::prepAttribution,
                            "M3c, exposed preparation of the idle time"},
    Setting<HostThresholds>{"gpu_utilization", &HostThresholds::utilization,
                            "M4, crossed below this"},
    Setting<HostThresholds>{"nccl_ratio_caveat", &HostThresholds::ncclCaveat,
                            "M5, a caveat, no vote"},
};

inline constexpr std::string_view kHostGroup = "host_overhead";

/// `visit(name, group, settings)` for each group; those of a scope of host overhead are named
/// "host_overhead.aggregate", ….  It returns true to go on.
template <class Limits, class Visit>
bool eachGroup(Limits& all, Visit visit)
{
    auto& host = all.hostOverhead;
    return visit("budget", all.budget, kBudget) && visit("classes", all.classes, kClasses)
           && visit("tails", all.tails, kTails)
           && visit("host_overhead.aggregate", host.aggregate, kHost)
           && visit("host_overhead.context", host.context, kHost)
           && visit("host_overhead.generation", host.generation, kHost);
}

} // namespace nv::limits
