// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/um_sources.h"

#include <algorithm>

/// Migrations and faults per virtual address: throughput descending, none last; ties in the order
/// addresses with faults of the CPU, of the GPU, with copies to the host, to the device, each
/// ascending.  A NULL address joins nothing: each source has a row of its own for it.
/// `rows=N` keeps the first N (default 10, negative: all).  Source: nsys.md 2.16.
namespace nv {
namespace {

constexpr std::int64_t kDefaultRows = 10;

struct UmRow
{
    UmAddress address;
    StatsCell cpuFaults;
    StatsCell gpuFaults;
    StatsCell toHost;
    StatsCell toDevice;
    StatsCell throughput;
};

template <class Value>
const Value* found(const std::map<UmAddress, Value>& values, UmAddress address)
{
    const auto it = address ? values.find(address) : values.end(); // NULL joins nothing
    return it == values.end() ? nullptr : &it->second;
}

void setCopies(UmRow& row, const UmCopies* toHost, const UmCopies* toDevice)
{
    const UmCopies none;
    if (toHost != nullptr)
        row.toHost = toHost->bytes;
    if (toDevice != nullptr)
        row.toDevice = toDevice->bytes;
    if (toHost == nullptr && toDevice == nullptr)
        return;
    const UmCopies& a = toHost != nullptr ? *toHost : none;
    const UmCopies& b = toDevice != nullptr ? *toDevice : none;
    row.throughput =
        throughputCell(addSaturated(a.bytes, b.bytes), addSaturated(a.duration, b.duration));
}

std::vector<UmRow> joined(const UmSources& sources)
{
    std::vector<UmRow> rows;
    const auto add = [&](UmAddress address) -> UmRow& {
        UmRow& row = rows.emplace_back();
        row.address = address;
        return row;
    };
    const auto setOf = [&](UmRow& row) {
        setCopies(row, found(sources.deviceToHost, row.address),
                  found(sources.hostToDevice, row.address));
    };
    for (const auto& [address, faults] : sources.cpuFaults) {
        UmRow& row = add(address);
        row.cpuFaults = faults;
        if (const std::int64_t* ofGpu = found(sources.gpuFaults, address))
            row.gpuFaults = *ofGpu;
        setOf(row);
    }
    const auto hasFaults = [&](UmAddress address) {
        return found(sources.cpuFaults, address) != nullptr
               || found(sources.gpuFaults, address) != nullptr;
    };
    for (const auto& [address, faults] : sources.gpuFaults) {
        if (found(sources.cpuFaults, address) != nullptr)
            continue;
        UmRow& row = add(address);
        row.gpuFaults = faults;
        setOf(row);
    }
    for (const auto& [address, copies] : sources.deviceToHost)
        if (!hasFaults(address))
            setCopies(add(address), &copies, found(sources.hostToDevice, address));
    for (const auto& [address, copies] : sources.hostToDevice)
        if (!hasFaults(address) && found(sources.deviceToHost, address) == nullptr)
            setCopies(add(address), nullptr, &copies);
    return rows;
}

double umDouble(const StatsCell& cell)
{
    const auto* whole = std::get_if<std::int64_t>(&cell);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(cell);
}

bool isFaster(const UmRow& a, const UmRow& b)
{
    const bool isNullA = std::holds_alternative<std::monostate>(a.throughput);
    const bool isNullB = std::holds_alternative<std::monostate>(b.throughput);
    if (isNullA || isNullB)
        return !isNullA && isNullB;
    return umDouble(a.throughput) > umDouble(b.throughput);
}

} // namespace

Result<StatsTable> umSum(const TraceModel& trace, const StatsRequest& request,
                         const StatsFilter& filter, const std::stop_token& stop)
{
    NV_TRY(sources, readUmSources(trace, request, filter, stop));
    std::vector<UmRow> rows = joined(sources);
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
    for (const UmRow& row : rows)
        table.rows.push_back({row.address ? StatsCell(*row.address) : StatsCell(), row.toDevice,
                              row.toHost, row.cpuFaults, row.gpuFaults, row.throughput});
    return table;
}

} // namespace nv
