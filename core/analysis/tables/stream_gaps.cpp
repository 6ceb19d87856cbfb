// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/stream_gaps.h"

#include "core/base/progress.h"

#include <algorithm>

namespace nv {
namespace {

constexpr std::uint32_t kNone = OpIndex::kNone;

void subtract(GapSums& from, const GapSums& less)
{
    for (std::size_t i = 0; i < from.size(); ++i) {
        from.at(i).count -= less.at(i).count;
        from.at(i).total -= less.at(i).total;
    }
}

} // namespace

StreamGaps::StreamGaps(const TraceModel& model, DeviceId only, const std::stop_token& stop)
    : m_model(&model)
    , m_only(only)
{
    constexpr std::size_t kLeast = 4096;
    constexpr std::size_t kPerStream = 160; // a state costs 20 bytes a stream
    const std::size_t streams = model.streams.size();
    m_stride = std::max(kLeast, streams * kPerStream);
    const std::size_t ops = model.ops.size();

    State state;
    state.latest.resize(streams);
    for (std::size_t op = 0; op < ops && !shouldStop(stop, op); ++op) {
        if (op % m_stride == 0)
            m_states.push_back(state);
        add(op, state);
    }
    m_next.resize(m_states.size() + 1);
    std::vector<std::uint32_t> next(streams, kNone);
    m_next.back() = next;
    for (std::size_t op = ops; op-- > 0 && !shouldStop(stop, op);) {
        if (counts(op))
            next[model.ops.stream[op]()] = static_cast<std::uint32_t>(op);
        if (op % m_stride == 0 && op / m_stride < m_next.size())
            m_next[op / m_stride] = next;
    }
}

/// Ops without length neither close nor open a gap.
bool StreamGaps::counts(std::size_t op) const
{
    return m_model->ops.end[op] > m_model->ops.start[op]
           && (m_only.isNone() || m_model->deviceOf(OpIndex(op)) == m_only);
}

void StreamGaps::add(std::size_t op, State& state) const
{
    if (!counts(op))
        return;
    const OpTable& ops = m_model->ops;
    std::optional<Ns>& latest = state.latest[ops.stream[op]()];
    if (latest && ops.start[op] > *latest) {
        const DurationNs length = lengthBetween(*latest, ops.start[op]);
        addGap(state.closed, length, length);
    }
    latest = std::max(latest.value_or(kMinNs), ops.end[op]);
}

StreamGaps::State StreamGaps::before(std::size_t op) const
{
    const std::size_t block = std::min(op / m_stride, m_states.size() - 1);
    State state = m_states[block];
    for (std::size_t i = block * m_stride; i < op; ++i)
        add(i, state);
    return state;
}

/// The first op of each stream from `op` on.
std::vector<std::uint32_t> StreamGaps::nextOps(std::size_t op) const
{
    const std::size_t block = (op + m_stride - 1) / m_stride;
    std::vector<std::uint32_t> next = m_next[std::min(block, m_next.size() - 1)];
    for (std::size_t i = std::min(block * m_stride, m_model->ops.size()); i-- > op;) {
        if (counts(i))
            next[m_model->ops.stream[i]()] = static_cast<std::uint32_t>(i);
    }
    return next;
}

GapSums StreamGaps::sums(TimeRange window) const
{
    GapSums out{};
    if (m_states.empty() || window.isEmpty())
        return out;
    const auto& start = m_model->ops.start;
    const auto position = [&](auto at) { return static_cast<std::size_t>(at - start.begin()); };
    // Gaps closed by ops that start inside: whole, but for the first one of each stream.
    const std::size_t first = position(std::upper_bound(start.begin(), start.end(), window.begin));
    const std::size_t last =
        std::max(first, position(std::lower_bound(start.begin(), start.end(), window.end)));
    const State begin = before(first);
    const State end = before(last);
    out = end.closed;
    subtract(out, begin.closed);
    const std::vector<std::uint32_t> opening = nextOps(first);
    const std::vector<std::uint32_t> closing = nextOps(last);
    for (std::size_t s = 0; s < opening.size(); ++s) {
        const auto cut = [&](std::uint32_t op, const std::optional<Ns>& latest, bool isCounted) {
            if (op == kNone || !latest || start[op] <= *latest)
                return;
            const TimeRange gap{*latest, start[op]};
            const DurationNs inside = gap.intersect(window).length();
            GapSums one{};
            if (isCounted) {
                addGap(one, gap.length(), gap.length());
                subtract(out, one);
                one = {};
            }
            if (inside > 0) {
                addGap(one, gap.length(), inside);
                addSums(out, one);
            }
        };
        if (opening[s] < last)
            cut(opening[s], begin.latest[s], true);
        cut(closing[s], end.latest[s], false);
    }
    return out;
}

} // namespace nv
