// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/model_fixture.h"

#include <string>

/// A host thread that launches kernels on one stream: what most tests about steps need.
namespace nv::test {

class LoopFixture
{
public:
    LoopFixture()
        : process(model.process(1000))
        , thread(model.thread(process, 4242))
        , device(model.device())
        , stream(model.stream(device, process, 7))
    {}

    /// Launched by a call of 5 ns at `host`.
    void launch(std::string_view kernel, Ns host, Ns start, Ns end)
    {
        model.call(thread, "cudaLaunchKernel_v7000", host, host + 5, ++correlation);
        model.kernel(stream, kernel, start, end, correlation);
    }

    /// `count` kernels k0, k1, ... each `spacing` after the other, running from 10 ns after their
    /// launch for half the spacing.
    void burst(Ns begin, int count, Ns spacing)
    {
        for (int k = 0; k < count; ++k) {
            const Ns host = begin + k * spacing;
            launch("k" + std::to_string(k) + "()", host, host + 10, host + 10 + spacing / 2);
        }
    }

    ModelFixture model;
    ProcessId process;
    ThreadId thread;
    DeviceId device;
    StreamId stream;
    std::int64_t correlation = 0;
};

} // namespace nv::test
