// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/budget_builder.h"

#include "core/base/parallel.h"

#include <cctype>
#include <unordered_map>

namespace nv {
namespace {

std::string lowered(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

bool containsAny(const std::string& text, const std::vector<std::string>& words)
{
    for (const std::string& word : words)
        if (!word.empty() && text.find(lowered(word)) != std::string::npos)
            return true;
    return false;
}

constexpr std::int64_t kPageable = 0;

using CallId = std::pair<ProcessId, std::int64_t>; ///< a correlation of a process

struct CallIdHash
{
    std::size_t operator()(const CallId& id) const
    {
        return std::hash<std::int64_t>()(id.second) * 31 + id.first.value;
    }
};

} // namespace

std::vector<TimeRange> mergedRanges(std::vector<TimeRange> ranges)
{
    std::sort(ranges.begin(), ranges.end(), [](TimeRange a, TimeRange b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    std::vector<TimeRange> out;
    for (const TimeRange range : ranges) {
        if (range.isEmpty())
            continue;
        if (!out.empty() && range.begin <= out.back().end)
            out.back().end = std::max(out.back().end, range.end);
        else
            out.push_back(range);
    }
    return out;
}

BudgetBuilder::BudgetBuilder(TracePtr trace, const BudgetLimits& limits,
                             const std::stop_token& stop)
    : m_tracePtr(std::move(trace))
    , m_trace(*m_tracePtr)
    , m_limits(limits)
    , m_stop(stop)
    , m_out(std::make_shared<BudgetIndex>())
{}

Result<std::shared_ptr<const BudgetIndex>> BudgetBuilder::run(const BudgetIndex::Early& early)
{
    m_out->m_trace = m_tracePtr;
    classifyNames();
    classifyCalls();
    if (early && !m_stop.stop_requested())
        early(withoutRuns());
    indexThreads();
    mergeOverheads();
    findLostReplays();
    m_out->m_devices.resize(m_trace.devices.size());
    Tasks tasks;
    for (std::size_t d = 0; d < m_trace.devices.size(); ++d)
        tasks.emplace_back([this, d] { DeviceCut(*this, DeviceId(d)).run(); });
    runTasks(tasks);
    if (m_stop.stop_requested())
        return Error{Errc::Cancelled, "The analysis was cancelled.", {}};
    return std::shared_ptr<const BudgetIndex>(m_out);
}

std::shared_ptr<const BudgetIndex> BudgetBuilder::withoutRuns() const
{
    auto out = std::make_shared<BudgetIndex>(*m_out);
    out->m_devices.resize(m_trace.devices.size());
    for (BudgetIndex::DeviceRuns& runs : out->m_devices) {
        runs.start.push_back(kMinNs);
        runs.cls.push_back(BudgetClass::Unknown);
        runs.prefix.push_back(Budget{});
    }
    return out;
}

void BudgetBuilder::classifyNames()
{
    for (const CallName& name : m_trace.callNames)
        m_out->m_traits.push_back(apiTraits(name.base));
    for (const KernelVariant& kernel : m_trace.kernelVariants) {
        const bool isCommunication =
            containsAny(lowered(m_trace.names.text(kernel.shortName)), m_limits.communicationShort)
            || containsAny(lowered(m_trace.names.text(kernel.demangled)),
                           m_limits.communicationDemangled);
        m_out->m_communication.push_back(isCommunication ? 1 : 0);
    }
}

void BudgetBuilder::classifyCalls()
{
    const OpTable& ops = m_trace.ops;
    const CallTable& calls = m_trace.calls;
    std::vector<std::uint8_t> pageable(calls.size());
    std::vector<NameId> kernel(calls.size()); // the first kernel a call launched
    std::vector<std::uint8_t> hasKernel(calls.size());
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (ops.kind[i] == OpKind::Kernel || ops.kind[i] == OpKind::GraphReplay)
            m_out->m_hasKernelRows = true;
        if (ops.call[i].isNone())
            continue;
        const std::size_t call = ops.call[i]();
        if (ops.kind[i] == OpKind::Memcpy) {
            const CopyVariant& copy = m_trace.copy(OpIndex(i));
            if (copy.srcKind == kPageable || copy.dstKind == kPageable)
                pageable[call] = 1;
        } else if (ops.kind[i] == OpKind::Kernel && hasKernel[call] == 0) {
            hasKernel[call] = 1;
            kernel[call] = m_trace.kernel(OpIndex(i)).demangled;
        }
    }
    std::set<std::pair<NameId, ProcessId>> seen;
    m_out->m_callClass.reserve(calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const ApiTraits& traits = m_out->traits(calls.name[i]);
        const ThreadId thread = calls.thread[i];
        bool isFirst = false;
        if (!thread.isNone()) {
            m_out->m_hasApi = true;
            if (traits.kernelLaunch || traits.graphLaunch)
                m_out->m_hasLaunches = true;
            if (hasKernel[i] != 0)
                isFirst = seen.emplace(kernel[i], m_trace.threads[thread()].process).second;
        }
        const bool isLong = calls.end[i] - calls.start[i] > m_limits.lazyCallNs;
        m_out->m_callClass.push_back(apiClass(traits, isLong, pageable[i] != 0, isFirst));
    }
}

void BudgetBuilder::indexThreads()
{
    m_threads.reserve(m_trace.threads.size());
    for (const Thread& thread : m_trace.threads)
        m_threads.emplace_back(m_trace.calls, thread.calls);
    m_syncs.resize(m_trace.processes.size());
    for (std::size_t i = 0; i < m_trace.calls.size(); ++i)
        if (const ThreadId thread = m_trace.calls.thread[i];
            !thread.isNone() && m_out->m_callClass[i] == ApiClass::Sync)
            m_syncs[m_trace.threads[thread()].process()].emplace_back(i);
    m_syncCalls.reserve(m_syncs.size());
    for (const auto& syncs : m_syncs)
        m_syncCalls.emplace_back(m_trace.calls, syncs);
}

void BudgetBuilder::mergeOverheads()
{
    m_overheads.resize(m_trace.processes.size());
    const OverheadTable& table = m_trace.overheads;
    for (std::size_t i = 0; i < table.size(); ++i)
        if (!table.process[i].isNone())
            m_overheads[table.process[i]()].push_back({table.start[i], table.end[i]});
    for (Ranges& ranges : m_overheads)
        ranges = mergedRanges(std::move(ranges));
}

/// Graph launches that left no op: until the next wait of the process nobody knows what the device
/// did.
void BudgetBuilder::findLostReplays()
{
    const CallTable& calls = m_trace.calls;
    m_lost.resize(m_trace.processes.size());
    const auto processOf = [&](std::size_t call) {
        return calls.thread[call].isNone() ? ProcessId::none()
                                           : m_trace.threads[calls.thread[call]()].process;
    };
    // The owner of a correlation id is its last call: keep the last call of each suspicious id.
    std::unordered_map<CallId, std::size_t, CallIdHash> owners;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const bool isSuspect = m_out->traits(calls.name[i]).graphLaunch
                               && calls.correlation[i] != kNoCorrelation
                               && !calls.thread[i].isNone();
        if (isSuspect)
            owners[{processOf(i), calls.correlation[i]}] = i;
    }
    if (owners.empty())
        return;
    for (std::size_t i = 0; i < calls.size(); ++i)
        if (const auto it = owners.find({processOf(i), calls.correlation[i]}); it != owners.end())
            it->second = std::max(it->second, i);

    std::vector<Ns> lastEnd(m_trace.processes.size(), kMinNs);
    for (std::size_t i = 0; i < calls.size(); ++i)
        if (const ProcessId p = processOf(i); !p.isNone())
            lastEnd[p()] = std::max(lastEnd[p()], calls.end[i]);
    for (std::size_t i = 0; i < m_trace.ops.size(); ++i)
        if (const ProcessId p = m_trace.processOf(OpIndex(i)); !p.isNone())
            lastEnd[p()] = std::max(lastEnd[p()], m_trace.ops.end[i]);

    for (const auto& [key, owner] : owners) {
        const auto [first, last] = m_trace.opsOf(CallIndex(owner));
        if (!m_out->traits(calls.name[owner]).graphLaunch || first != last)
            continue;
        ++m_out->m_lostLaunches;
        const auto& syncs = m_syncs[key.first()];
        auto wait = std::lower_bound(syncs.begin(), syncs.end(), calls.start[owner],
                                     [&](CallIndex c, Ns t) { return calls.start[c()] < t; });
        while (wait != syncs.end() && m_out->traits(calls.name[(*wait)()]).query)
            ++wait;
        const Ns end = wait == syncs.end() ? lastEnd[key.first()] : calls.end[(*wait)()];
        m_lost[key.first()].push_back({calls.start[owner], end});
    }
    for (Ranges& ranges : m_lost)
        ranges = mergedRanges(std::move(ranges));
}

} // namespace nv
