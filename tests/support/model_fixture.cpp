// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/model_fixture.h"

#include "core/analysis/api_class.h"
#include "tests/support/column_order.h"

#include <algorithm>

namespace nv::test {
namespace {

template <class Row>
void sortByStart(std::vector<Row>& rows)
{
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.start < b.start; });
}

template <class Variant>
std::uint32_t placeOf(std::vector<Variant>& variants, const Variant& v)
{
    const auto it = std::find(variants.begin(), variants.end(), v);
    const auto place = static_cast<std::uint32_t>(it - variants.begin());
    if (it == variants.end())
        variants.push_back(v);
    return place;
}

} // namespace

ProcessId ModelFixture::process(std::int64_t pid)
{
    m_model.processes.push_back({pid << 24, pid, {}});
    return ProcessId(m_model.processes.size() - 1);
}

ThreadId ModelFixture::thread(ProcessId process, std::int64_t tid)
{
    Thread t;
    t.globalId = m_model.processes[process()].globalId + tid;
    t.tid = tid;
    t.process = process;
    m_model.threads.push_back(std::move(t));
    return ThreadId(m_model.threads.size() - 1);
}

DeviceId ModelFixture::device()
{
    Device d;
    d.number = static_cast<std::int64_t>(m_model.devices.size());
    d.label = std::to_string(*d.number);
    m_model.devices.push_back(std::move(d));
    return DeviceId(m_model.devices.size() - 1);
}

StreamId ModelFixture::stream(DeviceId device, ProcessId process, std::int64_t number)
{
    m_model.streams.push_back({device, process, 1, number, {}});
    return StreamId(m_model.streams.size() - 1);
}

DomainId ModelFixture::domain(ProcessId process, std::string_view name)
{
    const auto id = static_cast<std::int64_t>(m_model.domains.size() + 1);
    m_model.domains.push_back({id, process, m_model.names.intern(name)});
    return DomainId(m_model.domains.size() - 1);
}

void ModelFixture::call(ThreadId thread, std::string_view name, Ns start, Ns end,
                        std::int64_t correlation)
{
    const NameId text = m_model.names.intern(name);
    const auto same = [&](const CallName& n) { return n.text == text; };
    auto& names = m_model.callNames;
    const auto it = std::find_if(names.begin(), names.end(), same);
    const CallNameId id(static_cast<std::size_t>(it - names.begin()));
    if (it == names.end())
        names.push_back({static_cast<std::int64_t>(text()), text, apiBaseName(name)});
    m_calls.push_back({start, end, thread, id, correlation});
}

void ModelFixture::kernel(StreamId stream, std::string_view name, Ns start, Ns end,
                          std::int64_t correlation, LaunchShape shape)
{
    KernelVariant v;
    v.shortName = m_model.names.intern(name.substr(0, name.find('(')));
    v.demangled = m_model.names.intern(name);
    v.shape = shape;
    m_ops.push_back(
        {start, end, OpKind::Kernel, stream, placeOf(m_model.kernelVariants, v), correlation});
}

void ModelFixture::copy(StreamId stream, Bytes bytes, Ns start, Ns end, std::int64_t correlation,
                        std::int64_t copyKind)
{
    CopyVariant v;
    v.bytes = bytes;
    v.copyKind = copyKind;
    m_ops.push_back(
        {start, end, OpKind::Memcpy, stream, placeOf(m_model.copyVariants, v), correlation});
}

void ModelFixture::memset(StreamId stream, Bytes bytes, Ns start, Ns end, std::int64_t correlation)
{
    CopyVariant v;
    v.bytes = bytes;
    m_ops.push_back(
        {start, end, OpKind::Memset, stream, placeOf(m_model.copyVariants, v), correlation});
}

void ModelFixture::graph(StreamId stream, std::int64_t exec, Ns start, Ns end,
                         std::int64_t correlation)
{
    const GraphVariant v{exec, exec};
    m_ops.push_back(
        {start, end, OpKind::GraphReplay, stream, placeOf(m_model.graphVariants, v), correlation});
}

void ModelFixture::range(ThreadId thread, std::string_view text, Ns start, Ns end, DomainId domain,
                         RangeKind kind, bool isOpen)
{
    m_ranges.push_back({start, end, thread, m_model.names.intern(text), domain, kind, isOpen});
}

