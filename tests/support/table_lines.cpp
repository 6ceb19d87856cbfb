// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/table_lines.h"

#include <algorithm>
#include <sstream>

namespace nv::test {
namespace {

void addBuckets(Lines& lines, const char* what, const std::vector<GapBucket>& buckets)
{
    for (std::size_t i = 0; i < buckets.size(); ++i)
        lines.push_back(joined({what, text(i), text(buckets[i].count), text(buckets[i].total)}));
}

void addGapLines(Lines& lines, const GapTable& gaps)
{
    addBuckets(lines, "gaps", gaps.buckets);
    addBuckets(lines, "stream", gaps.streamBuckets);
    for (std::size_t c = 0; c < gaps.causes.size(); ++c)
        lines.push_back(joined(
            {"cause", text(c), text(gaps.causes.at(c).count), text(gaps.causes.at(c).total)}));
    for (const GapRow& row : gaps.top)
        lines.push_back(gapLine(row.device(), row.whole));
}

} // namespace

std::string joined(std::initializer_list<std::string> parts)
{
    std::string line;
    for (const std::string& part : parts)
        line += part + ' ';
    return line;
}

std::string text(double value)
{
    std::ostringstream out;
    out << std::hexfloat << value;
    return out.str();
}

std::string text(const std::optional<double>& value)
{
    return value ? text(*value) : "-";
}

std::string text(const DurationRanks& ranks)
{
    return joined({text(ranks.p50), text(ranks.p95), text(ranks.p99)});
}

std::string text(const std::optional<DurationRanks>& ranks)
{
    return ranks ? text(*ranks) : "-";
}

std::string text(const DurationStats& stats)
{
    return joined({text(stats.count), text(stats.total), text(stats.avg), text(stats.median),
                   text(stats.stddev), text(stats.min), text(stats.max), text(stats.p50),
                   text(stats.p95), text(stats.p99)});
}

std::string kernelLine(std::string_view name, const DurationStats& stats, double share, double tail)
{
    return joined({"kernel", std::string(name), text(stats), text(share), text(tail)});
}

std::string transferLine(const TransferKinds& key, const DurationStats& stats, Bytes bytes,
                         DurationNs exposed)
{
    return joined({"transfer", text(std::get<0>(key)), text(std::get<1>(key)),
                   text(std::get<2>(key)), text(std::get<3>(key)), text(stats), text(bytes),
                   text(exposed)});
}

std::string gapLine(std::size_t device, TimeRange whole)
{
    return joined({"gap", text(device), text(whole.begin), text(whole.end)});
}

std::string eagerLine(std::string_view name, std::uint64_t count, Ns total, DurationNs gapBefore)
{
    return joined({"eager", std::string(name), text(count), text(total), text(gapBefore)});
}

Lines linesOf(const WindowTables& tables, const TraceModel& model)
{
    Lines lines;
    for (const KernelRow& row : tables.kernels)
        lines.push_back(
            kernelLine(model.names.text(row.demangled), row.stats, row.share, row.tailScore));
    for (const LaunchRow& row : tables.launches)
        lines.push_back(
            joined({"launch", std::string(model.names.text(row.demangled)), text(row.count),
                    text(row.apiAvg), text(row.api), text(row.queueAvg), text(row.queue),
                    text(row.kernelAvg), text(row.kernel), text(row.negativeLatency),
                    text(row.beforeCall), text(row.earliest)}));
    for (const ApiRow& row : tables.api)
        lines.push_back(joined({"call", row.name, text(row.stats)}));
    for (const TransferRow& row : tables.transfers)
        lines.push_back(transferLine({row.isMemset, row.copyKind, row.srcKind, row.dstKind},
                                     row.stats, row.bytes, row.exposedNs));
    addGapLines(lines, tables.gaps);
    for (const OutlierRow& row : tables.outliers)
        lines.push_back(joined({"long", text(row.op()), text(row.groupP50)}));
    for (const EagerRow& row : tables.graphs.eager)
        lines.push_back(
            eagerLine(model.names.text(row.demangled), row.count, row.total, row.gapBefore));
    lines.push_back(joined(
        {"graphs", text(tables.graphs.coverageByCount), text(tables.graphs.coverageByTime)}));
    std::sort(lines.begin(), lines.end());
    return lines;
}

} // namespace nv::test
