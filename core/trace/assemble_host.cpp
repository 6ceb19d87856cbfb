// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/model_assembly.h"

namespace nv {
namespace {

/// What API and OS calls have in common, sorted; returns the order for the columns that differ.
template <class Table>
std::vector<std::uint32_t> takeCallRows(CallPart& part, const std::vector<ThreadId>& owners,
                                        Table& out, const std::stop_token& stop)
{
    auto order = sortOrder(part.start); // not const: it is given back
    out.start = packed(part.start, order);
    out.end = packed(part.end, order);
    out.fileOrder = std::move(part.fileOrder);
    out.thread.reserve(part.thread.size());
    for (const std::uint32_t t : part.thread)
        out.thread.push_back(owners[t]);
    drop(part.thread);
    out.name.reserve(part.name.size());
    for (const std::uint32_t n : part.name)
        out.name.emplace_back(std::size_t{n});
    drop(part.name);
    reorderAll(stop, order, out.thread, out.name, out.fileOrder);
    shrink(out.thread, out.name, out.fileOrder);
    return order;
}

} // namespace

void ModelAssembly::takeCalls()
{
    CallTable& out = m_model->calls;
    const auto order = takeCallRows(m_parts.calls, m_callOwners, out, m_stop);
    out.correlation = std::move(m_parts.calls.correlation);
    reorder(out.correlation, order);
    shrink(out.correlation);
    for (std::size_t i = 0; i < out.size(); ++i)
        if (const ThreadId owner = out.thread[i]; !owner.isNone())
            m_model->threads[owner()].calls.emplace_back(i);
    for (Thread& thread : m_model->threads)
        shrink(thread.calls);
}

void ModelAssembly::takeOsCalls()
{
    takeCallRows(m_parts.osCalls, m_osCallOwners, m_model->osCalls, m_stop);
}

void ModelAssembly::takeRanges()
{
    RangePart& part = m_parts.ranges;
    const auto order = sortOrder(part.start);
    RangeTable& out = m_model->ranges;
    out.start = packed(part.start, order);
    out.end = packed(part.end, order);
    out.kind = std::move(part.kind);
    out.isOpen = std::move(part.isOpen);
    out.fileOrder = std::move(part.fileOrder);
    out.thread.reserve(part.thread.size());
    out.text.reserve(part.thread.size());
    out.domain.reserve(part.thread.size());
    for (std::size_t i = 0; i < part.thread.size(); ++i) {
        const ThreadId owner = m_rangeOwners[part.thread[i]];
        out.thread.push_back(owner);
        out.text.push_back(m_rangeTexts[part.text[i]]);
        out.domain.push_back(
            part.domain[i] == 0
                ? DomainId::none()
                : domain(owner.isNone() ? ProcessId::none() : m_model->threads[owner()].process,
                         part.domain[i]));
    }
    drop(part.thread);
    drop(part.text);
    drop(part.domain);
    reorderAll(m_stop, order, out.thread, out.text, out.domain, out.kind, out.isOpen,
               out.fileOrder);
    shrink(out.thread, out.text, out.domain, out.kind, out.isOpen, out.fileOrder);
}

void ModelAssembly::takeSyncs()
{
    SyncPart& syncs = m_parts.syncs;
    const auto order = sortOrder(syncs.start);
    SyncTable& out = m_model->syncs;
    out.start = packed(syncs.start, order);
    out.end = packed(syncs.end, order);
    out.streamNumber = packed(syncs.stream, order);
    out.type = packed(syncs.type, order);
    out.correlation = std::move(syncs.correlation);
    reorderAll(m_stop, order, out.process, out.correlation);
    shrink(out.process, out.correlation);
}

void ModelAssembly::takeOverheads()
{
    OverheadPart& overheads = m_parts.overheads;
    const auto order = sortOrder(overheads.start);
    OverheadTable& lost = m_model->overheads;
    lost.start = packed(overheads.start, order);
    lost.end = packed(overheads.end, order);
    reorderAll(m_stop, order, lost.process, lost.name);
    shrink(lost.process, lost.name);
}

} // namespace nv