CallIndex ModelFixture::callOf(const OpRow& op) const
{
    const auto it = m_callOf.find({m_model.streams[op.stream()].process, op.correlation});
    return it == m_callOf.end() || op.correlation == kNoCorrelation ? CallIndex() : it->second;
}

void ModelFixture::fillCalls()
{
    CallTable& t = m_model.calls;
    for (const CallRow& row : m_calls) {
        const CallIndex call(t.size());
        if (!row.thread.isNone()) {
            Thread& thread = m_model.threads[row.thread()];
            thread.calls.push_back(call);
            m_callOf[{thread.process, row.correlation}] = call; // by start: the latest stays
        }
        t.start.push_back(row.start);
        t.end.push_back(row.end);
        t.thread.push_back(row.thread);
        t.name.push_back(row.name);
        t.correlation.push_back(row.correlation);
        t.fileOrder.push_back(static_cast<std::uint32_t>(t.fileOrder.size()));
    }
    m_model.counts[TableKind::Runtime] = t.size();
    m_model.capture.hasRuntimeTable = t.size() > 0;
}

void ModelFixture::fillOps()
{
    constexpr std::array<TableKind, 4> kTables{TableKind::Kernel, TableKind::Graph,
                                               TableKind::Memcpy, TableKind::Memset};
    OpTable& t = m_model.ops;
    for (const OpRow& row : m_ops) {
        const OpIndex op(t.size());
        m_model.devices[m_model.streams[row.stream()].device()].ops.push_back(op);
        t.start.push_back(row.start);
        t.end.push_back(row.end);
        t.kind.push_back(row.kind);
        t.stream.push_back(row.stream);
        t.variant.push_back(row.variant);
        t.correlation.push_back(row.correlation);
        t.call.push_back(callOf(row));
        t.fileOrder.push_back(op.value);
        ++m_model.counts[kTables.at(static_cast<std::size_t>(row.kind))];
        if (!t.call.back().isNone())
            m_model.opsByCall.push_back(op);
    }
    const auto call = [&](OpIndex op) { return t.call[op()]; };
    sortColumn(m_model.opsByCall, [&](OpIndex a, OpIndex b) { return call(a) < call(b); });
    const auto order = [&](OpIndex a, OpIndex b) {
        const auto key = [&](OpIndex op) {
            return std::tuple(t.start[op()], m_model.streams[t.stream[op()]()].number,
                              t.correlation[op()]);
        };
        return key(a) < key(b);
    };
    for (Device& d : m_model.devices)
        sortColumn(d.ops, order);
}

void ModelFixture::fillRanges()
{
    RangeTable& t = m_model.ranges;
    for (const RangeRow& row : m_ranges) {
        t.start.push_back(row.start);
        t.end.push_back(row.end);
        t.thread.push_back(row.thread);
        t.text.push_back(row.text);
        t.domain.push_back(row.domain);
        t.kind.push_back(row.kind);
        t.isOpen.push_back(row.isOpen ? 1 : 0);
        t.fileOrder.push_back(static_cast<std::uint32_t>(t.fileOrder.size()));
    }
    m_model.counts[TableKind::Nvtx] = t.size();
    m_model.capture.hasNvtxTable = t.size() > 0;
}

void ModelFixture::fillExtent()
{
    std::optional<TimeRange> ops;
    std::optional<TimeRange> host;
    const auto add = [](std::optional<TimeRange>& to, const auto& rows) {
        for (const auto& row : rows)
            to = to ? TimeRange{std::min(to->begin, row.start), std::max(to->end, row.end)}
                    : TimeRange{row.start, row.end};
    };
    add(ops, m_ops);
    add(host, m_calls);
    add(host, m_ranges);
    m_model.all = ops.value_or(host.value_or(TimeRange{}));
    m_model.extent = m_model.all;
    if (ops && host)
        m_model.extent = {std::min(ops->begin, host->begin), std::max(ops->end, host->end)};
}

TracePtr ModelFixture::finish()
{
    sortByStart(m_ops);
    sortByStart(m_calls);
    sortByStart(m_ranges);
    fillCalls();
    fillOps();
    fillRanges();
    fillExtent();
    auto trace = std::make_shared<const TraceModel>(std::move(m_model));
    *this = ModelFixture();
    return trace;
}

} // namespace nv::test
