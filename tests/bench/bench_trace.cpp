// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bench_trace.h"

#include "core/trace_maker/trace_maker.h"

#include <array>
#include <random>

namespace nv {
namespace {

constexpr int kLayers = 24;
constexpr int kKernelsPerLayer = 10;
constexpr int kStreams = 4;
constexpr int kPollers = 17; ///< threads that only wait; with them the timeline has 60 lanes
constexpr Ns kSamplePeriod = 100'000; ///< of GPU metrics: 10 kHz, as nsys samples unless told
constexpr std::size_t kBlocks = 64; ///< of memory in use, each freed when its place is taken again
constexpr std::array kMetricNames{
    "GPC Clock Frequency [MHz]",
    "SMs Active [Throughput %]",
    "SM Issue [Throughput %]",
    "Tensor Active [Throughput %]",
    "DRAM Read Bandwidth [Throughput %]",
    "DRAM Write Bandwidth [Throughput %]",
    "PCIe RX Throughput [Throughput %]",
    "PCIe TX Throughput [Throughput %]",
};
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
    std::size_t allocations = 0;
    std::array<Bytes, kBlocks> blocks{}; ///< 0: free
};

class Run
{
public:
    explicit Run(std::uint64_t seed)
        : m_random(seed)
        , m_noise(seed + 1)
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
        for (int i = 0; i < kStreams; ++i)
            allocate(rank, begin + 1'000 * (i + 1));
        rank.host += jitter(15'000);
    }

    /// What was sampled beside the events, from beginning to end.
    void sample()
    {
        for (const Rank& rank : m_ranks)
            for (std::size_t m = 0; m < kMetricNames.size(); ++m)
                m_maker.add(MadeMetric{rank.device, static_cast<std::int64_t>(m), kMetricNames[m]});
        const Ns end = std::max(m_ranks.front().host, m_ranks.back().host);
        for (Ns at = 0; at <= end; at += kSamplePeriod)
            for (const Rank& rank : m_ranks)
                for (std::size_t m = 0; m < kMetricNames.size(); ++m) {
                    const std::int64_t value = m == 0 ? 1'700 + noise(280) : noise(101);
                    m_maker.add(
                        MadeMetricSample{at, rank.device, static_cast<std::int64_t>(m), value});
                }
    }

    Status writeTo(const std::filesystem::path& path)
    {
        m_maker.sortRows();
        return m_maker.writeTo(path);
    }

private:
    Ns jitter(Ns upTo) { return static_cast<Ns>(m_random() % static_cast<std::uint64_t>(upTo)); }

    /// For values: times do not depend on them.
    Ns noise(Ns upTo) { return static_cast<Ns>(m_noise() % static_cast<std::uint64_t>(upTo)); }

    /// Into the next place; what lies there is freed before.
    void allocate(Rank& rank, Ns at)
    {
        const std::size_t place = rank.allocations++ % kBlocks;
        Bytes& held = rank.blocks[place];
        MadeMemoryUse use;
        use.globalPid = rank.pid;
        use.device = rank.device;
        use.address = 0x7f0000000000 + static_cast<std::int64_t>(place) * 0x10000000;
        if (held > 0) {
            use.at = at - 500;
            use.bytes = held;
            use.isFreed = true;
            m_maker.add(use);
        }
        held = (1 + noise(64)) * 1'048'576;
        use.at = at;
        use.bytes = held;
        use.isFreed = false;
        m_maker.add(use);
    }

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
    std::mt19937_64 m_noise;
    std::vector<MadeKernelName> m_kernels;
    std::vector<Rank> m_ranks;
};

} // namespace

Status writeBenchTrace(const std::filesystem::path& path, std::uint64_t rows)
{
    Run run(1);
    for (std::uint64_t n = 0; n * kRowsPerStep < rows; ++n)
        run.step(n);
    run.sample();
    return run.writeTo(path);
}

} // namespace nv
