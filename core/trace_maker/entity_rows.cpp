// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/trace_rows.h"

namespace nv {
namespace {

constexpr std::int64_t kVmId = 1;
constexpr std::int64_t kGlobalVm = std::int64_t{1} << 48;
constexpr std::int64_t kUsualPriority = 20;
constexpr std::int64_t kNullStreamFlag = 3;

std::int64_t pidOf(std::int64_t globalId)
{
    return globalId >> 24 & 0xFFFFFF;
}

void fillGpu(MadeRow& row, const MadeGpu& g)
{
    row.clear();
    append(row, {cell(kGlobalVm), cell(g.device), cell(g.name), cell("0000:01:00.0"), cell(1),
                 cell(0), cell(g.totalMemory), cell(g.memoryBandwidth), cell(0), cell(g.smCount),
                 cell(g.device), cell(""), cell(0), cell(g.chipName), cell(g.device)});
    append(row, {cell(g.computeMajor), cell(g.computeMinor), cell(g.computeMajor),
                 cell(g.computeMinor)});
}

void fillStream(MadeRow& row, const MadeStream& s)
{
    row.clear();
    append(row, {cell(s.stream), cell(0), cell(kVmId), cell(pidOf(s.globalPid)), cell(s.context),
                 cell(s.priority), cell(s.flag)});
}

/// The part TARGET_INFO_CUDA_NULL_STREAM and TARGET_INFO_CUDA_CONTEXT_INFO share.
void fillNullStream(MadeRow& row, const MadeStream& s)
{
    row.clear();
    append(row, {cell(s.stream), cell(0), cell(kVmId), cell(pidOf(s.globalPid)), cell(s.device),
                 cell(s.context)});
}

void fillContext(MadeRow& row, const MadeStream& s)
{
    fillNullStream(row, s);
    append(row, {cell(0), cell(0), kNull, kNull, kNull, kNull, kNull, kNull});
}

void fillStreamName(MadeRow& row, const MadeStream& s)
{
    row.clear();
    append(row, {cell(s.name), cell(0), cell(kVmId), cell(pidOf(s.globalPid)), cell(s.device),
                 cell(s.context), cell(s.stream)});
}

using Streams = std::vector<const MadeStream*>;

TableJob streamJob(const MadeTable& table, const Streams& streams,
                   void (*fill)(MadeRow&, const MadeStream&))
{
    return {table, streams.size(),
            [streams, fill](MadeRow& row, std::size_t i) { fill(row, *streams[i]); }};
}

TableJob pairsJob(const MadeTable& table, const MadeTrace::Pairs& pairs)
{
    return {table, pairs.size(),
            [&pairs](MadeRow& row, std::size_t i) {
                row = {cell(pairs[i].first), cell(pairs[i].second)};
            },
            true};
}

TableJob exportJob(const MadeTable& table, ExportLayout layout)
{
    const std::vector<std::pair<std::string_view, std::string_view>> values = {
        {"EXPORT_PRODUCT_NAME", "NVIDIA Nsight Systems"},
        {"EXPORT_PRODUCT_VERSION", productVersion(layout)},
        {"EXPORT_SCHEMA_VERSION", schemaVersion(layout)},
        {layout == ExportLayout::Nsys2022 ? "EXPORT_LAZY" : "EXPORT_PARAM_LAZY", "true"},
    };
    return {table, values.size(), [values](MadeRow& row, std::size_t i) {
                row = {cell(values[i].first), cell(values[i].second)};
            }};
}

} // namespace

std::vector<TableJob> entityJobs(const MadeTrace& trace)
{
    Streams all;
    Streams null;
    Streams named;
    for (const MadeStream& s : trace.streams) {
        all.push_back(&s);
        if (s.flag == kNullStreamFlag)
            null.push_back(&s);
        if (!s.name.empty())
            named.push_back(&s);
    }
    return {
        {made::kProcesses, trace.processes.size(),
         [&trace](MadeRow& row, std::size_t i) {
             const auto& [id, name] = trace.processes[i];
             row = {cell(id), cell(pidOf(id)), cell(name)};
         }},
        {made::kThreadNames, trace.threads.size(),
         [&trace](MadeRow& row, std::size_t i) {
             const auto& [id, name] = trace.threads[i];
             row = {cell(name), cell(kUsualPriority), cell(id)};
         }},
        {made::kGpu, trace.gpus.size(),
         [&trace](MadeRow& row, std::size_t i) { fillGpu(row, trace.gpus[i]); }},
        streamJob(made::kCudaStream, all, fillStream),
        streamJob(made::kContextInfo, null, fillContext),
        streamJob(made::kNullStream, null, fillNullStream),
        streamJob(made::kNvtxStream, named, fillStreamName),
    };
}

std::vector<TableJob> metadataJobs(const MadeTrace& trace, ExportLayout layout)
{
    return {
        {made::kStringIds, trace.strings.size(),
         [&trace](MadeRow& row, std::size_t i) {
             row = {cell(static_cast<std::int64_t>(i) + 1), cell(trace.strings[i])};
         },
         true},
        exportJob(made::kExportMeta2022, layout),
        exportJob(made::kExportMeta, layout),
        pairsJob(made::kCaptureMeta, trace.captureRows),
        {made::kSystemEnv, trace.systemEnvRows.size(),
         [&trace](MadeRow& row, std::size_t i) {
             row = {cell(kGlobalVm),
                    cell(kGlobalVm),
                    cell("Local (CLI)"),
                    cell(trace.systemEnvRows[i].first),
                    cell(0),
                    cell(trace.systemEnvRows[i].second)};
         },
         true},
        {made::kSessionStart, 1,
         [](MadeRow& row, std::size_t) {
             row = {cell(1700000000000000000), cell("2023-11-14T22:13:20"),
                    cell("2023-11-14T22:13:20"), cell(0)};
         }},
        {made::kAnalysisDetails, trace.details ? 1U : 0U,
         [&trace](MadeRow& row, std::size_t) {
             row = {cell(kGlobalVm), cell(trace.details->duration), cell(trace.details->start),
                    cell(trace.details->stop)};
         }},
        {made::kDiagnostic, trace.diagnostics.size(),
         [&trace](MadeRow& row, std::size_t i) {
             const MadeDiagnostic& e = trace.diagnostics[i];
             row = {cell(e.timestamp), cell(1),      cell(e.source),
                    cell(e.severity),  cell(e.text), orNull(e.globalPid)};
         }},
    };
}

} // namespace nv
