// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/top_kernels.h"

#include "core/base/progress.h"

#include <algorithm>
#include <unordered_map>

namespace nv {

std::vector<KernelTime> topKernels(const TraceModel& trace, DeviceId device, TimeRange window,
                                   std::size_t most, const std::stop_token& stop)
{
    std::unordered_map<std::uint32_t, DurationNs> times;
    std::size_t n = 0;
    for (const OpIndex op : trace.devices[device()].ops) {
        if (shouldStop(stop, n++))
            return {};
        if (trace.ops.start[op()] >= window.end)
            break;
        if (trace.ops.kind[op()] != OpKind::Kernel)
            continue;
        const TimeRange inside =
            TimeRange{trace.ops.start[op()], trace.ops.end[op()]}.intersect(window);
        if (!inside.isEmpty())
            times[trace.kernel(op).shortName.value] += inside.length();
    }
    std::vector<KernelTime> out;
    out.reserve(times.size());
    for (const auto& [name, time] : times)
        out.push_back({name == NameId::kNone ? NameId::none() : NameId(name), time});
    std::sort(out.begin(), out.end(), [&trace](const KernelTime& a, const KernelTime& b) {
        return a.time != b.time ? a.time > b.time
                                : trace.names.text(a.name) < trace.names.text(b.name);
    });
    out.resize(std::min(out.size(), most));
    return out;
}

} // namespace nv
