// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tables_fixture.h"

#include "tests/support/column_order.h"

#include <algorithm>
#include <utility>

namespace nv::test {

TraceSketch& TraceSketch::kernel(const Kernel& k)
{
    KernelVariant variant;
    variant.demangled = m_model.names.intern(k.name);
    variant.shortName = m_model.names.intern(k.shortName.empty() ? k.name : k.shortName);
    variant.shape = LaunchShape{k.gridX, 1, 1, 128, 1, 1};
    auto& variants = m_model.kernelVariants;
    const auto known = std::find(variants.begin(), variants.end(), variant);
    const auto index = static_cast<std::uint32_t>(known - variants.begin());
    if (known == variants.end())
        variants.push_back(variant);
    addOp({k.start, k.end, OpKind::Kernel, stream(k.where), index, k.correlation, k.node, 0});
    return *this;
}

TraceSketch& TraceSketch::replay(Ns start, Ns end, std::int64_t correlation, Where where)
{
    if (m_model.graphVariants.empty())
        m_model.graphVariants.push_back({1, 1});
    addOp({start, end, OpKind::GraphReplay, stream(where), 0, correlation, 0, 0});
    return *this;
}

TraceSketch& TraceSketch::copy(const Copy& c)
{
    const std::uint32_t variant = copyVariant({c.bytes, c.kind, c.srcKind, c.dstKind});
    addOp({c.start, c.end, OpKind::Memcpy, stream(c.where), variant, c.correlation, 0, 0});
    return *this;
}

TraceSketch& TraceSketch::memset(const Copy& c)
{
    const std::uint32_t variant = copyVariant({c.bytes, kUnknownKind, kUnknownKind, c.dstKind});
    addOp({c.start, c.end, OpKind::Memset, stream(c.where), variant, c.correlation, 0, 0});
    return *this;
}

TraceSketch& TraceSketch::call(const Call& c)
{
    const CallNameId name = callName(m_model.callNames, c.name);
    m_calls.push_back({c.start, c.end, thread(c.pid, c.tid), name.value, c.correlation,
                       RangeKind::PushPop, static_cast<std::uint32_t>(m_calls.size())});
    return *this;
}

TraceSketch& TraceSketch::range(const Range& r)
{
    m_ranges.push_back({r.start, r.end, thread(r.pid, r.tid), m_model.names.intern(r.text).value,
                        -1, r.kind, static_cast<std::uint32_t>(m_ranges.size())});
    return *this;
}

TraceSketch& TraceSketch::osCall(const Call& c)
{
    const CallNameId name = callName(m_model.osCallNames, c.name);
    m_osCalls.push_back({c.start, c.end, thread(c.pid, c.tid), name.value, -1, RangeKind::PushPop,
                         static_cast<std::uint32_t>(m_osCalls.size())});
    return *this;
}

ProcessId TraceSketch::process(std::int64_t pid)
{
    const auto [place, isNew] = m_processes.try_emplace(pid, ProcessId(m_model.processes.size()));
    if (isNew)
        m_model.processes.push_back({pid << 24, pid, "process"});
    return place->second;
}

ThreadId TraceSketch::thread(std::int64_t pid, std::int64_t tid)
{
    const ProcessId owner = process(pid);
    const auto [place, isNew] = m_threads.try_emplace({pid, tid}, ThreadId(m_model.threads.size()));
    if (isNew) {
        Thread row;
        row.globalId = (pid << 24) | tid;
        row.tid = tid;
        row.process = owner;
        m_model.threads.push_back(std::move(row));
    }
    return place->second;
}

StreamId TraceSketch::stream(const Where& where)
{
    const auto [device, isNewDevice] =
        m_devices.try_emplace(where.device, DeviceId(m_model.devices.size()));
    if (isNewDevice) {
        Device row;
        row.number = where.device;
        row.label = std::to_string(where.device);
        m_model.devices.push_back(std::move(row));
    }
    const ProcessId owner = process(where.pid);
    const auto [place, isNew] = m_streams.try_emplace({where.pid, where.device, where.stream},
                                                      StreamId(m_model.streams.size()));
    if (isNew)
        m_model.streams.push_back({device->second, owner, 1, where.stream, ""});
    return place->second;
}

CallNameId TraceSketch::callName(std::vector<CallName>& names, const std::string& text)
{
    const NameId id = m_model.names.intern(text);
    const auto known = std::find_if(names.begin(), names.end(),
                                    [&](const CallName& name) { return name.text == id; });
    if (known != names.end())
        return CallNameId(static_cast<std::size_t>(known - names.begin()));
    names.push_back({static_cast<std::int64_t>(id.value), id, apiBaseName(text)});
    return CallNameId(names.size() - 1);
}

std::uint32_t TraceSketch::copyVariant(const CopyVariant& variant)
{
    auto& variants = m_model.copyVariants;
    const auto known = std::find(variants.begin(), variants.end(), variant);
    const auto index = static_cast<std::uint32_t>(known - variants.begin());
    if (known == variants.end())
        variants.push_back(variant);
    return index;
}

void TraceSketch::addOp(Op op)
{
    op.fileOrder = static_cast<std::uint32_t>(
        std::count_if(m_ops.begin(), m_ops.end(), [&](const Op& o) { return o.kind == op.kind; }));
    m_ops.push_back(op);
}

void TraceSketch::placeOps()
{
    std::stable_sort(m_ops.begin(), m_ops.end(),
                     [](const Op& a, const Op& b) { return a.start < b.start; });
    OpTable& ops = m_model.ops;
    const bool hasNodes =
        std::any_of(m_ops.begin(), m_ops.end(), [](const Op& op) { return op.node != 0; });
    for (const Op& op : m_ops) {
        ops.start.push_back(op.start);
        ops.end.push_back(op.end);
        ops.kind.push_back(op.kind);
        ops.stream.push_back(op.stream);
        ops.variant.push_back(op.variant);
        ops.correlation.push_back(op.correlation < 0 ? kNoCorrelation : op.correlation);
        ops.fileOrder.push_back(op.fileOrder);
        if (hasNodes)
            ops.graphNode.push_back(op.node);
        const DeviceId device = m_model.streams[op.stream()].device;
        m_model.devices[device()].ops.push_back(OpIndex(ops.size() - 1));
    }
    const auto key = [&](OpIndex op) {
        return std::tuple(ops.start[op()], m_model.streams[ops.stream[op()]()].number,
                          ops.correlation[op()]);
    };
    for (Device& device : m_model.devices)
        sortColumn(device.ops, [&](OpIndex a, OpIndex b) { return key(a) < key(b); });
}

void TraceSketch::placeCalls()
{
    std::stable_sort(m_calls.begin(), m_calls.end(),
                     [](const Host& a, const Host& b) { return a.start < b.start; });
    CallTable& calls = m_model.calls;
    for (const Host& call : m_calls) {
        m_model.threads[call.thread()].calls.push_back(CallIndex(calls.size()));
        calls.start.push_back(call.start);
        calls.end.push_back(call.end);
        calls.thread.push_back(call.thread);
        calls.name.emplace_back(std::size_t{call.name});
        calls.correlation.push_back(call.correlation < 0 ? kNoCorrelation : call.correlation);
        calls.fileOrder.push_back(call.fileOrder);
    }
}

void TraceSketch::placeHost()
{
    const auto byStart = [](const Host& a, const Host& b) { return a.start < b.start; };
    std::stable_sort(m_ranges.begin(), m_ranges.end(), byStart);
    std::stable_sort(m_osCalls.begin(), m_osCalls.end(), byStart);
    for (const Host& range : m_ranges) {
        m_model.ranges.start.push_back(range.start);
        m_model.ranges.end.push_back(range.end);
        m_model.ranges.thread.push_back(range.thread);
        m_model.ranges.text.emplace_back(std::size_t{range.name});
        m_model.ranges.domain.emplace_back();
        m_model.ranges.kind.push_back(range.kind);
        m_model.ranges.isOpen.push_back(0);
        m_model.ranges.fileOrder.push_back(range.fileOrder);
    }
    for (const Host& call : m_osCalls) {
        m_model.osCalls.start.push_back(call.start);
        m_model.osCalls.end.push_back(call.end);
        m_model.osCalls.thread.push_back(call.thread);
        m_model.osCalls.name.emplace_back(std::size_t{call.name});
        m_model.osCalls.fileOrder.push_back(call.fileOrder);
    }
}

void TraceSketch::joinOps()
{
    OpTable& ops = m_model.ops;
    std::map<std::pair<std::int64_t, ProcessId>, CallIndex> owners; // the latest start counts
    for (std::size_t c = 0; c < m_model.calls.size(); ++c) {
        const ProcessId owner = m_model.threads[m_model.calls.thread[c]()].process;
        if (m_model.calls.correlation[c] != kNoCorrelation)
            owners[{m_model.calls.correlation[c], owner}] = CallIndex(c);
    }
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const auto owner = owners.find({ops.correlation[i], m_model.processOf(OpIndex(i))});
        ops.call.push_back(owner == owners.end() ? CallIndex::none() : owner->second);
        if (owner != owners.end())
            m_model.opsByCall.push_back(OpIndex(i));
    }
    sortColumn(m_model.opsByCall,
               [&](OpIndex a, OpIndex b) { return ops.call[a()] < ops.call[b()]; });
}

