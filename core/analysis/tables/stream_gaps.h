// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/gap_buckets.h"
#include "core/trace/trace_model.h"

#include <optional>
#include <stop_token>
#include <vector>

/// How long are the gaps between the ops of one stream?
/// Shape: ops of one stream may overlap, so a gap opens at the latest end so far and belongs to the
/// op that closes it.  The state before each 4096th op (more with many streams) is kept: the latest
/// end and the next op of each stream, and the sums of all gaps closed until then.
/// Unit: ns, cut at the window.  Cost: build O(n); a window O(8192 ops + streams), about a tenth of
/// a byte an op.  Errors: none; a stop leaves it unfinished.  Thread: immutable after build.
/// Source: host-overhead.md 6.1.
namespace nv {

class StreamGaps
{
public:
    StreamGaps() = default;
    /// `only`: ops of that device, none for all.  `model` must outlive this.
    StreamGaps(const TraceModel& model, DeviceId only, const std::stop_token& stop);

    /// For gaps that were kept with their trace.
    void setModel(const TraceModel& model) { m_model = &model; }

    /// Whole gaps that overlap the window, their total cut at it.
    GapSums sums(TimeRange window) const;

private:
    struct State
    {
        std::vector<std::optional<Ns>> latest; ///< end, by stream
        GapSums closed{};

        template <class Archive>
        friend void archive(Archive& a, State& s)
        {
            a(s.latest, s.closed);
        }
    };

    template <class Archive>
    friend void archive(Archive& a, StreamGaps& g)
    {
        a(g.m_only, g.m_stride, g.m_states, g.m_next);
    }

    bool counts(std::size_t op) const;
    void add(std::size_t op, State& state) const;
    State before(std::size_t op) const;
    std::vector<std::uint32_t> nextOps(std::size_t op) const;

    const TraceModel* m_model = nullptr;
    DeviceId m_only;
    std::size_t m_stride = 0;
    std::vector<State> m_states;                    ///< before op i * stride
    std::vector<std::vector<std::uint32_t>> m_next; ///< from op i * stride on, by stream
};

} // namespace nv
