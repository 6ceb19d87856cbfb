// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace_maker/trace_maker.h"
#include "tests/support/host_loop.h"

/// Two captures of one loop of 20 steps whose changes can be worked out by hand.  Of a step
/// beginning at t:
///   t          range "fetch", 1 ms in A, 3 ms in B
///   + fetch    launch call 10 µs
///   + 20 µs    gemm 4 ms in both; in B a kernel "extra" of 10 µs, back to back with it
///   then       cudaStreamSynchronize until the last kernel ends, and 10 µs more
/// A: steps of 10 ms from 100 ms on; B: of 12 ms from 500 ms on.  The first step launches its
/// kernels for the first time: warm-up, so 19 steps are steady, in 18 whole periods.
namespace nv::test {

struct CompareLoop
{
    Ns begin;
    Ns step;
    Ns fetch;
    bool hasExtra;

    constexpr TimeRange at(int i) const { return {begin + i * step, begin + (i + 1) * step}; }
};

inline constexpr CompareLoop kLoopA{100 * kMs, 10 * kMs, 1 * kMs, false};
inline constexpr CompareLoop kLoopB{500 * kMs, 12 * kMs, 3 * kMs, true};

inline Status writeCompareLoop(const QString& path, const CompareLoop& loop)
{
    TraceMaker maker;
    const std::int64_t process = maker.process(4242, "python");
    const std::int64_t thread = maker.thread(process, 4242, "python");
    MadeGpu gpu;
    gpu.name = "NVIDIA Test GPU";
    maker.add(gpu);
    const auto kernel = [&](const char* name, Ns begin, Ns length) {
        MadeKernel made;
        made.start = begin;
        made.end = begin + length;
        made.place.stream = 7;
        made.place.globalPid = process;
        made.name = maker.kernelName(name);
        return made;
    };
    for (int i = 0; i < kLoopSteps; ++i) {
        const Ns t = loop.at(i).begin;
        const Ns f = t + loop.fetch;
        maker.range(thread, "decode_step " + std::to_string(i), loop.at(i));
        maker.range(thread, "fetch", {t, f});
        maker.launch(thread, {f, f + 10 * kUs},
                     kernel("void gemm_kernel(float *)", f + 20 * kUs, 4 * kMs));
        Ns end = f + 20 * kUs + 4 * kMs;
        if (loop.hasExtra) {
            maker.launch(thread, {f + 10 * kUs, f + 20 * kUs},
                         kernel("void extra_kernel(float *)", end, 10 * kUs));
            end += 10 * kUs;
        }
        maker.call(thread, "cudaStreamSynchronize_v3020", {f + 30 * kUs, end + 10 * kUs});
    }
    return maker.writeTo(path.toStdString());
}

} // namespace nv::test
