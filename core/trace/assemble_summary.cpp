// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/model_assembly.h"

#include <algorithm>

namespace nv {
namespace {

/// Earliest start and latest end of what was added.
struct Span
{
    TimeRange range{kMaxNs, kMinNs};
    bool any = false;

    void add(const TimeColumn& start, const TimeColumn& end)
    {
        for (std::size_t i = 0; i < start.size(); ++i)
            add({start[i], end[i]});
    }

    void add(TimeRange event)
    {
        range.begin = std::min(range.begin, event.begin);
        range.end = std::max(range.end, event.end);
        any = true;
    }

    TimeRange orZero() const { return any ? range : TimeRange{}; }
};

} // namespace

void ModelAssembly::measure()
{
    TraceModel& model = *m_model;
    Span ops;
    ops.add(model.ops.start, model.ops.end);
    Span host;
    host.add(model.calls.start, model.calls.end);
    host.add(model.syncs.start, model.syncs.end);
    host.add(model.osCalls.start, model.osCalls.end);
    Span ranges; // of `all` only those with an end count; an open one has none yet
    for (std::size_t i = 0; i < model.ranges.size(); ++i)
        if (model.ranges.isOpen[i] == 0 && model.ranges.kind[i] != RangeKind::Mark)
            ranges.add({model.ranges.start[i], model.ranges.end[i]});
    Span hostAll = host;
    if (ranges.any) {
        hostAll.range.begin = std::min(hostAll.range.begin, ranges.range.begin);
        hostAll.range.end = std::max(hostAll.range.end, ranges.range.end);
        hostAll.any = true;
    }
    model.all = ops.any ? ops.range : hostAll.orZero();

    Span everything = hostAll;
    everything.add(model.ops.start, model.ops.end);
    everything.add(model.overheads.start, model.overheads.end);
    everything.add(model.ranges.start, model.ranges.start);
    model.extent = everything.orZero();
}

void ModelAssembly::closeOpenRanges()
{
    RangeTable& ranges = m_model->ranges;
    if (std::find(ranges.isOpen.begin(), ranges.isOpen.end(), 1) == ranges.isOpen.end())
        return;
    TimeColumn end;
    end.reserve(ranges.size());
    for (std::size_t i = 0; i < ranges.size(); ++i)
        end.push_back(ranges.isOpen[i] != 0 ? std::max(ranges.start[i], m_model->extent.end)
                                            : ranges.end[i]);
    end.shrink_to_fit();
    ranges.end = std::move(end);
}

void ModelAssembly::count()
{
    const auto put = [&](TableKind kind, const PartBase& part) {
        m_model->counts[kind] = part.rows - part.outside;
        m_model->aside[kind] = part.aside;
    };
    put(TableKind::Kernel, m_parts.kernels);
    put(TableKind::Runtime, m_parts.calls);
    put(TableKind::Memcpy, m_parts.memcpys);
    put(TableKind::Memset, m_parts.memsets);
    put(TableKind::Sync, m_parts.syncs);
    put(TableKind::Graph, m_parts.graphs);
    put(TableKind::Nvtx, m_parts.ranges);
    put(TableKind::Osrt, m_parts.osCalls);
    put(TableKind::Overhead, m_parts.overheads);
}

void ModelAssembly::noteOddities()
{
    TraceModel& model = *m_model;
    if (m_dangling > 0)
        model.notes.push_back(
            {"unknown-names",
             Severity::Warning,
             std::to_string(m_dangling)
                 + " names are missing in the file's string table; they are shown by number.",
             {"kernels", "api", "nvtx"}});
    std::uint64_t negative = 0;
    for (std::size_t i = 0; i < model.ops.size(); ++i) {
        const bool isCopy =
            model.ops.kind[i] == OpKind::Memcpy || model.ops.kind[i] == OpKind::Memset;
        negative += isCopy && model.copy(OpIndex(i)).bytes < 0 ? 1 : 0;
    }
    if (negative > 0)
        model.notes.push_back({"negative-bytes",
                               Severity::Warning,
                               std::to_string(negative)
                                   + " copies have a negative size; their bytes are not counted.",
                               {"transfers"}});
    for (const Device& device : model.devices)
        if (!device.number) {
            model.notes.push_back({"device-unknown",
                                   Severity::Warning,
                                   "The export has no deviceId column: all work is shown on one "
                                   "unknown device.",
                                   {"devices"}});
            break;
        }
}

} // namespace nv
