// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/window.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Which kernels repeat inside a step (a layer of a model), and which block of them loses time?
/// Shape: of the first rank's busiest stream, the kernels from one *anchor* to the next: an
/// attention kernel where one repeats, else the first kernel of those whose count in a step is the
/// most common one.  Repetitions do not cross the border of a step; of them those whose names are
/// the most frequent sequence of the most frequent length are averaged, so each step's last one,
/// which runs into the sampler, is left out.  Kernels are put into contiguous groups that a user may
/// cut differently.  Without known steps the window is one step.
/// Unit: ns; a gap is the time between the latest end so far of anything on the stream and a kernel.
/// Cost: O(ops + repetitions · log).  Errors: none; not found carries a reason; unfinished when a
/// stop is requested.  Thread: pure.
/// Source: host-overhead.md 6.3, the values marked [RIGHT].
namespace nv {

enum class GapPriority : std::uint8_t
{
    Low,
    Medium,
    High,
};
/// "low", "medium", "high".
std::string_view gapPriorityKey(GapPriority priority);
/// Share of the gaps of a pattern: from 0.40 high, from 0.25 medium.
GapPriority gapPriority(double share);

struct PatternKernel
{
    NameId shortName;
    NameId demangled;
    std::string operation;  ///< kernelFamily
    DurationNs running = 0; ///< sum over the matched repetitions
    DurationNs gap = 0;     ///< likewise, before it
};

struct PatternGroup
{
    std::string label;     ///< "A", "B", ... "AA"
    std::size_t first = 0; ///< index of its first kernel
    std::size_t last = 0;  ///< of its last
    std::string operation; ///< what it was cut for: "GEMM", "attention", ...
    DurationNs gap = 0;    ///< sum over the matched repetitions
    double share = 0;      ///< of the gaps of the pattern; 0 when there are none
    GapPriority priority = GapPriority::Low;
};

struct RepeatingPattern
{
    std::string reason; ///< why there is none, or ""
    ProcessId process;
    StreamId stream;
    NameId anchor;               ///< short name
    std::size_t steps = 0;       ///< that were looked at
    std::size_t repetitions = 0; ///< of the anchor in most of them: layers
    std::size_t matched = 0;     ///< repetitions that were averaged, over all steps
    std::size_t others = 0;      ///< complete ones with other kernels
    std::vector<PatternKernel> kernels;
    std::vector<PatternGroup> groups;

    bool isFound() const { return matched > 0; }

    /// Mean over the matched repetitions.
    double mean(DurationNs sum) const
    {
        return static_cast<double>(sum) / static_cast<double>(matched);
    }
};

RepeatingPattern repeatingPattern(const Analysis& analysis, const Window& window,
                                  const std::stop_token& stop);

/// Groups that begin at the given kernels; the first kernel always begins one.
std::vector<PatternGroup> patternGroups(const std::vector<PatternKernel>& kernels,
                                        std::span<const std::size_t> starts);

/// A group begins with each GEMM, attention, collective, convolution or transform that follows
/// another one of these; what lies between belongs to the one before it.
std::vector<std::size_t> proposedGroupStarts(const std::vector<PatternKernel>& kernels);

/// Fewer repetitions in a step are no pattern.
inline constexpr std::size_t kFewestRepetitions = 3;

} // namespace nv
