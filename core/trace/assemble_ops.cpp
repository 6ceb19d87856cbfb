// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/model_assembly.h"

#include <array>

namespace nv {
namespace {

/// What the four op parts have in common once their own variants are resolved.
struct OpColumns
{
    OpKind kind = OpKind::Kernel;
    PartBase* base = nullptr;
    std::vector<std::uint32_t>* place = nullptr;
    std::vector<std::uint32_t>* variant = nullptr;
    std::vector<std::int64_t>* correlation = nullptr;
    std::vector<std::int64_t>* graphNode = nullptr;
    std::vector<std::uint32_t>* fileOrder = nullptr;
    std::vector<StreamId> streams;       ///< of the part's places
    std::vector<std::uint32_t> variants; ///< the model's variant of the part's
};

template <class Variant>
OpColumns columnsOf(OpKind kind, OpPart<Variant>& part)
{
    const auto order = sortOrder(part.start);
    reorder(part.start, order);
    reorder(part.end, order);
    reorder(part.placeOf, order);
    reorder(part.variant, order);
    reorder(part.correlation, order);
    reorder(part.graphNode, order);
    reorder(part.fileOrder, order);
    return {kind,
            &part,
            &part.placeOf,
            &part.variant,
            &part.correlation,
            &part.graphNode,
            &part.fileOrder,
            {},
            {}};
}

void append(OpTable& out, OpColumns& from, std::size_t i)
{
    out.start.push_back(from.base->start[i]);
    out.end.push_back(from.base->end[i]);
    out.kind.push_back(from.kind);
    out.stream.push_back(from.streams[(*from.place)[i]]);
    out.variant.push_back(from.variants[(*from.variant)[i]]);
    out.correlation.push_back((*from.correlation)[i]);
    out.graphNode.push_back((*from.graphNode)[i]);
    out.fileOrder.push_back((*from.fileOrder)[i]);
}

} // namespace

void ModelAssembly::takeOps()
{
    std::array<OpColumns, 4> parts{
        columnsOf(OpKind::Kernel, m_parts.kernels), columnsOf(OpKind::GraphReplay, m_parts.graphs),
        columnsOf(OpKind::Memcpy, m_parts.memcpys), columnsOf(OpKind::Memset, m_parts.memsets)};
    TraceModel& model = *m_model;
    for (const RawKernel& raw : m_parts.kernels.variants.values()) {
        parts[0].variants.push_back(static_cast<std::uint32_t>(model.kernelVariants.size()));
        model.kernelVariants.push_back({name(raw.shortName), name(raw.demangled), name(raw.mangled),
                                        raw.shape, raw.registersPerThread, raw.staticSharedBytes,
                                        raw.dynamicSharedBytes});
    }
    for (const GraphVariant& graph : m_parts.graphs.variants.values()) {
        parts[1].variants.push_back(static_cast<std::uint32_t>(model.graphVariants.size()));
        model.graphVariants.push_back(graph);
    }
    for (const std::size_t p : {std::size_t{2}, std::size_t{3}}) {
        const auto& copies =
            p == 2 ? m_parts.memcpys.variants.values() : m_parts.memsets.variants.values();
        for (const CopyVariant& copy : copies) {
            parts[p].variants.push_back(static_cast<std::uint32_t>(model.copyVariants.size()));
            model.copyVariants.push_back(copy);
        }
    }
    parts[0].streams = streams(m_parts.kernels.places.values());
    parts[1].streams = streams(m_parts.graphs.places.values());
    parts[2].streams = streams(m_parts.memcpys.places.values());
    parts[3].streams = streams(m_parts.memsets.places.values());

    // Merge of four sorted parts; of equal starts the earlier part first.
    std::array<std::size_t, 4> at{};
    std::size_t total = 0;
    for (const OpColumns& part : parts)
        total += part.base->start.size();
    OpTable& out = model.ops;
    out.start.reserve(total);
    out.end.reserve(total);
    for (std::size_t n = 0; n < total; ++n) {
        std::size_t best = parts.size();
        for (std::size_t p = 0; p < parts.size(); ++p) {
            if (at[p] == parts[p].base->start.size())
                continue;
            if (best == parts.size()
                || parts[p].base->start[at[p]] < parts[best].base->start[at[best]])
                best = p;
        }
        append(out, parts[best], at[best]++);
    }
    sortDevices();
    const bool hasNodes = std::any_of(out.graphNode.begin(), out.graphNode.end(),
                                      [](std::int64_t node) { return node != 0; });
    if (!hasNodes)
        out.graphNode = {};
}

/// Devices in the order people list them, not in that of the first op.
void ModelAssembly::sortDevices()
{
    TraceModel& model = *m_model;
    std::vector<Device> sorted;
    std::vector<DeviceId> moved(model.devices.size());
    for (const auto& [key, id] : m_devices) { // a map by (machine, number)
        moved[id()] = DeviceId(sorted.size());
        sorted.push_back(std::move(model.devices[id()]));
    }
    model.devices = std::move(sorted);
    for (Stream& stream : model.streams)
        stream.device = moved[stream.device()];
}

void ModelAssembly::orderDeviceOps()
{
    TraceModel& model = *m_model;
    const OpTable& ops = model.ops;
    for (std::size_t i = 0; i < ops.size(); ++i)
        model.devices[model.deviceOf(OpIndex(i))()].ops.emplace_back(i);
    const auto correlation = [&](OpIndex i) {
        return ops.correlation[i()] == kNoCorrelation ? -1 : ops.correlation[i()];
    };
    const auto before = [&](OpIndex a, OpIndex b) {
        if (ops.start[a()] != ops.start[b()])
            return ops.start[a()] < ops.start[b()];
        const std::int64_t streamA = model.streams[ops.stream[a()]()].number;
        const std::int64_t streamB = model.streams[ops.stream[b()]()].number;
        return streamA != streamB ? streamA < streamB : correlation(a) < correlation(b);
    };
    for (Device& device : model.devices)
        if (!std::is_sorted(device.ops.begin(), device.ops.end(), before))
            std::stable_sort(device.ops.begin(), device.ops.end(), before);
}

void ModelAssembly::linkCalls()
{
    TraceModel& model = *m_model;

    struct Key
    {
        std::int64_t correlation;
        CallIndex call;
    };

    std::vector<std::vector<Key>> perProcess(model.processes.size());
    for (std::size_t i = 0; i < model.calls.size(); ++i) {
        const ThreadId owner = model.calls.thread[i];
        if (!owner.isNone() && model.calls.correlation[i] != kNoCorrelation)
            perProcess[model.threads[owner()].process()].push_back(
                {model.calls.correlation[i], CallIndex(i)});
    }
    const auto byCorrelation = [](const Key& a, const Key& b) {
        return a.correlation < b.correlation;
    };
    for (auto& keys : perProcess)
        if (!std::is_sorted(keys.begin(), keys.end(), byCorrelation))
            std::stable_sort(keys.begin(), keys.end(), byCorrelation);

    OpTable& ops = model.ops;
    ops.call.assign(ops.size(), CallIndex::none());
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const ProcessId owner = model.processOf(OpIndex(i));
        if (owner.isNone() || ops.correlation[i] == kNoCorrelation)
            continue;
        const auto& keys = perProcess[owner()];
        // Calls are in order of start, so the last of equal ids has the latest start.
        const auto after = std::upper_bound(
            keys.begin(), keys.end(), Key{ops.correlation[i], CallIndex::none()}, byCorrelation);
        if (after != keys.begin() && std::prev(after)->correlation == ops.correlation[i])
            ops.call[i] = std::prev(after)->call;
    }
    for (std::size_t i = 0; i < ops.size(); ++i)
        if (!ops.call[i].isNone())
            model.opsByCall.emplace_back(i);
    const auto byCall = [&](OpIndex a, OpIndex b) { return ops.call[a()] < ops.call[b()]; };
    if (!std::is_sorted(model.opsByCall.begin(), model.opsByCall.end(), byCall))
        std::stable_sort(model.opsByCall.begin(), model.opsByCall.end(), byCall);
}

} // namespace nv
