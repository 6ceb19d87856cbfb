// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/row_finder.h"

#include "core/base/progress.h"
#include "core/trace/api_name.h"

#include <algorithm>

namespace nv {
namespace {

std::string memoryText(const TraceModel& trace, std::size_t op)
{
    if (trace.ops.kind[op] == OpKind::Memset)
        return "[CUDA memset]";
    return "[CUDA memcpy " + copyKindLabel(trace.copy(OpIndex(op)).copyKind) + "]";
}

} // namespace

RowFinder::RowFinder(const TraceModel& trace, const StatsRequest& request,
                     const StatsFilter& filter, RowCells cells, std::stop_token stop)
    : m_trace(trace)
    , m_request(request)
    , m_filter(filter)
    , m_cells(std::move(cells))
    , m_stop(std::move(stop))
{}

bool RowFinder::keepsOp(std::size_t op, OpKind kind) const
{
    return m_trace.ops.kind[op] == kind
           && m_filter.keeps(m_trace.ops.start[op], m_trace.ops.end[op])
           && (m_filter.process.isNone() || m_trace.processOf(OpIndex(op)) == m_filter.process);
}

bool RowFinder::isAllowed(ThreadId thread) const
{
    if (!m_filter.thread.isNone() && thread != m_filter.thread)
        return false;
    return m_filter.process.isNone()
           || (!thread.isNone() && m_trace.threads[thread()].process == m_filter.process);
}

bool RowFinder::keepsCall(std::size_t call) const
{
    return m_filter.keeps(m_trace.calls.start[call], m_trace.calls.end[call])
           && isAllowed(m_trace.calls.thread[call]);
}

bool RowFinder::isOfThread(ThreadId thread) const
{
    if (thread.isNone())
        return m_cells.agrees("TID", std::nullopt) && m_cells.agrees("PID", std::nullopt);
    const Thread& own = m_trace.threads[thread()];
    const auto pid =
        own.process.isNone() ? std::nullopt : std::optional(m_trace.processes[own.process()].pid);
    return m_cells.agrees("TID", own.tid) && m_cells.agrees("Tid", own.tid)
           && m_cells.agrees("PID", pid) && m_cells.agrees("Pid", pid);
}

/// Names that read the same are one row, and so are all that read NULL.
RowFinder::KernelMatch RowFinder::kernelMatch(std::string_view nameTitle) const
{
    KernelMatch match;
    Result<KernelNames> names = KernelNames::make(m_trace, m_request, m_stop);
    if (!names)
        return match;
    const auto cell = m_cells.text(nameTitle);
    match.keys.resize(names.value().keys());
    for (std::size_t key = 0; key < match.keys.size(); ++key) {
        const bool isNull = key == names.value().nullKey();
        match.keys[key] = isNull ? !cell : cell == names.value().text(key);
    }
    const bool hasShape = m_cells.has("GridXYZ");
    for (const KernelVariant& variant : m_trace.kernelVariants)
        match.variants.push_back(!hasShape
                                 || (m_cells.is("GridXYZ", gridCell(variant))
                                     && m_cells.is("BlockXYZ", blockCell(variant))));
    match.names = std::move(names).value();
    return match;
}

std::vector<EventRef> RowFinder::kernels(std::string_view nameTitle)
{
    const KernelMatch match = kernelMatch(nameTitle);
    return collect(EventKind::Op, m_trace.ops.size(), [&](std::size_t i) {
        return keepsOp(i, OpKind::Kernel) && match(i, m_trace.ops.variant[i]);
    });
}

std::vector<EventRef> RowFinder::memoryOps()
{
    const auto text = m_cells.text("Operation");
    std::vector<signed char> known(m_trace.copyVariants.size(), -1);
    return collect(EventKind::Op, m_trace.ops.size(), [&](std::size_t i) {
        const OpKind kind = m_trace.ops.kind[i];
        if (kind != OpKind::Memcpy && kind != OpKind::Memset)
            return false;
        signed char& fits = known[m_trace.ops.variant[i]];
        if (kind == OpKind::Memset || fits < 0) {
            const bool isNamed = text == memoryText(m_trace, i);
            if (kind == OpKind::Memset)
                return isNamed && keepsOp(i, kind);
            fits = isNamed ? 1 : 0;
        }
        return fits == 1 && keepsOp(i, kind);
    });
}

std::vector<EventRef> RowFinder::categoryOps()
{
    const auto category = m_cells.text("Category");
    if (category == "CUDA_KERNEL")
        return kernels("Operation");
    if (category == "MEMORY_OPER")
        return memoryOps();
    return callsNamed("Operation", false);
}

/// Of several groups that read the same on the screen, the one the row counts.
std::vector<EventRef> RowFinder::theCounted(std::vector<std::vector<EventRef>> groups) const
{
    std::erase_if(groups, [](const auto& group) { return group.empty(); });
    const auto isCounted = [&](const std::vector<EventRef>& group) {
        const TimeColumns columns = timeColumns(m_trace, group.front().kind);
        std::int64_t total = 0;
        for (const EventRef& e : group)
            total = addSaturated(total, columns.end[e.index] - columns.start[e.index]);
        return m_cells.agrees("Num Calls", static_cast<std::int64_t>(group.size()))
               && m_cells.agrees("Total Time", total);
    };
    const auto found = std::find_if(groups.begin(), groups.end(), isCounted);
    if (found != groups.end())
        return std::move(*found);
    return groups.empty() ? std::vector<EventRef>{} : std::move(groups.front());
}

std::vector<EventRef> RowFinder::callsNamed(std::string_view name, bool splitsByStringId)
{
    const auto cell = m_cells.text(name);
    const std::size_t n = m_trace.callNames.size();
    std::vector<bool> fits(n);
    for (std::size_t i = 0; i < n; ++i) {
        const NameId text = m_trace.callNames[i].text;
        const bool isNull = text.isNone() || m_trace.names.isDangling(text);
        fits[i] = isNull ? !cell : cell == nsysStrippedName(m_trace.names.text(text));
    }
    const auto keeps = [&](std::size_t i) {
        const CallNameId id = m_trace.calls.name[i];
        return !id.isNone() && fits[id()] && keepsCall(i);
    };
    std::vector<EventRef> all = collect(EventKind::Call, m_trace.calls.size(), keeps);
    if (!splitsByStringId || std::count(fits.begin(), fits.end(), true) < 2)
        return all;
    std::vector<std::vector<EventRef>> groups(n);
    for (const EventRef& call : all)
        groups[m_trace.calls.name[call.index]()].push_back(call);
    return theCounted(std::move(groups));
}

std::vector<EventRef> RowFinder::calls()
{
    return callsNamed("Name", true);
}

std::vector<EventRef> RowFinder::osCalls()
{
    const auto cell = m_cells.text("Name");
    const OsCallTable& calls = m_trace.osCalls;
    std::vector<std::vector<EventRef>> groups(m_trace.osCallNames.size());
    for (std::size_t i = 0; i < calls.size() && !shouldStop(m_stop, i); ++i) {
        const CallNameId id = calls.name[i];
        if (id.isNone() || !m_filter.keeps(calls.start[i], calls.end[i])
            || !isAllowed(calls.thread[i]))
            continue;
        const NameId text = m_trace.osCallNames[id()].text;
        const bool isNull = text.isNone() || m_trace.names.isDangling(text);
        if (isNull ? !cell : cell == m_trace.names.text(text))
            groups[id()].push_back({EventKind::OsCall, static_cast<std::uint32_t>(i)});
    }
    return theCounted(std::move(groups));
}

std::vector<EventRef> RowFinder::launchPairs()
{
    const KernelMatch match = kernelMatch("Kernel Name");
    const auto api = m_cells.text("API Name");
    return collect(EventKind::Op, m_trace.ops.size(), [&](std::size_t i) {
        const CallIndex call = m_trace.ops.call[i];
        if (call.isNone() || !keepsOp(i, OpKind::Kernel) || !keepsCall(call())
            || !isOfThread(m_trace.calls.thread[call()]))
            return false;
        if (!m_cells.agrees("DevId", m_trace.devices[m_trace.deviceOf(OpIndex(i))()].number))
            return false;
        const NameId name = m_trace.callNames[m_trace.calls.name[call()]()].text;
        return api == nsysStrippedName(m_trace.names.text(name))
               && match(i, m_trace.ops.variant[i]);
    });
}

} // namespace nv
