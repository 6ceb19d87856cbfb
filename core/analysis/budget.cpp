// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/budget.h"

#include "core/analysis/budget_builder.h"

namespace nv {
namespace {

constexpr std::size_t kRunsPerPrefix = 128;

} // namespace

std::string_view budgetClassKey(BudgetClass c)
{
    constexpr std::array<std::string_view, kBudgetClasses> kKeys{
        "compute", "communication", "transfer", "compile",  "sync", "launch",
        "alloc",   "host",          "queue",    "profiler", "none", "unknown"};
    return kKeys.at(static_cast<std::size_t>(c));
}

Result<std::shared_ptr<const BudgetIndex>> BudgetIndex::build(const TracePtr& trace,
                                                              const BudgetLimits& limits,
                                                              const std::stop_token& stop,
                                                              const Early& early)
{
    return BudgetBuilder(trace, limits, stop).run(early);
}

/// Time of each class from the beginning of int64 to `t`.
Budget BudgetIndex::DeviceRuns::upTo(Ns t) const
{
    const auto after = std::upper_bound(start.begin(), start.end(), t);
    const auto last = static_cast<std::size_t>(after - start.begin()) - 1; // start[0] is kMinNs
    Budget out = prefix[last / kRunsPerPrefix];
    const std::size_t first = last - last % kRunsPerPrefix;
    std::array<Ns, kRunsPerPrefix> begins; // unpacked at once: asked by each move of the brush
    const std::size_t count = last + 1 - first;
    if (last < start.closed().size())
        start.closed().copy(first, last + 1, begins.data());
    else
        for (std::size_t i = 0; i < count; ++i)
            begins[i] = start[first + i];
    for (std::size_t i = 0; i + 1 < count; ++i)
        out[cls[first + i]] += lengthBetween(begins[i], begins[i + 1]);
    out[cls[last]] += lengthBetween(begins[count - 1], t);
    return out;
}

void DeviceCut::finishRuns() const
{
    BudgetIndex::DeviceRuns& runs = m_runs;
    runs.start.shrink_to_fit();
    runs.cls.shrink_to_fit();
    runs.gaps.before.shrink_to_fit();
    runs.gaps.after.shrink_to_fit();
    runs.gaps.launch.shrink_to_fit();
    Budget sum{};
    for (std::size_t i = 0; i < runs.start.size(); ++i) {
        if (i % kRunsPerPrefix == 0)
            runs.prefix.push_back(sum);
        if (i + 1 < runs.start.size())
            sum[runs.cls[i]] += lengthBetween(runs.start[i], runs.start[i + 1]);
    }
}

Budget BudgetIndex::budget(DeviceId device, TimeRange window) const
{
    Budget out{};
    if (window.isEmpty())
        return out;
    const DeviceRuns& runs = m_devices[device()];
    const Budget begin = runs.upTo(window.begin);
    const Budget end = runs.upTo(window.end);
    for (std::size_t c = 0; c < kBudgetClasses; ++c)
        out.at(c) = end.at(c) - begin.at(c);
    return out;
}

BudgetIndex::Runs BudgetIndex::runs(DeviceId device) const
{
    const DeviceRuns& runs = m_devices[device()];
    return {runs.start, runs.cls};
}

Gaps BudgetIndex::gaps(DeviceId device) const
{
    return {m_trace->ops, m_devices[device()].gaps};
}

} // namespace nv
