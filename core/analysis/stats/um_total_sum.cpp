// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/um_sources.h"

#include <algorithm>

/// One row of totals of unified memory.  The least and the greatest address are NULL where any of
/// the four sources is empty, as in the real tool.  Source: nsys.md 2.16.
namespace nv {
namespace {

/// Ends of the addresses of one source, NULL left out.
struct Span
{
    UmAddress least;
    UmAddress greatest;

    void add(UmAddress address)
    {
        if (!address)
            return;
        least = least ? std::min(*least, *address) : *address;
        greatest = greatest ? std::max(*greatest, *address) : *address;
    }
};

template <class Value>
Span spanOf(const std::map<UmAddress, Value>& values)
{
    Span span;
    for (const auto& [address, value] : values)
        span.add(address);
    return span;
}

/// NULL of no copies at all.
StatsCell bytesOf(const std::map<UmAddress, UmCopies>& copies)
{
    if (copies.empty())
        return {};
    Bytes bytes = 0;
    for (const auto& [address, ofAddress] : copies)
        bytes = addSaturated(bytes, ofAddress.bytes);
    return bytes;
}

std::int64_t faultsOf(const std::map<UmAddress, std::int64_t>& faults)
{
    std::int64_t sum = 0;
    for (const auto& [address, ofAddress] : faults)
        sum = addSaturated(sum, ofAddress);
    return sum;
}

} // namespace

Result<StatsTable> umTotalSum(const TraceModel& trace, const StatsRequest& request,
                              const StatsFilter& filter, const std::stop_token& stop)
{
    NV_TRY(sources, readUmSources(trace, request, filter, stop));
    StatsCell least;
    StatsCell greatest;
    const Span spans[] = {spanOf(sources.hostToDevice), spanOf(sources.deviceToHost),
                          spanOf(sources.cpuFaults), spanOf(sources.gpuFaults)};
    if (std::all_of(std::begin(spans), std::end(spans),
                    [](const Span& span) { return span.least.has_value(); })) {
        least =
            *std::min_element(std::begin(spans), std::end(spans), [](const auto& a, const auto& b) {
                 return a.least < b.least;
             })->least;
        greatest =
            *std::max_element(std::begin(spans), std::end(spans), [](const auto& a, const auto& b) {
                 return a.greatest < b.greatest;
             })->greatest;
    }
    StatsTable table;
    table.columns = {{"Total HtoD Migration Size", StatsUnit::Memory},
                     {"Total DtoH Migration Size", StatsUnit::Memory},
                     {"Total CPU Page Faults"},
                     {"Total GPU PageFaults"},
                     {"Minimum Virtual Address", StatsUnit::Address},
                     {"Maximum Virtual Address", StatsUnit::Address}};
    table.rows.push_back(
        {bytesOf(sources.hostToDevice), bytesOf(sources.deviceToHost), faultsOf(sources.cpuFaults),
         sources.gpuFaults.empty() ? StatsCell() : StatsCell(faultsOf(sources.gpuFaults)), least,
         greatest});
    return table;
}

} // namespace nv
