// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/candidate.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace nv::stepfind {
namespace {

constexpr std::size_t kMinOccurrences = 9;
constexpr double kSameDistance = 0.8;
constexpr std::size_t kShortPeriod = 10;
constexpr double kClearlyLonger = 1.5; ///< a boundary's gap against the next longest

using Item = std::uint32_t;

struct Sequence
{
    ThreadId thread;
    std::vector<OpIndex> op; ///< everything one thread launched, in launch order
    std::vector<Ns> at;
    std::vector<Item> item; ///< ids ascend by first occurrence
    Item items = 0;
};

struct Anchor
{
    std::size_t distance = 0; ///< items from one occurrence to the next
    std::vector<std::size_t> positions;
};

struct Boundary
{
    std::size_t offset = 0; ///< items after the anchor
    bool isClear = false;   ///< its gap stands out
};

/// Of equally busy threads the one whose work ran first.
ThreadId busiestThread(const TraceModel& trace, const Launches& launches)
{
    std::vector<std::size_t> count(trace.threads.size());
    std::vector<OpIndex> first(trace.threads.size());
    for (const OpIndex op : launches.op) {
        const ThreadId thread = trace.calls.thread[trace.ops.call[op()]()];
        ++count[thread()];
        first[thread()] = std::min(first[thread()], op);
    }
    ThreadId best;
    for (std::size_t t = 0; t < count.size(); ++t) {
        if (count[t] == 0)
            continue;
        const bool wins = best.isNone() || count[t] > count[best()]
                          || (count[t] == count[best()] && first[t] < first[best()]);
        best = wins ? ThreadId(t) : best;
    }
    return best;
}

/// Numbers what is launched: kernels by (demangled name, shape), copies and memsets by bytes,
/// graphs by executable graph.
class ItemNumbers
{
public:
    explicit ItemNumbers(const TraceModel& trace)
        : m_trace(trace)
        , m_kernel(trace.kernelVariants.size(), kUnset)
        , m_copy{std::vector<Item>(trace.copyVariants.size(), kUnset),
                 std::vector<Item>(trace.copyVariants.size(), kUnset)}
        , m_graph(trace.graphVariants.size(), kUnset)
    {}

    Item of(OpIndex op)
    {
        const OpKind kind = m_trace.ops.kind[op()];
        const std::uint32_t variant = m_trace.ops.variant[op()];
        Item& item = kind == OpKind::Kernel   ? m_kernel[variant]
                     : kind == OpKind::Memcpy ? m_copy[0][variant]
                     : kind == OpKind::Memset ? m_copy[1][variant]
                                              : m_graph[variant];
        if (item == kUnset)
            item = number(kind, op);
        return item;
    }

    Item count() const { return m_count; }

private:
    static constexpr Item kUnset = std::numeric_limits<Item>::max();
    using Kernel = std::pair<NameId, std::optional<LaunchShape>>;

    Item number(OpKind kind, OpIndex op)
    {
        if (kind == OpKind::Kernel) {
            const KernelVariant& v = m_trace.kernel(op);
            const auto [it, isNew] = m_kernels.try_emplace({v.demangled, v.shape}, m_count);
            m_count += isNew ? 1 : 0;
            return it->second;
        }
        const std::int64_t value =
            kind == OpKind::GraphReplay
                ? m_trace.graphVariants[m_trace.ops.variant[op()]].graphExecId
                : m_trace.copy(op).bytes;
        const auto [it, isNew] = m_others.try_emplace({kind, value}, m_count);
        m_count += isNew ? 1 : 0;
        return it->second;
    }

