// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/um_sources.h"

#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <array>

namespace nv {
namespace {

constexpr std::string_view kGpuFaults = "CUDA_UM_GPU_PAGE_FAULT_EVENTS";
constexpr std::string_view kCopies = "CUPTI_ACTIVITY_KIND_MEMCPY";
constexpr std::int64_t kUnifiedHostToDevice = 11;
constexpr std::int64_t kUnifiedDeviceToHost = 12;

class UmReader
{
public:
    UmReader(const TraceModel& trace, const StatsFilter& filter, const std::stop_token& stop)
        : m_trace(trace)
        , m_filter(filter)
        , m_rawFilter(trace, filter)
        , m_stop(stop)
    {}

    Status readCpuFaults()
    {
        constexpr std::array<std::string_view, 1> kColumns = {"address"};
        NV_TRY(table, readRaw(m_trace, kCpuFaults, kColumns, m_stop));
        for (std::size_t row = 0; row < table->size(); ++row) {
            if (shouldStop(m_stop, row))
                return statsCancelled();
            ++sources.cpuFaults[integerAt(table->columns[0], row)];
        }
        return Nothing{};
    }

    Status readGpuFaults()
    {
        constexpr std::array<std::string_view, 5> kColumns = {"start", "end", "globalPid",
                                                              "address", "numberOfPageFaults"};
        NV_TRY(table, readRaw(m_trace, kGpuFaults, kColumns, m_stop));
        const std::vector<RawColumn>& cells = table->columns;
        const FilterColumns filtered{cells[0], cells[1], nullptr, &cells[2]};
        for (std::size_t row = 0; row < table->size(); ++row) {
            if (shouldStop(m_stop, row))
                return statsCancelled();
            if (!m_rawFilter.keeps(filtered, row))
                continue;
            std::int64_t& sum = sources.gpuFaults[integerAt(cells[3], row)];
            sum = addSaturated(sum, cells[4].integerOr(row, 0));
        }
        return Nothing{};
    }

    Status readCopies()
    {
        constexpr std::array<std::string_view, 1> kColumns = {"virtualAddress"};
        NV_TRY(table, readRaw(m_trace, kCopies, kColumns, m_stop));
        const std::vector<std::uint32_t> rows = keptOps(m_trace, OpKind::Memcpy, m_filter);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (shouldStop(m_stop, i))
                return statsCancelled();
            const std::size_t op = rows[i];
            const CopyVariant& copy = m_trace.copy(OpIndex(op));
            const bool toDevice = copy.copyKind == kUnifiedHostToDevice;
            if (!toDevice && copy.copyKind != kUnifiedDeviceToHost)
                continue;
            const std::size_t fileRow = m_trace.ops.fileOrder[op];
            const UmAddress address =
                fileRow < table->size() ? integerAt(table->columns[0], fileRow) : UmAddress();
            UmCopies& copies =
                toDevice ? sources.hostToDevice[address] : sources.deviceToHost[address];
            copies.bytes = addSaturated(copies.bytes, copy.bytes);
            copies.duration =
                addSaturated(copies.duration, m_trace.ops.end[op] - m_trace.ops.start[op]);
        }
        return Nothing{};
    }

    UmSources sources;

private:
    const TraceModel& m_trace;
    const StatsFilter& m_filter;
    RawFilter m_rawFilter;
    const std::stop_token& m_stop;
};

} // namespace

Result<UmSources> readUmSources(const TraceModel& trace, const StatsRequest& request,
                                const StatsFilter& filter, const std::stop_token& stop)
{
    if (!hasTable(trace, kCopies))
        return missingTable(request, "this trace holds no copies");
    if (!hasTable(trace, kCpuFaults))
        return missingTable(request, kNoCpuFaults);
    if (!hasTable(trace, kGpuFaults))
        return missingTable(request,
                            "this trace holds no page faults of the GPU on unified memory");
    UmReader reader(trace, filter, stop);
    for (const auto& read :
         {&UmReader::readCpuFaults, &UmReader::readGpuFaults, &UmReader::readCopies})
        if (Status done = (reader.*read)(); !done)
            return done.error();
    return std::move(reader.sources);
}

} // namespace nv
