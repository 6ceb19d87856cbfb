// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/tables/gap_buckets.h"
#include "core/analysis/tables/kept_rows.h"
#include "core/analysis/tables/nested_events.h"

#include <span>
#include <vector>

/// What do the gaps of a device add up to?
/// Shape: sums over gaps by length, by cause, by the call that explains them and by the kernel they
/// end at.  Gaps inside a window do not depend on it, so each 2048 of them are summed up once; a
/// window adds whole blocks and counts what is left gap by gap.
/// Unit: ns, cut at the window.  Cost: build O(gaps + calls in them); a window O(gaps / 2048) and at
/// most 4096 gaps.  About a byte a gap.  Errors: none; a stop leaves it unfinished.
/// Thread: GapBlocks are immutable after build; a GapCounter serves one thread.
/// Source: verdict.md 1, 3; host-overhead.md 6.1, 6.2.
namespace nv {

/// Device idle time by the class of the call that explains it.
struct GapShares
{
    DurationNs compile = 0;
    DurationNs sync = 0;
    DurationNs alloc = 0;
    DurationNs launch = 0;
};

/// The gaps that end at launches of one kernel which no graph made.
struct EagerGaps
{
    DurationNs sum = 0;
    DurationNs largest = 0;    ///< of equals the first
    std::uint32_t example = 0; ///< the op after it, when `largest` is not 0
};

void addEagerGaps(EagerGaps& gaps, const EagerGaps& more);

struct GapTotals
{
    GapTotals(std::size_t callNames, std::size_t kernelNames)
        : shares(callNames)
        , eager(kernelNames)
    {}

    GapSums buckets{};
    std::array<GapTable::Cause, kBudgetClasses> causes{};
    DurationNs longest = 0;
    std::vector<GapShares> shares; ///< by CallNameId
    std::vector<EagerGaps> eager;  ///< by group of kernel names
};

/// What counting asks of the trace, besides its gaps.
struct GapSources
{
    const TraceModel& model;
    const BudgetIndex& index;
    const BudgetLimits& limits;
    const EventNests& nests;
    std::span<const std::uint32_t> kernelNames; ///< group of names by kernel variant
};

class GapCounter
{
public:
    GapCounter(const GapSources& sources, DeviceId device);

    /// Adds gaps [first, last), which ascend from call to call or start anew.  `kept`: the ops of
    /// the window, null for all.
    void count(std::size_t first, std::size_t last, TimeRange window, const KeptRows* kept,
               const std::stop_token& stop, GapTotals& totals);

    /// The gap with its open sides cut at the edges of the capture; empty when nothing is left.
    TimeRange whole(std::size_t gap) const;

private:
    TimeRange whole(const Gap& gap) const;
    Budget budgetOf(TimeRange gap, std::size_t run) const;
    void share(const Gap& gap, TimeRange inside, std::size_t run, GapTotals& totals);
    void sharePiece(const Gap& gap, ThreadId thread, TimeRange piece, ApiClass cls,
                    GapTotals& totals);
    std::optional<std::uint32_t> causeAt(const NestedEvents& nest, Ns t, const Gap& gap,
                                         ApiClass cls) const;
    ApiClass classIn(const Gap& gap, std::uint32_t call) const;
    void noteEager(const Gap& gap, DurationNs length, const KeptRows* kept,
                   GapTotals& totals) const;

    GapSources m_sources;
    Gaps m_gaps;
    BudgetIndex::Runs m_runs;
    std::vector<Ns> m_cuts;
};

/// Sums of each kBlock gaps of a device.
class GapBlocks
{
public:
    static constexpr std::size_t kBlock = 2048;

    GapBlocks() = default;

    /// All blocks are there afterwards, empty ones; `fill` may run on several threads.
    explicit GapBlocks(std::size_t gaps);

    std::size_t size() const { return m_blocks.size(); }

    void fill(std::size_t block, const GapSources& sources, DeviceId device,
              const std::stop_token& stop);

    /// Adds what lies in the blocks [first, last).
    void add(std::size_t first, std::size_t last, GapTotals& totals) const;

    DurationNs longestOf(std::size_t block) const { return m_blocks[block].longest; }

private:
    struct Share
    {
        std::uint32_t name = 0;
        GapShares shares;

        template <class Archive>
        friend void archive(Archive& a, Share& s)
        {
            a(s.name, s.shares);
        }
    };

    struct Eager
    {
        std::uint32_t group = 0;
        EagerGaps gaps;

        template <class Archive>
        friend void archive(Archive& a, Eager& e)
        {
            a(e.group, e.gaps);
        }
    };

    struct Block
    {
        GapSums buckets{};
        std::array<GapTable::Cause, kBudgetClasses> causes{};
        DurationNs longest = 0;
        std::vector<Share> shares;
        std::vector<Eager> eager;

        template <class Archive>
        friend void archive(Archive& a, Block& b)
        {
            a(b.buckets, b.causes, b.longest, b.shares, b.eager);
        }
    };

    template <class Archive>
    friend void archive(Archive& a, GapBlocks& g)
    {
        a(g.m_blocks);
    }

    std::vector<Block> m_blocks;
};

/// The class that holds most of a gap; of equals the first in the order of the budget.
BudgetClass causeOf(const Budget& classes);

} // namespace nv
