// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/launch_pairs.h"

#include "core/analysis/stats/kernel_names.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>

namespace nv {
namespace {

/// The calls of one process by correlation id.  Kernels ask in nearly ascending order, so a search
/// begins where the last one ended.
class CallsByCorrelation
{
public:
    struct Entry
    {
        std::int64_t correlation;
        std::uint32_t call;
    };

    void add(std::int64_t correlation, std::uint32_t call)
    {
        m_entries.push_back({correlation, call});
    }

    void sort()
    {
        if (!std::is_sorted(m_entries.begin(), m_entries.end(), isBefore))
            std::stable_sort(m_entries.begin(), m_entries.end(), isBefore); // keeps the file order
    }

    /// The first entry of this id and the one behind its last.
    std::pair<const Entry*, const Entry*> of(std::int64_t correlation)
    {
        auto begin = m_entries.begin();
        auto end = m_entries.end();
        const auto last = begin + static_cast<std::ptrdiff_t>(m_last);
        if (last != end && last->correlation < correlation) {
            begin = last;
            for (std::ptrdiff_t step = 1; end - begin > step; step *= 2) {
                if (begin[step].correlation >= correlation) {
                    end = begin + step + 1;
                    break;
                }
                begin += step;
            }
        } else if (last != end) {
            end = last + 1;
        }
        const Entry asked{correlation, 0};
        const auto first = std::lower_bound(begin, end, asked, isBefore);
        m_last = static_cast<std::size_t>(first - m_entries.begin());
        auto behind = first;
        while (behind != m_entries.end() && behind->correlation == correlation)
            ++behind;
        return {m_entries.data() + m_last,
                m_entries.data() + static_cast<std::size_t>(behind - m_entries.begin())};
    }

private:
    static bool isBefore(const Entry& a, const Entry& b) { return a.correlation < b.correlation; }

    std::vector<Entry> m_entries;
    std::size_t m_last = 0;
};

} // namespace

Result<std::vector<LaunchPair>> launchPairs(const TraceModel& trace, const StatsRequest& request,
                                            const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Kernel] == 0)
        return kernelsMissing(trace, request);
    if (trace.counts[TableKind::Runtime] == 0)
        return missingTable(request, "this trace holds no CUDA API calls");
    std::vector<CallsByCorrelation> calls(trace.processes.size());
    const std::vector<std::uint32_t> callRows = keptCalls(trace, filter);
    for (std::size_t i = 0; i < callRows.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const std::uint32_t call = callRows[i];
        const ThreadId thread = trace.calls.thread[call];
        const std::int64_t correlation = trace.calls.correlation[call];
        if (thread.isNone() || correlation == kNoCorrelation)
            continue;
        if (const ProcessId process = trace.threads[thread()].process; !process.isNone())
            calls[process()].add(correlation, call);
    }
    for (CallsByCorrelation& ofProcess : calls)
        ofProcess.sort();
    std::vector<LaunchPair> pairs;
    const std::vector<std::uint32_t> kernels = keptOps(trace, OpKind::Kernel, filter);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const std::uint32_t op = kernels[i];
        const ProcessId process = trace.processOf(OpIndex(op));
        const std::int64_t correlation = trace.ops.correlation[op];
        if (process.isNone() || correlation == kNoCorrelation)
            continue;
        const auto [first, behind] = calls[process()].of(correlation);
        for (const auto* entry = first; entry != behind; ++entry)
            pairs.push_back({op, entry->call});
    }
    return pairs;
}

LaunchTimes launchTimes(const TraceModel& trace, LaunchPair pair)
{
    const Ns callStart = trace.calls.start[pair.call];
    const Ns callEnd = trace.calls.end[pair.call];
    const Ns kernelStart = trace.ops.start[pair.op];
    const Ns kernelEnd = trace.ops.end[pair.op];
    LaunchTimes times;
    times.api = callEnd - callStart;
    times.kernel = kernelEnd - kernelStart;
    // Hostile times may lie further apart than int64 reaches.
    const auto apart = [](Ns from, Ns to) {
        return addSaturated(to, from == kMinNs ? kMaxNs : -from);
    };
    if (kernelStart >= callEnd)
        times.queue = apart(callEnd, kernelStart);
    times.total = apart(callStart, std::max(callEnd, kernelEnd));
    return times;
}

} // namespace nv
