// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/step_breakdown.h"
#include "tests/support/tables_fixture.h"

/// Traces of LLM steps as the examples of host-overhead.md write them: times in us from 1 s on.
namespace nv::test {

inline Ns us(Ns t)
{
    return 1'000'000'000 + t * 1000;
}

class Steps : public TraceSketch
{
public:
    void step(Ns start, Ns end, int number, int context, int generation, std::int64_t pid = 100)
    {
        mark("[Executor] _forward_step " + std::to_string(number) + ": " + std::to_string(context)
                 + " ctx reqs, " + std::to_string(generation) + " gen reqs",
             start, end, pid);
    }

    void mark(const std::string& text, Ns start, Ns end, std::int64_t pid = 100)
    {
        range({text, us(start), us(end), 101, pid});
    }

    void run(const std::string& name, Ns start, Ns end, std::int64_t pid = 100,
             std::int64_t device = 0)
    {
        kernel({name, us(start), us(end), -1, {pid, device, 7}});
    }

    void api(const std::string& name, Ns start, Ns end, std::int64_t pid = 100)
    {
        call({name, us(start), us(end), -1, 101, pid});
    }
};

/// A steady step of host-overhead.md 11.C of one rank.
inline void addStep(Steps& sketch, int k, Ns rank, bool isTarget)
{
    const Ns t = k * (isTarget ? 2500 : 2000);
    const std::int64_t pid = 100 * (rank + 1);
    const Ns o = t + 5 * rank;
    sketch.step(t + 50 * rank, t + 500 + 60 * rank, 10 + k, 0, 8, pid);
    sketch.mark("_prepare_inputs", t + 10 + 50 * rank, t + (isTarget ? 120 : 110) + 40 * rank, pid);
    sketch.mark("_update_requests", t + 600 + 10 * rank, t + (isTarget ? 660 : 700) + 10 * rank,
                pid);
    sketch.mark("_fetch_new_requests", t + 720, t + (isTarget ? 1020 : 750), pid);
    if (isTarget)
        sketch.mark("broadcast_requests", t + 1030, t + 1280, pid);
    else if (rank == 0)
        sketch.mark("_old_op", t + 800, t + 820, pid);
    sketch.api("cudaLaunchKernel_v7000", o + 190, o + 195, pid);
    sketch.api("cudaLaunchKernel_v7000", o + 246, o + 250, pid);
    sketch.api("cudaLaunchKernel_v7000", o + 296, o + 299, pid);
    if (rank == 0)
        sketch.api("cudaStreamSynchronize_v3020", t + 400, t + 480, pid);
    sketch.run("allreduce", o + 200, o + 240, pid, rank);
    sketch.run("gemm", o + 250, o + 290, pid, rank);
    sketch.run("allreduce", o + 300, t + 340 + 10 * rank, pid, rank);
    if (isTarget) {
        sketch.run("elementwise", t + 351, t + 353, pid, rank);
        sketch.run("elementwise", t + 361, t + 363, pid, rank);
    }
}

/// 11.C: two ranks, one context step and six of generation.
inline Analysis exampleC(bool isTarget)
{
    Steps sketch;
    for (const Ns rank : {Ns{0}, Ns{1}}) {
        const std::int64_t pid = 100 * (rank + 1);
        sketch.step(-3000 + 20 * rank, -2000 + 10 * rank, 9, 2, 0, pid);
        sketch.run("allreduce", -2800 + 5 * rank, -2700 + 10 * rank, pid, rank);
        sketch.run("allreduce", -2500 + 10 * rank, -2400 + 10 * rank, pid, rank);
        for (int k = 0; k < 6; ++k)
            addStep(sketch, k, rank, isTarget);
    }
    return sketch.finish();
}

inline StepBreakdown breakdownOf(const Analysis& analysis, const StepBreakdownOptions& options = {})
{
    return stepBreakdown(analysis, wholeWindow(analysis), options, {});
}

} // namespace nv::test
