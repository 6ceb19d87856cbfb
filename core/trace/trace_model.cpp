// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_model.h"

namespace nv {

std::string_view tableKey(TableKind kind)
{
    constexpr std::array<std::string_view, kTableKinds> kKeys{
        "kernel", "runtime", "memcpy", "memset", "sync", "graph", "nvtx", "osrt", "overhead"};
    return kKeys.at(static_cast<std::size_t>(kind));
}

std::pair<TraceModel::OpIterator, TraceModel::OpIterator> TraceModel::opsOf(CallIndex call) const
{
    struct ByCall
    {
        const OpTable& ops;

        bool operator()(OpIndex op, CallIndex c) const { return ops.call[op()] < c; }

        bool operator()(CallIndex c, OpIndex op) const { return c < ops.call[op()]; }
    };

    return std::equal_range(opsByCall.begin(), opsByCall.end(), call, ByCall{ops});
}

namespace {

template <std::size_t N>
std::string label(const std::array<const char*, N>& labels, std::int64_t kind)
{
    if (kind >= 0 && kind < static_cast<std::int64_t>(N))
        return labels.at(static_cast<std::size_t>(kind));
    return kind == kUnknownKind ? "unknown" : "kind " + std::to_string(kind);
}

} // namespace

std::string copyKindLabel(std::int64_t copyKind)
{
    static constexpr std::array<const char*, 14> kLabels{"Unknown",
                                                         "Host-to-Device",
                                                         "Device-to-Host",
                                                         "Host-to-Array",
                                                         "Array-to-Host",
                                                         "Array-to-Array",
                                                         "Array-to-Device",
                                                         "Device-to-Array",
                                                         "Device-to-Device",
                                                         "Host-to-Host",
                                                         "Peer-to-Peer",
                                                         "Unified Host-to-Device",
                                                         "Unified Device-to-Host",
                                                         "Unified Device-to-Device"};
    return label(kLabels, copyKind);
}

std::string memoryKindLabel(std::int64_t memoryKind)
{
    static constexpr std::array<const char*, 8> kLabels{
        "Pageable", "Pinned",        "Device",         "Array",
        "Managed",  "Device Static", "Managed Static", "Unknown"};
    return label(kLabels, memoryKind);
}

bool isKnownSync(std::int64_t syncType)
{
    return syncType >= 1 && syncType <= 4;
}

std::string syncTypeLabel(std::int64_t syncType)
{
    static constexpr std::array<const char*, 5> kLabels{"", "Event sync", "Stream wait sync",
                                                        "Stream sync", "Context sync"};
    return isKnownSync(syncType)      ? label(kLabels, syncType)
           : syncType == kUnknownKind ? "sync of unknown type"
                                      : "sync of type " + std::to_string(syncType);
}

TimeColumns timeColumns(const TraceModel& model, EventKind kind)
{
    switch (kind) {
    case EventKind::Op:
        return {model.ops.start, model.ops.end};
    case EventKind::Call:
        return {model.calls.start, model.calls.end};
    case EventKind::Range:
        return {model.ranges.start, model.ranges.end};
    case EventKind::OsCall:
        return {model.osCalls.start, model.osCalls.end};
    case EventKind::Sync:
        return {model.syncs.start, model.syncs.end};
    case EventKind::Overhead:
        return {model.overheads.start, model.overheads.end};
    }
    return {};
}

LanePlace placeOf(const TraceModel& model, EventRef event)
{
    const TimeColumns times = timeColumns(model, event.kind);
    for (std::size_t l = 0; l < model.lanes.size(); ++l) {
        const Lane& lane = model.lanes[l];
        if (lane.events != event.kind)
            continue;
        for (std::size_t r = 0; r < lane.rows.size(); ++r) {
            const auto& events = lane.rows[r].events;
            const auto it =
                std::lower_bound(events.begin(), events.end(), times.start[event.index],
                                 [&](std::uint32_t e, Ns start) { return times.start[e] < start; });
            if (it != events.end() && *it == event.index)
                return {l, r};
        }
    }
    return {};
}

} // namespace nv
