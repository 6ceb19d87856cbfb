// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_builder.h"

#include <cstdint>
#include <stdexcept>
#include <string>

/// A small capture made by hand, through the real builder: for tests of what is drawn.
/// Times in ns; one GPU, streams by number, one process of two threads.
namespace nv::fixture {

inline constexpr std::int64_t kPid = 4242;
inline constexpr std::int64_t kGlobalPid = kPid << 24U;

class Capture
{
public:
    explicit Capture(std::string fileName = "made.sqlite")
    {
        m_builder.capture.fileName = std::move(fileName);
        m_builder.capture.hasRuntimeTable = true;
        m_builder.entities.process[kGlobalPid] = "python";
    }

    void kernel(Ns start, Ns end, const std::string& name, std::int64_t correlation,
                std::int64_t stream = 7, std::int64_t device = 0)
    {
        RawKernel kernel;
        kernel.shortName = id(name);
        kernel.demangled = id("void " + name + "<float>(float*)");
        kernel.shape = LaunchShape{128, 1, 1, 256, 1, 1};
        m_builder.kernels.add(start, end, place(stream, device), kernel, correlation, 0);
    }

    void copy(Ns start, Ns end, Bytes bytes, std::int64_t correlation, std::int64_t stream = 7)
    {
        CopyVariant copy;
        copy.bytes = bytes;
        copy.copyKind = 1; // host to device
        copy.srcKind = 0;  // pageable
        copy.dstKind = 2;  // device
        m_builder.memcpys.add(start, end, place(stream, 0), copy, correlation, 0);
    }

    void call(Ns start, Ns end, const std::string& name, std::int64_t correlation,
              std::int64_t tid = kPid)
    {
        CallPart& part = m_builder.calls;
        if (!part.place(start, end))
            return;
        part.thread.push_back(part.threads.of(kGlobalPid | tid));
        part.name.push_back(part.names.of(id(name)));
        part.correlation.push_back(correlation);
        part.fileOrder.push_back(part.nextOrder());
    }

    void osCall(Ns start, Ns end, const std::string& name, std::int64_t tid)
    {
        CallPart& part = m_builder.osCalls;
        if (!part.place(start, end))
            return;
        part.thread.push_back(part.threads.of(kGlobalPid | tid));
        part.name.push_back(part.names.of(id(name)));
        part.fileOrder.push_back(part.nextOrder());
    }

    /// A domain of NVTX; 0 is the default one, which has no name.
    void domain(std::int64_t number, const std::string& name)
    {
        m_builder.ranges.domains.push_back(
            {kGlobalPid | kPid, number, {id(name), Index<void>::kNone}});
    }

    void range(Ns start, Ns end, const std::string& text, std::int64_t tid = kPid,
               std::int64_t domain = 0)
    {
        RangePart& part = m_builder.ranges;
        if (!part.place(start, end))
            return;
        part.thread.push_back(part.threads.of(kGlobalPid | tid));
        part.text.push_back(part.texts.of({id(text), Index<void>::kNone}));
        part.domain.push_back(domain);
        part.kind.push_back(start == end ? RangeKind::Mark : RangeKind::PushPop);
        part.isOpen.push_back(0);
        part.fileOrder.push_back(part.nextOrder());
    }

    TracePtr finish()
    {
        Result<TracePtr> trace = m_builder.finish({});
        if (!trace)
            throw std::runtime_error(trace.error().message);
        return trace.value();
    }

private:
    std::int64_t id(const std::string& text)
    {
        const auto [at, isNew] =
            m_ids.try_emplace(text, static_cast<std::int64_t>(m_ids.size()) + 1);
        if (isNew)
            m_builder.strings[at->second] = text;
        return at->second;
    }

    static RawPlace place(std::int64_t stream, std::int64_t device)
    {
        RawPlace place;
        place.device = device;
        place.context = 1;
        place.stream = stream;
        place.globalPid = kGlobalPid;
        return place;
    }

    TraceBuilder m_builder;
    std::unordered_map<std::string, std::int64_t> m_ids;
};

/// Three turns of a loop: two kernels and a copy each, with their launches and a nested range.
inline TracePtr threeSteps()
{
    Capture capture;
    for (Ns step = 0; step < 3; ++step) {
        const Ns t = 10'000 + step * 100'000;
        const std::int64_t c = step * 10;
        capture.range(t, t + 90'000, "step " + std::to_string(step));
        capture.range(t + 5'000, t + 40'000, "forward");
        capture.call(t + 6'000, t + 10'000, "cudaLaunchKernel_v7000", c + 1);
        capture.call(t + 12'000, t + 16'000, "cudaLaunchKernel_v7000", c + 2);
        capture.call(t + 50'000, t + 85'000, "cudaMemcpy_v3020", c + 3);
        capture.kernel(t + 12'000, t + 32'000, "gemm", c + 1);
        capture.kernel(t + 32'000, t + 42'000, "rms_norm", c + 2);
        capture.copy(t + 60'000, t + 80'000, 4096, c + 3);
    }
    return capture.finish();
}

/// Two streams and three threads, of which one only waits: for choosing lanes.  The lanes, as
/// recorded: 0 GPU 0, 1 and 2 stream 7 (kernels, copies), 3 stream 9, 4 python, 5 and 6 thread 4242
/// (NVTX in two rows, CUDA API), 7 thread 4243 (CUDA API), 8 thread 4244 (OS runtime, quiet).
inline TracePtr severalLanes()
{
    Capture capture;
    capture.kernel(10'000, 20'000, "gemm", 1, 7);
    capture.copy(50'000, 55'000, 4096, 2, 7);
    capture.kernel(10'000, 40'000, "attention", 3, 9);
    capture.kernel(60'000, 90'000, "attention", 4, 9);
    capture.domain(5, "NCCL");
    capture.range(0, 95'000, "step");
    capture.range(30'000, 35'000, "all_reduce", kPid, 5);
    capture.call(5'000, 6'000, "cudaLaunchKernel_v7000", 1);
    capture.call(8'000, 9'000, "cudaLaunchKernel_v7000", 3);
    capture.call(40'000, 60'000, "cudaStreamSynchronize_v3020", 9, kPid + 1);
    capture.osCall(0, 100'000, "poll", kPid + 2);
    return capture.finish();
}

} // namespace nv::fixture
