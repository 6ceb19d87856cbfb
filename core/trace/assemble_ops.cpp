// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/model_assembly.h"

#include <array>

namespace nv {
namespace {

/// What the four op parts have in common once their own variants are resolved.
struct OpColumns
{
    OpKind kind = OpKind::Kernel;
    const PartBase* base = nullptr;
    const VariantColumn* place = nullptr;
    const VariantColumn* variant = nullptr;
    const CorrelationColumn* correlation = nullptr;
    const std::vector<std::int64_t>* graphNode = nullptr;
    const RankColumn* fileOrder = nullptr;
    const std::vector<StreamId>* streams = nullptr;
    const std::vector<std::uint32_t>* variants = nullptr;

    std::size_t size() const { return base->start.size(); }
};

template <class Variant, class Ids>
OpColumns columnsOf(OpKind kind, OpPart<Variant>& part, const Ids& ids, const std::stop_token& stop)
{
    const auto order = sortOrder(part.start);
    reorderAll(stop, order, part.start, part.end, part.placeOf, part.variant, part.correlation,
               part.graphNode, part.fileOrder);
    return {kind,
            &part,
            &part.placeOf,
            &part.variant,
            &part.correlation,
            &part.graphNode,
            &part.fileOrder,
            &ids.streams,
            &ids.variants};
}

void append(OpTable& out, const OpColumns& from, std::size_t i, bool hasNodes)
{
    out.start.push_back(from.base->start[i]);
    out.end.push_back(from.base->end[i]);
    out.kind.push_back(from.kind);
    out.stream.push_back((*from.streams)[(*from.place)[i]]);
    out.variant.push_back((*from.variants)[(*from.variant)[i]]);
    out.correlation.push_back((*from.correlation)[i]);
    out.fileOrder.push_back((*from.fileOrder)[i]);
    if (hasNodes)
        out.graphNode.push_back(from.graphNode->empty() ? 0 : (*from.graphNode)[i]);
}

void reserveRows(OpTable& out, std::size_t rows, bool hasNodes)
{
    out.start.reserve(rows);
    out.end.reserve(rows);
    out.kind.reserve(rows);
    out.stream.reserve(rows);
    out.variant.reserve(rows);
    out.correlation.reserve(rows);
    out.fileOrder.reserve(rows);
    if (hasNodes)
        out.graphNode.reserve(rows);
}

} // namespace

void ModelAssembly::resolveOps()
{
    TraceModel& model = *m_model;
    auto& [kernels, graphs, copies, sets] = m_opIds;
    for (const RawKernel& raw : m_parts.kernels.variants.values()) {
        kernels.variants.push_back(static_cast<std::uint32_t>(model.kernelVariants.size()));
        model.kernelVariants.push_back({name(raw.shortName), name(raw.demangled), name(raw.mangled),
                                        raw.shape, raw.registersPerThread, raw.staticSharedBytes,
                                        raw.dynamicSharedBytes});
    }
    for (const GraphVariant& graph : m_parts.graphs.variants.values()) {
        graphs.variants.push_back(static_cast<std::uint32_t>(model.graphVariants.size()));
        model.graphVariants.push_back(graph);
    }
    const auto takeCopies = [&](const std::vector<CopyVariant>& values, OpIds& ids) {
        for (const CopyVariant& copy : values) {
            ids.variants.push_back(static_cast<std::uint32_t>(model.copyVariants.size()));
            model.copyVariants.push_back(copy);
        }
    };
    takeCopies(m_parts.memcpys.variants.values(), copies);
    takeCopies(m_parts.memsets.variants.values(), sets);
    kernels.streams = streams(m_parts.kernels.places.values());
    graphs.streams = streams(m_parts.graphs.places.values());
    copies.streams = streams(m_parts.memcpys.places.values());
    sets.streams = streams(m_parts.memsets.places.values());
    sortDevices();
}

/// Merge of four sorted parts; of equal starts the earlier part first.
void ModelAssembly::takeOps()
{
    const std::array<OpColumns, 4> parts{
        columnsOf(OpKind::Kernel, m_parts.kernels, m_opIds[0], m_stop),
        columnsOf(OpKind::GraphReplay, m_parts.graphs, m_opIds[1], m_stop),
        columnsOf(OpKind::Memcpy, m_parts.memcpys, m_opIds[2], m_stop),
        columnsOf(OpKind::Memset, m_parts.memsets, m_opIds[3], m_stop)};
    std::array<std::size_t, 4> at{};
    std::size_t total = 0;
    bool hasNodes = false;
    for (const OpColumns& part : parts) {
        total += part.size();
        hasNodes = hasNodes
                   || std::any_of(part.graphNode->begin(), part.graphNode->end(),
                                  [](std::int64_t node) { return node != 0; });
    }
    OpTable& out = m_model->ops;
    reserveRows(out, total, hasNodes);
    for (std::size_t n = 0; n < total && !shouldStop(m_stop, n); ++n) {
        std::size_t best = parts.size();
        for (std::size_t p = 0; p < parts.size(); ++p) {
            if (at[p] == parts[p].size())
                continue;
            if (best == parts.size()
                || parts[p].base->start[at[p]] < parts[best].base->start[at[best]])
                best = p;
        }
        append(out, parts[best], at[best]++, hasNodes);
    }
    shrink(out.start, out.end, out.stream, out.variant, out.correlation, out.graphNode,
           out.fileOrder);
    m_parts.kernels = {};
    m_parts.graphs = {};
    m_parts.memcpys = {};
    m_parts.memsets = {};
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
    std::vector<std::size_t> sizes(model.devices.size());
    for (std::size_t i = 0; i < ops.size(); ++i)
        ++sizes[model.deviceOf(OpIndex(i))()];
    std::vector<std::vector<OpIndex>> lists(sizes.size());
    for (std::size_t d = 0; d < sizes.size(); ++d)
        lists[d].reserve(sizes[d]);
    for (std::size_t i = 0; i < ops.size(); ++i)
        lists[model.deviceOf(OpIndex(i))()].emplace_back(i);
    const auto correlation = [&](OpIndex i) {
        return ops.correlation[i()] == kNoCorrelation ? -1 : ops.correlation[i()];
    };
    const auto before = [&](OpIndex a, OpIndex b) {
        if (const Ns startA = ops.start[a()], startB = ops.start[b()]; startA != startB)
            return startA < startB;
        const std::int64_t streamA = model.streams[ops.stream[a()]()].number;
        const std::int64_t streamB = model.streams[ops.stream[b()]()].number;
        return streamA != streamB ? streamA < streamB : correlation(a) < correlation(b);
    };
    for (std::size_t d = 0; d < lists.size(); ++d) {
        std::vector<OpIndex> sorted = std::move(lists[d]);
        if (!std::is_sorted(sorted.begin(), sorted.end(), before))
            std::stable_sort(sorted.begin(), sorted.end(), before);
        model.devices[d].ops = sorted;
        model.devices[d].ops.shrink_to_fit();
    }
}

} // namespace nv
