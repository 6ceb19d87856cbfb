// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/um_sources.h"

#include <algorithm>

/// Migrations and faults per virtual address: throughput descending, none last; ties in the order
/// addresses with faults of the CPU, then of the GPU, then with copies only, each ascending.
/// `rows=N` keeps the first N (default 10, negative: all).  Source: nsys.md 2.16.
namespace nv {
namespace {

constexpr std::int64_t kDefaultRows = 10;

struct Row
{
    UmAddress address;
    StatsCell cpuFaults;
    StatsCell gpuFaults;
    UmCopies copies;
    StatsCell throughput;
};

template <class Value>
const Value* found(const std::map<UmAddress, Value>& values, UmAddress address)
{
    const auto it = address ? values.find(address) : values.end(); // NULL joins nothing
    return it == values.end() ? nullptr : &it->second;
}

void setCopies(Row& row, const UmCopies* copies)
{
    if (copies == nullptr)
        return;
    row.copies = *copies;
    const Bytes bytes =
        addSaturated(copies->hostToDevice.value_or(0), copies->deviceToHost.value_or(0));
    row.throughput = throughputCell(bytes, copies->duration);
}

std::vector<Row> joined(const UmSources& sources)
{
    std::vector<Row> rows;
    for (const auto& [address, faults] : sources.cpuFaults) {
        Row& row = rows.emplace_back();
        row.address = address;
        row.cpuFaults = faults;
        if (const std::int64_t* ofGpu = found(sources.gpuFaults, address))
            row.gpuFaults = *ofGpu;
        setCopies(row, found(sources.copies, address));
    }
    for (const auto& [address, faults] : sources.gpuFaults) {
        if (found(sources.cpuFaults, address) != nullptr)
            continue;
        Row& row = rows.emplace_back();
        row.address = address;
        row.gpuFaults = faults;
        setCopies(row, found(sources.copies, address));
    }
    for (const auto& [address, copies] : sources.copies) {
        if (found(sources.cpuFaults, address) != nullptr
            || found(sources.gpuFaults, address) != nullptr)
            continue;
        Row& row = rows.emplace_back();
        row.address = address;
        setCopies(row, &copies);
    }
    return rows;
}

double asDouble(const StatsCell& cell)
{
    const auto* whole = std::get_if<std::int64_t>(&cell);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(cell);
}

bool isFaster(const Row& a, const Row& b)
{
    const bool isNullA = std::holds_alternative<std::monostate>(a.throughput);
    const bool isNullB = std::holds_alternative<std::monostate>(b.throughput);
    if (isNullA || isNullB)
        return !isNullA && isNullB;
    return asDouble(a.throughput) > asDouble(b.throughput);
}

StatsCell bytesCell(const std::optional<Bytes>& bytes)
{
    return bytes ? StatsCell(*bytes) : StatsCell();
}

} // namespace

Result<StatsTable> umSum(const TraceModel& trace, const StatsRequest& request,
                         const StatsFilter& filter, const std::stop_token& stop)
{
    NV_TRY(sources, readUmSources(trace, request, filter, stop));
    std::vector<Row> rows = joined(sources);
    std::stable_sort(rows.begin(), rows.end(), isFaster);
    const std::int64_t limit = request.number("rows", kDefaultRows);
    if (limit >= 0 && static_cast<std::uint64_t>(limit) < rows.size())
        rows.resize(static_cast<std::size_t>(limit));

    StatsTable table;
    table.columns = {{"Virtual Address", StatsUnit::Address},
                     {"HtoD Migration size", StatsUnit::Memory},
                     {"DtoH Migration size", StatsUnit::Memory},
                     {"CPU Page Faults"},
                     {" GPU Page Faults"}, // the blank is the real tool's
                     {"Migration Throughput", StatsUnit::Throughput}};
    for (const Row& row : rows)
        table.rows.push_back({row.address ? StatsCell(*row.address) : StatsCell(),
                              bytesCell(row.copies.hostToDevice),
                              bytesCell(row.copies.deviceToHost), row.cpuFaults, row.gpuFaults,
                              row.throughput});
    return table;
}

} // namespace nv
