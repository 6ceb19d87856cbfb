// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/trace_maker.h"

#include <algorithm>

namespace nv {

TraceMaker::TraceMaker(ExportLayout layout)
    : m_layout(layout)
{}

std::int64_t TraceMaker::string(std::string_view text)
{
    const auto known = m_stringIds.find(std::string(text));
    if (known != m_stringIds.end())
        return known->second;
    const std::int64_t id = freshString(text);
    m_stringIds.emplace(text, id);
    return id;
}

std::int64_t TraceMaker::freshString(std::string_view text)
{
    m_rows.strings.emplace_back(text);
    return static_cast<std::int64_t>(m_rows.strings.size());
}

std::int64_t TraceMaker::process(std::int64_t pid, std::string_view name)
{
    const std::int64_t id = makeGlobalId(pid);
    m_rows.processes.emplace_back(id, name);
    return id;
}

std::int64_t TraceMaker::thread(std::int64_t globalPid, std::int64_t tid, std::string_view name)
{
    const std::int64_t id = globalPid | tid;
    if (!name.empty())
        m_rows.threads.emplace_back(id, string(name));
    return id;
}

std::string shortKernelName(std::string_view demangled)
{
    // The name ends where the first '<' or '(' outside of a leading return type begins, and begins
    // after the last blank or "::" before that.
    std::size_t end = demangled.size();
    std::size_t begin = 0;
    for (std::size_t i = 0; i < demangled.size(); ++i) {
        const char c = demangled[i];
        if (c == '<' || c == '(') {
            end = i;
            break;
        }
        if (c == ' ' || c == ':')
            begin = i + 1;
    }
    if (begin >= end) // an operator or something stranger: the whole is as good as any part
        return std::string(demangled);
    return std::string(demangled.substr(begin, end - begin));
}

MadeKernelName TraceMaker::kernelName(std::string_view demangled)
{
    return kernelName(demangled, shortKernelName(demangled));
}

MadeKernelName TraceMaker::kernelName(std::string_view demangled, std::string_view shortName,
                                      std::string_view mangled)
{
    MadeKernelName name;
    name.demangled = string(demangled);
    name.shortName = string(shortName);
    if (!mangled.empty())
        name.mangled = string(mangled);
    return name;
}

std::int64_t TraceMaker::call(std::int64_t globalTid, std::string_view name, TimeRange time,
                              std::optional<std::int64_t> correlation)
{
    MadeCall e;
    e.start = time.begin;
    e.end = time.end;
    e.globalTid = globalTid;
    e.correlation = correlation ? *correlation : nextCorrelation();
    e.nameId = string(name);
    e.eventClass = name.starts_with("cuda") ? 0 : 1;
    add(e);
    return *e.correlation;
}

std::int64_t TraceMaker::launch(std::int64_t globalTid, TimeRange call, MadeKernel kernel,
                                std::string_view api)
{
    kernel.correlation = this->call(globalTid, api, call, kernel.correlation);
    add(kernel);
    return *kernel.correlation;
}

std::int64_t TraceMaker::copy(std::int64_t globalTid, TimeRange call, MadeMemcpy memcpy,
                              std::string_view api)
{
    memcpy.correlation = this->call(globalTid, api, call, memcpy.correlation);
    add(memcpy);
    return *memcpy.correlation;
}

void TraceMaker::range(std::int64_t globalTid, std::string_view text, TimeRange time,
                       std::int64_t domain)
{
    MadeNvtx e;
    e.start = time.begin;
    e.end = time.end;
    e.text = text;
    e.globalTid = globalTid;
    e.domainId = domain;
    add(e);
}

void TraceMaker::openRange(std::int64_t globalTid, std::string_view text, Ns start)
{
    MadeNvtx e;
    e.start = start;
    e.text = text;
    e.globalTid = globalTid;
    add(e);
}

void TraceMaker::startEndRange(std::int64_t globalTid, std::string_view text, TimeRange time,
                               std::int64_t domain)
{
    MadeNvtx e;
    e.start = time.begin;
    e.end = time.end;
    e.eventType = 60;
    e.rangeId = static_cast<std::int64_t>(m_rows.nvtx.size()) + 1;
    e.text = text;
    e.globalTid = globalTid;
    e.domainId = domain;
    add(e);
}

void TraceMaker::mark(std::int64_t globalTid, std::string_view text, Ns at)
{
    MadeNvtx e;
    e.start = at;
    e.eventType = 34;
    e.text = text;
    e.globalTid = globalTid;
    add(e);
}

void TraceMaker::domain(std::int64_t globalTid, std::int64_t id, std::string_view name, Ns at)
{
    MadeNvtx e;
    e.start = at;
    e.eventType = 75;
    e.text = name;
    e.globalTid = globalTid;
    e.domainId = id;
    add(e);
}

void TraceMaker::osCall(std::int64_t globalTid, std::string_view name, TimeRange time)
{
    MadeOsCall e;
    e.start = time.begin;
    e.end = time.end;
    e.globalTid = globalTid;
    e.nameId = string(name);
    add(e);
}

void TraceMaker::capture(std::string_view name, std::string_view value)
{
    m_rows.captureRows.emplace_back(name, value);
}

void TraceMaker::systemEnv(std::string_view name, std::string_view value)
{
    m_rows.systemEnvRows.emplace_back(name, value);
}

void TraceMaker::analysisDetails(DurationNs duration, Ns start, Ns stop)
{
    m_rows.details = {static_cast<std::int64_t>(duration), start, stop};
}

void TraceMaker::sortRows()
{
    const auto sort = [](auto& rows) {
        std::stable_sort(rows.begin(), rows.end(),
                         [](const auto& a, const auto& b) { return a.start < b.start; });
    };
    sort(m_rows.kernels);
    sort(m_rows.memcpys);
    sort(m_rows.memsets);
    sort(m_rows.syncs);
    sort(m_rows.graphReplays);
    sort(m_rows.calls);
    sort(m_rows.nvtx);
    sort(m_rows.osCalls);
}

std::uint64_t TraceMaker::eventRows() const
{
    return m_rows.kernels.size() + m_rows.memcpys.size() + m_rows.memsets.size()
           + m_rows.graphReplays.size() + m_rows.calls.size() + m_rows.syncs.size()
           + m_rows.nvtx.size() + m_rows.osCalls.size();
}

} // namespace nv
