// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/first_launches.h"

#include "core/base/progress.h"

#include <algorithm>
#include <optional>

namespace nv {

FirstLaunches::FirstLaunches(const TraceModel& model, const VariantGroups& groups,
                             const std::stop_token& stop)
{
    const std::size_t names = groups.firstOf.size();
    // One place per (process, name); the last row is for ops of no known process.
    std::vector<std::optional<FirstLaunch>> first((model.processes.size() + 1) * names);
    for (std::size_t i = 0; i < model.ops.size() && !shouldStop(stop, i); ++i) {
        if (model.ops.kind[i] != OpKind::Kernel)
            continue;
        const OpIndex op(i);
        const ProcessId process = model.processOf(op);
        const CallIndex call = model.ops.call[i];
        const Ns at = call.isNone() ? model.ops.start[i] : model.calls.start[call()];
        const std::size_t row = process.isNone() ? model.processes.size() : process();
        std::optional<FirstLaunch>& known =
            first[row * names + groups.groupOf[model.ops.variant[i]]];
        if (!known || at < known->at)
            known = FirstLaunch{at, process, op};
    }
    for (const std::optional<FirstLaunch>& launch : first) {
        if (!launch)
            continue;
        m_byTime.push_back(*launch);
        m_ops.push_back(launch->op);
    }
    std::sort(m_byTime.begin(), m_byTime.end(), [](const FirstLaunch& a, const FirstLaunch& b) {
        return a.at != b.at ? a.at < b.at : a.op < b.op;
    });
    std::sort(m_ops.begin(), m_ops.end());
}

bool FirstLaunches::isFirst(OpIndex op) const
{
    return std::binary_search(m_ops.begin(), m_ops.end(), op);
}

OpIndex FirstLaunches::nextFrom(ProcessId process, Ns t) const
{
    auto launch =
        std::partition_point(m_byTime.begin(), m_byTime.end(),
                             [t](const FirstLaunch& candidate) { return candidate.at < t; });
    while (launch != m_byTime.end() && launch->process != process)
        ++launch;
    return launch == m_byTime.end() ? OpIndex::none() : launch->op;
}

} // namespace nv
