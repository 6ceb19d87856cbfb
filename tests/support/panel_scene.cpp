// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/panel_scene.h"

#include <QtGlobal>

namespace nv::test {
namespace {

constexpr std::int64_t kPid = std::int64_t{4242} << 24;
constexpr std::int64_t kTid = kPid | 4242;
constexpr RawPlace kPlace{0, 1, 7, kPid};

enum StringId : std::int64_t
{
    Gemm = 1,
    GemmFull,
    Attn,
    AttnFull,
    Launch,
    Copy,
    Synchronize,
    StepText,
};

void addStrings(TraceBuilder& builder)
{
    builder.strings = {{Gemm, "gemm"},
                       {GemmFull, "void gemm<float, 128>(float const*)"},
                       {Attn, "attn"},
                       {AttnFull, "attn(float*)"},
                       {Launch, "cudaLaunchKernel_v7000"},
                       {Copy, "cudaMemcpyAsync_v3020"},
                       {Synchronize, "cudaDeviceSynchronize_v3020"},
                       {StepText, "step"}};
}

void addKernel(TraceBuilder& builder, Ns start, Ns end, StringId name, StringId full,
               std::int64_t correlation)
{
    RawKernel kernel;
    kernel.shortName = name;
    kernel.demangled = full;
    kernel.shape = LaunchShape{8, 1, 1, 256, 1, 1};
    builder.kernels.add(start, end, kPlace, kernel, correlation, 0);
}

void addCall(TraceBuilder& builder, Ns start, Ns end, StringId name, std::int64_t correlation)
{
    CallPart& calls = builder.calls;
    if (!calls.place(start, end))
        return;
    calls.thread.push_back(calls.threads.of(kTid));
    calls.name.push_back(calls.names.of(name));
    calls.correlation.push_back(correlation);
    calls.fileOrder.push_back(calls.nextOrder());
}

void addRange(TraceBuilder& builder, Ns start, Ns end)
{
    RangePart& ranges = builder.ranges;
    if (!ranges.place(start, end))
        return;
    ranges.thread.push_back(ranges.threads.of(kTid));
    RangePart::Text text;
    text.stringId = StepText;
    ranges.text.push_back(ranges.texts.of(text));
    ranges.domain.push_back(0);
    ranges.kind.push_back(RangeKind::PushPop);
    ranges.isOpen.push_back(0);
    ranges.fileOrder.push_back(ranges.nextOrder());
}

TracePtr finish(TraceBuilder& builder)
{
    auto trace = builder.finish({});
    if (!trace)
        qFatal("the scene does not build: %s", trace.error().message.c_str());
    return std::move(trace).value();
}

DurationStats stats(std::uint64_t count, Ns total, double avg, double median, double stddev, Ns min,
                    Ns max, Ns p50, Ns p95, Ns p99)
{
    return {count, total, avg, median, stddev, min, max, p50, p95, p99};
}

void fillKernels(WindowTables& tables, const TraceModel& trace)
{
    const KernelVariant& gemm = trace.kernel(OpIndex(kGemm1));
    const KernelVariant& attn = trace.kernel(OpIndex(kAttn));
    tables.kernels = {
        {gemm.shortName, gemm.demangled,
         stats(3, 62'000, 20'666.5, 12'000, 16'772.5, 10'000, 40'000, 12'000, 40'000, 40'000),
         0.9254, 0.2333, true, true},
        {attn.shortName, attn.demangled,
         stats(1, 5'000, 5'000, 5'000, 0, 5'000, 5'000, 5'000, 5'000, 5'000), 0.0746, 0, false,
         false}};
    LaunchRow gemms;
    gemms.demangled = gemm.demangled;
    gemms.count = 3;
    gemms.apiAvg = 2'000;
    gemms.api = {2'000, 2'000, 2'000};
    gemms.queueAvg = 22'666.5;
    gemms.queue = DurationRanks{22'000, 39'000, 39'000};
    gemms.kernelAvg = 20'666.5;
    gemms.kernel = {12'000, 40'000, 40'000};
    gemms.earliest = 7'000;
    LaunchRow attns;
    attns.demangled = attn.demangled;
    attns.count = 1;
    attns.apiAvg = 1'000;
    attns.api = {1'000, 1'000, 1'000};
    attns.kernelAvg = 5'000;
    attns.kernel = {5'000, 5'000, 5'000};
    attns.negativeLatency = 1;
    attns.beforeCall = 1;
    attns.earliest = -1'500;
    tables.launches = {gemms, attns};
}

void fillCalls(WindowTables& tables)
{
    tables.api = {
        {"cudaDeviceSynchronize", "sync",
         stats(1, 135'000, 135'000, 135'000, 0, 135'000, 135'000, 135'000, 135'000, 135'000), 0,
         23'000, 0, 0},
        {"cudaLaunchKernel", "launch",
         stats(4, 7'000, 1'750, 2'000, 500, 1'000, 2'000, 2'000, 2'000, 2'000), 0, 0, 0, 500},
        {"cudaMemcpyAsync", "copy",
         stats(1, 1'000, 1'000, 1'000, 0, 1'000, 1'000, 1'000, 1'000, 1'000), 0, 0, 0, 0}};
}

void fillTransfers(WindowTables& tables)
{
    TransferRow copy;
    copy.copyKind = 1;
    copy.srcKind = 0;
    copy.dstKind = 2;
    copy.count = 9;
    copy.bytes = 9 * 4096;
    copy.stats = stats(9, 18'000, 2'000, 2'000, 0, 2'000, 2'000, 2'000, 2'000, 2'000);
    copy.exposedNs = 17'000;
    copy.bandwidth = 2.048e9;
    copy.perStep = TransferRow::PerStep{1, 4096, true, {{4096, 1, 1.0}}};
    TransferRow set;
    set.isMemset = true;
    set.dstKind = 2;
    set.count = 1;
    set.bytes = 16;
    tables.transfers = {copy, set};
}

void fillGaps(WindowTables& tables, const TraceModel& trace)
{
    GapTable& gaps = tables.gaps;
    gaps.buckets = {{0, 10'000, 1, 8'000}, {10'000, std::nullopt, 1, 10'000}};
    gaps.streamBuckets = {{0, 10'000, 1, 8'000}, {10'000, std::nullopt, 1, 10'000}};
    gaps.causes.at(static_cast<std::size_t>(BudgetClass::Queue)) = {1, 10'000};
    gaps.causes.at(static_cast<std::size_t>(BudgetClass::Host)) = {1, 8'000};
    GapRow longest;
    longest.device = DeviceId(0);
    longest.gap = {20'000, 30'000, OpIndex(kGemm1), OpIndex(kGemm2), trace.ops.call[kGemm2]};
    longest.whole = {20'000, 30'000};
    longest.cause = BudgetClass::Queue;
    longest.classes[BudgetClass::Queue] = 10'000;
    longest.nvtx = "step";
    longest.nvtxOwner = "step";
    longest.hostCall = "cudaDeviceSynchronize";
    GapRow shorter = longest;
    shorter.gap = {42'000, 50'000, OpIndex(kGemm2), OpIndex(kGemm3), CallIndex::none()};
    shorter.whole = {42'000, 50'000};
    shorter.cause = BudgetClass::Host;
    shorter.classes = {};
    shorter.classes[BudgetClass::Host] = 8'000;
    shorter.nvtxOwner.clear();
    shorter.hostCall.clear();
    gaps.top = {longest, shorter};
}

} // namespace

TracePtr sceneTrace()
{
    TraceBuilder builder;
    addStrings(builder);
    addCall(builder, 1'000, 3'000, Launch, 1);
    addCall(builder, 6'000, 8'000, Launch, 2);
    addCall(builder, 9'000, 11'000, Launch, 3);
    addCall(builder, 12'000, 13'000, Copy, 4);
    addCall(builder, 14'000, 15'000, Launch, 5);
    addCall(builder, 15'000, 150'000, Synchronize, 6);
    addKernel(builder, 10'000, 20'000, Gemm, GemmFull, 1);
    addKernel(builder, 30'000, 42'000, Gemm, GemmFull, 2);
    addKernel(builder, 50'000, 90'000, Gemm, GemmFull, 3);
    CopyVariant copy;
    copy.bytes = 4096;
    copy.copyKind = 1;
    copy.srcKind = 0;
    copy.dstKind = 2;
    builder.memcpys.add(95'000, 97'000, kPlace, copy, 4, 0);
    addKernel(builder, 100'000, 105'000, Attn, AttnFull, 5);
    addRange(builder, 0, 160'000);
    return finish(builder);
}

TracePtr traceWithoutGpu()
{
    TraceBuilder builder;
    addStrings(builder);
    addRange(builder, 0, 160'000);
    return finish(builder);
}

TracePtr traceOfGraphs()
{
    TraceBuilder builder;
    addStrings(builder);
    builder.graphs.add(10'000, 20'000, kPlace, GraphVariant{3, 4}, 1, 0);
    return finish(builder);
}

AnalysisPtr bareAnalysis(const TracePtr& trace)
{
    auto out = std::make_shared<Analysis>();
    out->trace = trace;
    return out;
}

AnalysisPtr sceneAnalysis(const TracePtr& trace)
{
    auto out = std::make_shared<Analysis>();
    out->trace = trace;
    auto budget = BudgetIndex::build(trace, out->thresholds.budget, {});
    if (!budget)
        qFatal("the scene has no budget: %s", budget.error().message.c_str());
    out->budget = std::move(budget).value();
    return out;
}

WindowTables sceneTables(const TraceModel& trace)
{
    WindowTables tables;
    tables.window = {{0, 120'000}, WindowSource::User, 0, std::nullopt};
    fillKernels(tables, trace);
    fillCalls(tables);
    fillTransfers(tables);
    fillGaps(tables, trace);
    OutlierRow outlier;
    outlier.op = OpIndex(kGemm3);
    outlier.ratio = 40.0 / 12.0;
    outlier.groupP50 = 12'000;
    outlier.nvtx = "step";
    outlier.reason = "a copy ran beside it";
    tables.outliers = {outlier};
    return tables;
}

} // namespace nv::test