    const TraceModel& m_trace;
    std::vector<Item> m_kernel;
    std::array<std::vector<Item>, 2> m_copy;
    std::vector<Item> m_graph;
    std::map<Kernel, Item> m_kernels;
    std::map<std::pair<OpKind, std::int64_t>, Item> m_others;
    Item m_count = 0;
};

Result<Sequence> sequenceOf(const TraceModel& trace, const Launches& launches,
                            const std::stop_token& stop)
{
    Sequence s;
    s.thread = busiestThread(trace, launches);
    ItemNumbers numbers(trace);
    for (std::size_t i = 0; i < launches.size(); ++i) {
        if (shouldStop(stop, i))
            return cancelled();
        const OpIndex op = launches.op[i];
        if (trace.calls.thread[trace.ops.call[op()]()] != s.thread)
            continue;
        s.op.push_back(op);
        s.at.push_back(launches.at[i]);
        s.item.push_back(numbers.of(op));
    }
    s.items = numbers.count();
    return s;
}

/// The distance of an item that most of its occurrences share, in two passes and constant memory an
/// item: a majority vote, then a count of the winner.
Result<Anchor> longestAnchor(const Sequence& s, const std::stop_token& stop)
{
    constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

    struct Vote
    {
        std::size_t last = kNever;
        std::size_t distance = 0;
        std::size_t votes = 0;
        std::size_t occurrences = 0;
        std::size_t same = 0;
    };

    std::vector<Vote> votes(s.items);
    for (std::size_t i = 0; i < s.item.size(); ++i) {
        if (shouldStop(stop, i))
            return cancelled();
        Vote& v = votes[s.item[i]];
        const std::size_t distance = i - v.last;
        const bool repeats = v.last != kNever;
        if (repeats && v.votes == 0)
            v.distance = distance;
        if (repeats && v.distance == distance)
            ++v.votes;
        else if (repeats)
            --v.votes;
        v.last = i;
        ++v.occurrences;
    }
    for (Vote& v : votes)
        v.last = kNever;
    for (std::size_t i = 0; i < s.item.size(); ++i) {
        Vote& v = votes[s.item[i]];
        v.same += v.last != kNever && i - v.last == v.distance ? 1 : 0;
        v.last = i;
    }
    Anchor best;
    Item item = s.items;
    for (Item k = 0; k < s.items; ++k) {
        const Vote& v = votes[k];
        const bool isAnchor = v.occurrences >= kMinOccurrences
                              && static_cast<double>(v.same)
                                     >= kSameDistance * static_cast<double>(v.occurrences - 1);
        if (isAnchor && v.distance > best.distance) {
            best.distance = v.distance;
            item = k;
        }
    }
    for (std::size_t i = 0; i < s.item.size() && item < s.items; ++i) {
        if (s.item[i] == item)
            best.positions.push_back(i);
    }
    return best;
}

/// Where in the period the device waits longest.
Result<Boundary> boundaryOf(const TraceModel& trace, const Sequence& s, const Anchor& anchor,
                            const std::stop_token& stop)
{
    std::vector<double> gaps(anchor.distance);
    for (std::size_t p = 0; p + 1 < anchor.positions.size(); ++p) {
        if (shouldStop(stop, p * anchor.distance))
            return cancelled();
        const std::size_t a = anchor.positions[p];
        if (anchor.positions[p + 1] - a != anchor.distance)
            continue;
        for (std::size_t k = a == 0 ? 1 : 0; k < anchor.distance; ++k) {
            const Ns before = trace.ops.end[s.op[a + k - 1]()];
            gaps[k] += static_cast<double>(lengthBetween(before, trace.ops.start[s.op[a + k]()]));
        }
    }
    const auto longest = std::max_element(gaps.begin(), gaps.end());
    Boundary b;
    b.offset = static_cast<std::size_t>(longest - gaps.begin());
    const double length = *longest;
    *longest = -1;
    b.isClear = length > 0 && length > kClearlyLonger * *std::max_element(gaps.begin(), gaps.end());
    return b;
}

/// Does the thread wait between the last launch of a step and the first of the next, mostly?
bool waitsAtBoundary(const LaunchBook& book, const Sequence& s,
                     const std::vector<std::size_t>& firsts)
{
    const TraceModel& trace = book.trace();
    const PackedColumn<CallIndex>& calls = trace.threads[s.thread()].calls;
    std::size_t waits = 0;
    std::size_t boundaries = 0;
    std::size_t c = 0;
    for (const std::size_t first : firsts) {
        if (first == 0)
            continue;
        ++boundaries;
        while (c < calls.size() && trace.calls.start[calls[c]()] < s.at[first - 1])
            ++c;
        bool found = false;
        for (; c < calls.size() && trace.calls.start[calls[c]()] < s.at[first]; ++c)
            found = found || book.isSync(calls[c]);
        waits += found ? 1 : 0;
    }
    return 2 * waits > boundaries;
}

} // namespace

Result<std::optional<Candidate>> sequenceCandidate(LaunchBook& book, const std::stop_token& stop)
{
    const TraceModel& trace = book.trace();
    const Launches& launches = book.of({});
    if (launches.size() < kMinOccurrences)
        return std::optional<Candidate>();
    NV_TRY(sequence, sequenceOf(trace, launches, stop));
    NV_TRY(anchor, longestAnchor(sequence, stop));
    if (anchor.distance == 0)
        return std::optional<Candidate>();
    NV_TRY(boundary, boundaryOf(trace, sequence, anchor, stop));
    std::vector<std::size_t> firsts;
    for (const std::size_t p : anchor.positions) {
        if (p + boundary.offset < sequence.op.size())
            firsts.push_back(p + boundary.offset);
    }
    if (firsts.size() < kMinSteps)
        return std::optional<Candidate>();
    if (firsts.front() >= anchor.distance)
        firsts.insert(firsts.begin(), firsts.front() - anchor.distance);

    Candidate c;
    c.method = StepMethod::KernelSequence;
    c.marker =
        "period " + std::to_string(anchor.distance) + " at op " + std::to_string(boundary.offset);
    const Thread& thread = trace.threads[sequence.thread()];
    c.what = "found as a sequence of " + std::to_string(anchor.distance)
             + (anchor.distance == 1 ? " launch" : " launches") + " that repeats on thread "
             + std::to_string(thread.tid);
    c.processes = {thread.process};
    for (const std::size_t first : firsts)
        c.begin.push_back(sequence.at[first]);
    c.isRepeatingBlock = anchor.distance < kShortPeriod
                         || !(boundary.isClear || waitsAtBoundary(book, sequence, firsts));
    return std::optional(std::move(c));
}

} // namespace nv::stepfind
