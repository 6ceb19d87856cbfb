// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/marker_groups.h"

#include "core/analysis/steps/gallop.h"
#include "core/analysis/steps/marker_text.h"

#include <tuple>
#include <unordered_map>

namespace nv::stepfind {
namespace {

constexpr std::size_t kMinInstances = 8;
constexpr std::size_t kMaxInstances = 100'000;
constexpr std::uint32_t kNoGroup = std::numeric_limits<std::uint32_t>::max();

struct GroupKey
{
    std::uint32_t thread;
    std::uint32_t domain;
    std::uint32_t text;
    friend bool operator==(const GroupKey&, const GroupKey&) = default;
};

struct GroupKeyHash
{
    std::size_t operator()(const GroupKey& k) const noexcept
    {
        const std::uint64_t a = (std::uint64_t{k.thread} << 32U) ^ k.domain;
        return (a * 0x9e3779b97f4a7c15U) ^ (k.text * 0xc2b2ae3d27d4eb4fU);
    }
};

bool canMark(const RangeTable& ranges, std::size_t row)
{
    return ranges.kind[row] != RangeKind::Mark && ranges.isOpen[row] == 0
           && !ranges.thread[row].isNone();
}

struct Grouping
{
    std::vector<std::uint32_t> ofRow;
    std::vector<GroupKey> keys;
    std::vector<std::size_t> counts;
};

Result<Grouping> groupRows(const TraceModel& trace, const std::stop_token& stop)
{
    const RangeTable& ranges = trace.ranges;
    Grouping out;
    out.ofRow.assign(ranges.size(), kNoGroup);
    FoldedNames folded(trace.names);
    std::unordered_map<GroupKey, std::uint32_t, GroupKeyHash> ids;
    for (std::size_t row = 0; row < ranges.size(); ++row) {
        if (shouldStop(stop, row))
            return cancelled();
        if (!canMark(ranges, row))
            continue;
        const GroupKey key{ranges.thread[row].value, ranges.domain[row].value,
                           folded.idOf(ranges.text[row])};
        const auto [it, isNew] = ids.try_emplace(key, static_cast<std::uint32_t>(out.keys.size()));
        if (isNew) {
            out.keys.push_back(key);
            out.counts.push_back(0);
        }
        out.ofRow[row] = it->second;
        ++out.counts[it->second];
    }
    return out;
}

bool orderAndTestDisjoint(const RangeTable& table, std::vector<RangeIndex>& ranges)
{
    const auto before = [&](RangeIndex a, RangeIndex b) {
        return std::pair(table.start[a()], table.end[a()])
               < std::pair(table.start[b()], table.end[b()]);
    };
    if (!std::is_sorted(ranges.begin(), ranges.end(), before))
        std::stable_sort(ranges.begin(), ranges.end(), before);
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        if (table.start[ranges[i]()] < table.end[ranges[i - 1]()])
            return false;
    }
    return true;
}

/// 0 when nothing was launched in the hull.
double shareInside(const RangeTable& table, const std::vector<RangeIndex>& ranges,
                   const std::vector<Ns>& at)
{
    const Ns hullEnd = table.end[ranges.back()()];
    const std::size_t first = lowerBoundFrom(at, 0, table.start[ranges.front()()]);
    const std::size_t last = hullEnd == kMaxNs ? at.size() : lowerBoundFrom(at, first, hullEnd + 1);
    if (first == last)
        return 0;
    std::size_t inside = 0;
    std::size_t position = first;
    for (const RangeIndex r : ranges) {
        const std::size_t from = lowerBoundFrom(at, position, table.start[r()]);
        position = lowerBoundFrom(at, from, table.end[r()]);
        inside += position - from;
    }
    return static_cast<double>(inside) / static_cast<double>(last - first);
}

} // namespace

Result<std::vector<MarkerGroup>> markerGroups(LaunchBook& book, const std::stop_token& stop)
{
    const TraceModel& trace = book.trace();
    NV_TRY(grouping, groupRows(trace, stop));
    std::vector<MarkerGroup> groups;
    std::vector<std::uint32_t> placeOf(grouping.keys.size(), kNoGroup);
    for (std::size_t g = 0; g < grouping.keys.size(); ++g) {
        if (grouping.counts[g] < kMinInstances || grouping.counts[g] > kMaxInstances)
            continue;
        placeOf[g] = static_cast<std::uint32_t>(groups.size());
        MarkerGroup group;
        group.thread = ThreadId(std::size_t{grouping.keys[g].thread});
        group.process = trace.threads[group.thread()].process;
        group.text = grouping.keys[g].text;
        group.ranges.reserve(grouping.counts[g]);
        groups.push_back(std::move(group));
    }
    for (std::size_t row = 0; row < grouping.ofRow.size(); ++row) {
        if (shouldStop(stop, row))
            return cancelled();
        const std::uint32_t g = grouping.ofRow[row];
        if (g != kNoGroup && placeOf[g] != kNoGroup)
            groups[placeOf[g]].ranges.emplace_back(row);
    }
    std::vector<MarkerGroup> out;
    for (MarkerGroup& group : groups) {
        if (stop.stop_requested())
            return cancelled();
        if (!orderAndTestDisjoint(trace.ranges, group.ranges))
            continue;
        group.share = shareInside(trace.ranges, group.ranges, book.of({group.process}).at);
        if (group.share > 0)
            out.push_back(std::move(group));
    }
    return out;
}

bool isNested(const TraceModel& trace, const MarkerGroup& inner, const MarkerGroup& outer)
{
    const RangeTable& t = trace.ranges;
    const std::size_t count = inner.ranges.size();
    if (t.start[inner.ranges.front()()] > t.end[outer.ranges.back()()]
        || t.end[inner.ranges.back()()] < t.start[outer.ranges.front()()])
        return false;
    std::size_t inside = 0;
    std::size_t k = 0; // the outer instances that begin at or before the inner one
    for (std::size_t i = 0; i < count; ++i) {
        const Ns begin = t.start[inner.ranges[i]()];
        const Ns end = t.end[inner.ranges[i]()];
        while (k < outer.ranges.size() && t.start[outer.ranges[k]()] <= begin)
            ++k;
        if (k > 0) {
            const Ns outerBegin = t.start[outer.ranges[k - 1]()];
            const Ns outerEnd = t.end[outer.ranges[k - 1]()];
            inside += outerEnd >= end && (outerBegin != begin || outerEnd != end) ? 1 : 0;
        }
        const auto outside = static_cast<double>(i + 1 - inside);
        if (outside > 0.1 * static_cast<double>(count) + 1) // cannot reach nine in ten any more
            return false;
    }
    return static_cast<double>(inside) >= 0.9 * static_cast<double>(count);
}

} // namespace nv::stepfind
