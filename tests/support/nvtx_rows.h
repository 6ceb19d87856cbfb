// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace_maker/trace_maker.h"

#include <optional>
#include <string>

/// Rows for tests of kernels inside NVTX ranges: one process with a main thread and a worker.
namespace nv::test {

inline constexpr std::int64_t kPid = 10;
inline const std::int64_t kMain = makeGlobalId(kPid, 10);
inline const std::int64_t kWorker = makeGlobalId(kPid, 11);

inline MadeNvtx range(std::optional<std::string> text, Ns start, std::optional<Ns> end,
                      std::int64_t thread = kMain)
{
    MadeNvtx row;
    row.start = start;
    row.end = end;
    row.text = std::move(text);
    row.globalTid = thread;
    return row;
}

inline MadeKernel kernelOf(TraceMaker& maker, const char* name, TimeRange time)
{
    MadeKernel kernel;
    kernel.start = time.begin;
    kernel.end = time.end;
    kernel.name = maker.kernelName(name, name);
    kernel.place.globalPid = makeGlobalId(kPid);
    return kernel;
}

} // namespace nv::test
