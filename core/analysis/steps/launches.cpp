// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/launches.h"

#include <algorithm>

namespace nv::stepfind {
namespace {

bool contains(const Processes& processes, ProcessId process)
{
    return processes.empty() || std::binary_search(processes.begin(), processes.end(), process);
}

/// Ops of calls that begin at the same instant go by their own start (their index ascends by it).
void orderTies(Launches& launches)
{
    for (std::size_t i = 0; i < launches.size();) {
        std::size_t j = i + 1;
        while (j < launches.size() && launches.at[j] == launches.at[i])
            ++j;
        if (j > i + 1)
            std::sort(launches.op.begin() + static_cast<std::ptrdiff_t>(i),
                      launches.op.begin() + static_cast<std::ptrdiff_t>(j));
        i = j;
    }
}

} // namespace

Error cancelled()
{
    return {Errc::Cancelled, "The search for steps was stopped.", {}};
}

ProcessId LaunchBook::processOf(OpIndex op) const
{
    return m_trace->threads[m_trace->calls.thread[m_trace->ops.call[op()]()]()].process;
}

Result<LaunchBook> LaunchBook::build(const TraceModel& trace, CallNameKinds kinds,
                                     const std::stop_token& stop)
{
    LaunchBook book;
    book.m_trace = &trace;
    book.m_kinds = std::move(kinds);
    book.m_all.op.reserve(trace.opsByCall.size());
    book.m_all.at.reserve(trace.opsByCall.size());
    for (std::size_t i = 0; i < trace.opsByCall.size(); ++i) {
        if (shouldStop(stop, i))
            return cancelled();
        const CallIndex call = trace.ops.call[trace.opsByCall[i]()];
        if (trace.calls.thread[call()].isNone())
            continue;
        book.m_all.op.push_back(trace.opsByCall[i]);
        book.m_all.at.push_back(trace.calls.start[call()]);
    }
    orderTies(book.m_all);

    // Threads of no known process share the last place.
    std::vector<Launches> byProcess(trace.processes.size() + 1);
    std::vector<std::size_t> count(byProcess.size());
    const auto place = [&](ProcessId p) { return p.isNone() ? trace.processes.size() : p(); };
    for (std::size_t i = 0; i < book.m_all.size(); ++i) {
        if (shouldStop(stop, i))
            return cancelled();
        ++count[place(book.processOf(book.m_all.op[i]))];
    }
    const auto launching = [](std::size_t n) { return n > 0; };
    if (std::count_if(count.begin(), count.end(), launching) > 1) {
        for (std::size_t i = 0; i < book.m_all.size(); ++i) {
            if (shouldStop(stop, i))
                return cancelled();
            Launches& to = byProcess[place(book.processOf(book.m_all.op[i]))];
            to.op.push_back(book.m_all.op[i]);
            to.at.push_back(book.m_all.at[i]);
        }
        book.m_byProcess = std::move(byProcess);
    }
    for (std::size_t i = 0; i < trace.calls.size(); ++i) {
        if (shouldStop(stop, i))
            return cancelled();
        if (book.m_kinds.compile[trace.calls.name[i]()] == 0)
            continue;
        const ThreadId thread = trace.calls.thread[i];
        book.m_compile.push_back(
            {trace.calls.start[i], trace.calls.end[i],
             thread.isNone() ? ProcessId::none() : trace.threads[thread()].process});
    }
    return book;
}

const Launches& LaunchBook::of(const Processes& processes)
{
    if (processes.empty())
        return m_all;
    if (processes.size() == 1 && !m_byProcess.empty()) {
        const ProcessId p = processes.front();
        return m_byProcess[p.isNone() ? m_trace->processes.size() : p()];
    }
    if (processes.size() == 1 && m_all.size() > 0 && processOf(m_all.op.front()) == processes[0])
        return m_all;
    const auto [it, isNew] = m_sets.try_emplace(processes);
    if (isNew)
        it->second = select(processes);
    return it->second;
}

Launches LaunchBook::select(const Processes& processes) const
{
    Launches out;
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        if (!contains(processes, processOf(m_all.op[i])))
            continue;
        out.op.push_back(m_all.op[i]);
        out.at.push_back(m_all.at[i]);
    }
    return out;
}

std::vector<Ns> LaunchBook::compileStarts(const Processes& processes) const
{
    std::vector<Ns> out;
    for (const CompileCall& call : m_compile) {
        if (contains(processes, call.process))
            out.push_back(call.start);
    }
    return out;
}

DurationNs LaunchBook::compileTime(const Processes& processes, Ns until) const
{
    DurationNs sum = 0;
    for (const CompileCall& call : m_compile) {
        if (call.start < until && contains(processes, call.process))
            sum += lengthBetween(call.start, call.end);
    }
    return sum;
}

} // namespace nv::stepfind