Analysis TraceSketch::finish()
{
    placeOps();
    placeCalls();
    placeHost();
    joinOps();
    TimeRange all{kMaxNs, kMinNs};
    TimeRange extent{kMaxNs, kMinNs};
    const auto extend = [](TimeRange& hull, const TimeColumn& start, const TimeColumn& end) {
        for (std::size_t i = 0; i < start.size(); ++i)
            hull = {std::min(hull.begin, start[i]), std::max(hull.end, end[i])};
    };
    extend(all, m_model.ops.start, m_model.ops.end);
    extent = all;
    extend(extent, m_model.calls.start, m_model.calls.end);
    extend(extent, m_model.ranges.start, m_model.ranges.end);
    extend(extent, m_model.osCalls.start, m_model.osCalls.end);
    m_model.all = all.begin <= all.end ? all : TimeRange{};
    m_model.extent = extent.begin <= extent.end ? extent : TimeRange{};
    m_model.capture.hasRuntimeTable = !m_calls.empty();
    m_model.capture.hasNvtxTable = !m_ranges.empty();

    Analysis analysis;
    analysis.trace = std::make_shared<const TraceModel>(std::move(m_model));
    analysis.budget =
        BudgetIndex::build(analysis.trace, thresholds.budget, std::stop_token{}).value();
    analysis.steady = steady;
    analysis.thresholds = thresholds;
    analysis.iterations = findIterations(*analysis.trace, steady, {});
    analysis.iterationFacts =
        iterationFacts(*analysis.trace, steady, analysis.compileCalls, analysis.iterations, {});
    return analysis;
}

} // namespace nv::test
