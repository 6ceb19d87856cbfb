// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace_maker/trace_maker.h"
#include "ui/jobs/load_job.h"

#include <QString>

/// A loop whose budget can be worked out by hand, for tests of the window and its panels.
/// 20 steps of 10 ms from 100 ms on.  Of a step beginning at t (verdict.md 1 in brackets):
///   t +  0     launch call 10 µs     the gap is drained: 10 µs sync [c]
///   t + 10 µs  launch call 10 µs     until the first kernel 10 µs queue [b]
///   t + 20 µs  gemm until 6 ms       5.980 ms compute
///   t + 6 ms   nothing               2 µs launch: dispatch between back-to-back kernels [b]
///   t + 6.002  attention until 7 ms  0.998 ms compute
///   t + 1 ms   cudaStreamSynchronize until 7.05 ms: 50 µs sync [c]
///   t + 7.05   host until t + 10 ms  2.950 ms host [d]
namespace nv::test {

inline constexpr Ns kMs = 1'000'000;
inline constexpr Ns kUs = 1'000;
inline constexpr Ns kLoopBegin = 100 * kMs;
inline constexpr Ns kStepNs = 10 * kMs;
inline constexpr int kLoopSteps = 20;

/// The whole of step `i`.
constexpr TimeRange loopStep(int i)
{
    return {kLoopBegin + i * kStepNs, kLoopBegin + (i + 1) * kStepNs};
}

inline Status writeHostLoop(const QString& path)
{
    TraceMaker maker;
    const std::int64_t process = maker.process(4242, "python");
    const std::int64_t thread = maker.thread(process, 4242, "python");
    MadeGpu gpu;
    gpu.name = "NVIDIA Test GPU";
    maker.add(gpu);
    const auto kernel = [&](const char* name, Ns begin, Ns end) {
        MadeKernel made;
        made.start = begin;
        made.end = end;
        made.place.stream = 7;
        made.place.globalPid = process;
        made.name = maker.kernelName(name);
        return made;
    };
    for (int i = 0; i < kLoopSteps; ++i) {
        const Ns t = loopStep(i).begin;
        maker.range(thread, "decode_step " + std::to_string(i), loopStep(i));
        maker.launch(thread, {t, t + 10 * kUs},
                     kernel("void gemm_kernel(float *)", t + 20 * kUs, t + 6 * kMs));
        maker.launch(thread, {t + 10 * kUs, t + 20 * kUs},
                     kernel("void attention_kernel(float *)", t + 6002 * kUs, t + 7 * kMs));
        maker.call(thread, "cudaStreamSynchronize_v3020", {t + kMs, t + 7050 * kUs});
    }
    return maker.writeTo(path.toStdString());
}

/// Loaded on this thread; null with the reason printed when it fails.
inline AnalysisPtr loadNow(const QString& path)
{
    Progress progress;
    const auto analysis = loadAnalysis(path, {}, progress);
    if (!analysis) {
        qWarning("%s", analysis.error().message.c_str());
        return nullptr;
    }
    return analysis.value();
}

/// No-break spaces as plain ones, so that expectations can be read.
inline QString plain(QString text)
{
    return text.replace(QChar(0x00a0), u' ').replace(QChar(0x202f), u' ');
}

} // namespace nv::test
