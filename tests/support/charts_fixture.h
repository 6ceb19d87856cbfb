// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace_maker/trace_maker.h"

/// A capture with what stands beside events: metrics of a GPU, memory in use, ranges with colours
/// and categories.  Times in ns: ten kernels of 8 000 from 0 on, one every 10 000; "SMs Active" is
/// sampled every 1 000, 80 % while a kernel runs and 10 % between them; two blocks of 1 GiB and
/// 512 MiB are allocated at 5 000 and 25 000, the first is freed at 75 000.
namespace nv::test {

inline constexpr Bytes kGiB = Bytes{1} << 30U;

inline TraceMaker chartsMaker()
{
    TraceMaker maker;
    const std::int64_t pid = maker.process(4242, "python");
    const std::int64_t thread = maker.thread(pid, 4242, "python");
    MadeGpu gpu;
    gpu.name = "NVIDIA Test GPU";
    maker.add(gpu);
    maker.add(MadeMetric{0, 7, "SMs Active [Throughput %]"});
    maker.add(MadeMetric{0, 9, "GPC Clock Frequency [MHz]"});
    for (Ns t = 0; t < 100'000; t += 10'000) {
        MadeKernel kernel;
        kernel.start = t;
        kernel.end = t + 8'000;
        kernel.place.globalPid = pid;
        kernel.name = maker.kernelName(t < 50'000 ? "gemm_a(float*)" : "gemm_c(float*)");
        maker.launch(thread, {t - 2'000, t - 1'000}, kernel);
    }
    for (Ns t = 0; t < 100'000; t += 1'000)
        maker.add(MadeMetricSample{t, 0, 7, t % 10'000 < 8'000 ? 80 : 10});
    maker.add(MadeMetricSample{0, 0, 9, 1410});
    maker.add(MadeMemoryUse{5'000, pid, 0, 0x1000, kGiB, MemoryKind::Device, false});
    maker.add(MadeMemoryUse{25'000, pid, 0, 0x2000, kGiB / 2, MemoryKind::Device, false});
    maker.add(MadeMemoryUse{75'000, pid, 0, 0x1000, kGiB, MemoryKind::Device, true});
    MadeNvtx category; // announces category 3
    category.eventType = 33;
    category.text = "data loading";
    category.globalTid = thread;
    maker.add(category);
    MadeNvtx range;
    range.start = 0;
    range.end = 40'000;
    range.text = "load";
    range.globalTid = thread;
    range.color = 0xff12a0c0;
    maker.add(range);
    range.start = 50'000;
    range.end = 90'000;
    range.text = "train";
    range.color.reset();
    maker.add(range);
    maker.afterwards("UPDATE NVTX_EVENTS SET category = 3 WHERE text IN ('data loading', 'load')");
    return maker;
}

} // namespace nv::test
