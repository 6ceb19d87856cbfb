// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/candidate.h"

#include <algorithm>
#include <unordered_map>

namespace nv::stepfind {
namespace {

constexpr std::size_t kMinIterations = 5;
constexpr DurationNs kIterationGap = 1'000'000;
constexpr DurationNs kPhaseGap = 100'000'000;
constexpr double kCommonShare = 0.5;

struct Iteration
{
    Ns begin = 0;
    Ns end = 0;
    std::size_t count = 0;
    OpIndex first;   ///< its first collective
    Ns launched = 0; ///< start of the call that issued that
};

bool isAllReduce(std::string_view name)
{
    constexpr std::string_view kWord = "allreduce";
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
    return std::search(name.begin(), name.end(), kWord.begin(), kWord.end(), same) != name.end();
}

Result<std::vector<Iteration>> iterationsOf(const TraceModel& trace, const Device& device,
                                            const std::vector<std::uint8_t>& isCollective,
                                            const std::stop_token& stop)
{
    std::vector<Iteration> out;
    Ns lastEnd = kMinNs;
    for (std::size_t i = 0; i < device.ops.size(); ++i) {
        if (shouldStop(stop, i))
            return cancelled();
        const std::size_t op = device.ops[i]();
        const CallIndex call = trace.ops.call[op];
        if (trace.ops.kind[op] != OpKind::Kernel || isCollective[trace.ops.variant[op]] == 0
            || call.isNone() || trace.calls.thread[call()].isNone())
            continue;
        const Ns begin = trace.ops.start[op];
        if (out.empty() || lengthBetween(lastEnd, begin) > kIterationGap)
            out.push_back({begin, begin, 0, device.ops[i], trace.calls.start[call()]});
        lastEnd = trace.ops.end[op]; // the previous one's end, not the latest
        out.back().end = std::max(out.back().end, lastEnd);
        ++out.back().count;
    }
    return out;
}

std::size_t commonCount(const std::vector<Iteration>& iterations)
{
    std::unordered_map<std::size_t, std::size_t> seen;
    std::size_t most = 0;
    for (const Iteration& it : iterations)
        most = std::max(most, ++seen[it.count]);
    for (const Iteration& it : iterations) {
        if (seen[it.count] == most)
            return it.count;
    }
    return 0;
}

/// The last stretch without a long pause that mostly repeats the common count; empty when none.
std::vector<Iteration> benchmarkPhase(const std::vector<Iteration>& iterations)
{
    const std::size_t common = commonCount(iterations);
    std::size_t end = iterations.size();
    while (end > 0) {
        std::size_t begin = end - 1;
        while (begin > 0
               && lengthBetween(iterations[begin - 1].end, iterations[begin].begin) <= kPhaseGap)
            --begin;
        const auto from = iterations.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to = iterations.begin() + static_cast<std::ptrdiff_t>(end);
        const auto alike = static_cast<double>(
            std::count_if(from, to, [&](const Iteration& it) { return it.count == common; }));
        if (end - begin >= kMinIterations
            && alike >= kCommonShare * static_cast<double>(end - begin))
            return {from, to};
        end = begin;
    }
    return {};
}

} // namespace

Result<std::optional<Candidate>> collectiveCandidate(LaunchBook& book, const std::stop_token& stop)
{
    const TraceModel& trace = book.trace();
    std::vector<std::uint8_t> isCollective;
    for (const KernelVariant& v : trace.kernelVariants)
        isCollective.push_back(isAllReduce(trace.names.text(v.shortName)) ? 1 : 0);
    std::optional<Candidate> best;
    if (std::find(isCollective.begin(), isCollective.end(), 1) == isCollective.end())
        return best;
    for (std::size_t d = 0; d < trace.devices.size(); ++d) {
        NV_TRY(iterations, iterationsOf(trace, trace.devices[d], isCollective, stop));
        std::vector<Iteration> phase = benchmarkPhase(iterations);
        if (phase.size() < kMinSteps || (best && phase.size() <= best->size()))
            continue;
        std::sort(phase.begin(), phase.end(),
                  [](const Iteration& a, const Iteration& b) { return a.launched < b.launched; });
        const std::size_t common = commonCount(phase);
        best.emplace();
        best->method = StepMethod::Collective;
        best->marker = std::to_string(common) + " all-reduces";
        best->what = "told apart by pauses between all-reduces (mostly " + std::to_string(common)
                     + " a step) on device " + trace.devices[d].label;
        for (const Iteration& it : phase)
            best->begin.push_back(it.launched);
        best->processes = {book.processOf(phase.front().first)};
    }
    return best;
}

} // namespace nv::stepfind
