// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bench_trace.h"

#include "core/trace_maker/trace_maker.h"

#include <random>

namespace nv {
namespace {

constexpr int kLayers = 24;
constexpr int kKernelsPerLayer = 10;
constexpr int kStreams = 4;
constexpr int kPollers = 17; ///< threads that only wait; with them the timeline has 60 lanes
/// A kernel and its call, a range per layer, step and phase; copies, a wait, polls.
constexpr std::uint64_t kRowsPerStep =
    kLayers * (2 * kKernelsPerLayer + 1) + 2 * kStreams + kPollers + 4;

struct Rank
{
    std::int64_t pid = 0;
    std::int64_t tid = 0;
    std::vector<std::int64_t> pollers;
    std::int64_t device = 0;
    Ns host = 0;
    Ns gpu = 0;
};

class Run
{
public:
    explicit Run(std::uint64_t seed)
        : m_random(seed)
    {
        for (const char* name :
             {"void cutlass::gemm<128, 128, 32>(float *)", "void flash::fwd<96>(Params)",
              "void norm::rms<float>(float *, float)", "void act::silu_mul(float *)",
              "void rope::apply(float *, int)", "ncclDevKernel_AllReduce_Sum_f16"})
            m_kernels.push_back(m_maker.kernelName(name));
        for (std::int64_t d = 0; d < 2; ++d) {
            Rank rank;
            rank.device = d;
            rank.pid = m_maker.process(1000 + d, "server");
            rank.tid = m_maker.thread(rank.pid, 1000 + d, "worker");
            for (int p = 0; p < kPollers; ++p)
                rank.pollers.push_back(
                    m_maker.thread(rank.pid, 1100 + 100 * d + p, "poller " + std::to_string(p)));
            m_ranks.push_back(rank);
        }
    }

    void step(std::uint64_t number)
    {
        Rank& rank = m_ranks[number % m_ranks.size()];
        const Ns begin = rank.host;
        for (const std::int64_t poller : rank.pollers)
            m_maker.osCall(poller, "poll", {begin + jitter(2'000), begin + 2'000 + jitter(900)});
        for (int stream = 0; stream < kStreams; ++stream)
            copy(rank, 7 + stream);
        for (int layer = 0; layer < kLayers; ++layer)
            this->layer(rank, layer);
        const Ns waited = std::max(rank.host + 2'000, rank.gpu + 1'500);
        MadeSync sync;
        sync.correlation =
            m_maker.call(rank.tid, "cudaStreamSynchronize_v3020", {rank.host + 500, waited});
        sync.start = rank.host + 600;
        sync.end = waited - 100;
        sync.place.globalPid = rank.pid;
        sync.place.device = rank.device;
        m_maker.add(sync);
        rank.host = waited + 6'000;
        m_maker.range(rank.tid, "decode_step " + std::to_string(number), {begin, rank.host});
        m_maker.range(rank.tid, "forward", {begin + 300, waited - 100});
        rank.host += jitter(15'000);
    }

    Status writeTo(const std::filesystem::path& path)
    {
        m_maker.sortRows();
        return m_maker.writeTo(path);
    }

private:
    Ns jitter(Ns upTo) { return static_cast<Ns>(m_random() % static_cast<std::uint64_t>(upTo)); }

    void copy(Rank& rank, std::int64_t stream)
    {
        MadeMemcpy copy;
        copy.place.globalPid = rank.pid;
        copy.place.device = rank.device;
        copy.place.stream = stream;
        copy.bytes = 4096;
        copy.srcKind = static_cast<std::int64_t>(MemoryKind::Pinned);
        copy.dstKind = static_cast<std::int64_t>(MemoryKind::Device);
        const Ns call = rank.host;
        rank.host += 1'500;
        copy.start = std::max(call + 1'000, rank.gpu + 100);
        copy.end = copy.start + 900 + jitter(500);
        rank.gpu = copy.end;
        m_maker.copy(rank.tid, {call, rank.host - 200}, copy);
    }

    void layer(Rank& rank, int layer)
    {
        const Ns begin = rank.host + 200;
        rank.host = begin + 100;
        for (int k = 0; k < kKernelsPerLayer; ++k) {
            MadeKernel kernel;
            kernel.place.globalPid = rank.pid;
            kernel.place.device = rank.device;
            kernel.place.stream = 7 + (k + layer) % kStreams;
            kernel.name = m_kernels[static_cast<std::size_t>(k + layer) % m_kernels.size()];
            const Ns call = rank.host;
            rank.host += 2'500 + jitter(1'500);
            kernel.start = std::max(call + 3'000, rank.gpu + 300);
            kernel.end = kernel.start + 2'000 + jitter(6'000);
            rank.gpu = kernel.end;
            m_maker.launch(rank.tid, {call, rank.host - 400}, kernel);
        }
        m_maker.range(rank.tid, "layer " + std::to_string(layer), {begin, rank.host});
    }

    TraceMaker m_maker;
    std::mt19937_64 m_random;
    std::vector<MadeKernelName> m_kernels;
    std::vector<Rank> m_ranks;
};

} // namespace

Status writeBenchTrace(const std::filesystem::path& path, std::uint64_t rows)
{
    Run run(1);
    for (std::uint64_t n = 0; n * kRowsPerStep < rows; ++n)
        run.step(n);
    return run.writeTo(path);
}

} // namespace nv
