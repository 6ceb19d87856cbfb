// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/kernel_range_names.h"

#include "core/analysis/stats/launch_join.h"
#include "core/analysis/stats/nvtx_rows.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>
#include <map>
#include <string>

namespace nv {
namespace {

constexpr std::uint32_t kNull = NameId::kNone;

class RangeNamer
{
public:
    RangeNamer(const NvtxRanges& nvtx, const RangePositions& byCall, const KernelNames& plain)
        : m_nvtx(nvtx)
        , m_byCall(byCall)
        , m_plain(plain)
    {}

    std::uint32_t nameOf(std::size_t op, std::span<const LaunchJoin::Entry> calls, NameTable& texts)
    {
        const std::size_t kernel = m_plain.keyOf(op);
        if (kernel == m_plain.nullKey())
            return kNull;
        const std::uint32_t range = latestOf(calls);
        const NameId before = range == kNoRange ? NameId::none() : m_nvtx.ranges[range].name;
        const auto [known, isNew] = m_known.try_emplace({before.value, kernel}, kNull);
        if (isNew) {
            std::string text(m_plain.text(kernel));
            if (!before.isNone())
                text = std::string(m_nvtx.names.text(before)) + '/' + text;
            known->second = texts.intern(text).value;
        }
        return known->second;
    }

private:
    /// The latest of the ranges around the calls of a kernel.
    std::uint32_t latestOf(std::span<const LaunchJoin::Entry> calls) const
    {
        std::uint32_t best = kNoRange;
        for (const LaunchJoin::Entry& call : calls) {
            const std::uint32_t range = m_byCall[call.rank];
            if (range == kNoRange)
                continue;
            const Ns start = m_nvtx.ranges[range].start;
            const Ns bestStart = best == kNoRange ? kMinNs : m_nvtx.ranges[best].start;
            if (best == kNoRange || start > bestStart || (start == bestStart && range < best))
                best = range;
        }
        return best;
    }

    const NvtxRanges& m_nvtx;
    const RangePositions& m_byCall;
    const KernelNames& m_plain;
    std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> m_known;
};

} // namespace

Result<std::shared_ptr<const KernelRangeNames>> kernelRangeNames(const TraceModel& trace,
                                                                 const StatsRequest& request,
                                                                 const KernelNames& plain,
                                                                 const std::stop_token& stop)
{
    if (trace.counts[TableKind::Runtime] == 0)
        return missingTable(request, "this trace holds no CUDA API calls");
    NvtxQuery query;
    query.announcements = Announcements::Ignore;
    NV_TRY(nvtx, readNvtxRanges(trace, request, query, {}, stop));
    const std::vector<std::uint32_t> kernels = keptOps(trace, OpKind::Kernel, {});
    NV_TRY(join, LaunchJoin::make(trace, keptCalls(trace, {}), stop));
    NV_TRY(byCall, latestAround(nvtx.spans(), join.spansOfCalls(kernels), stop));
    const auto out = std::make_shared<KernelRangeNames>();
    out->keyOfOp.assign(trace.ops.size(), kNull);
    RangeNamer namer(nvtx, byCall, plain);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const std::uint32_t op = kernels[i];
        out->keyOfOp[op] = namer.nameOf(op, join.of(OpIndex(op)), out->texts);
    }
    const auto null = static_cast<std::uint32_t>(out->texts.size());
    std::replace(out->keyOfOp.begin(), out->keyOfOp.end(), kNull, null);
    return std::shared_ptr<const KernelRangeNames>(out);
}

} // namespace nv
