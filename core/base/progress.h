// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stop_token>

/// How far something long has come, written by workers, read by a timer of the window or by the
/// command line.  Thread: every member is atomic; a torn pair (stage of one moment, count of the
/// next) is harmless for display, which is the only use.
namespace nv {

enum class Stage
{
    Idle,
    Converting, ///< by another program; done and total are percent
    Opening,
    Reading,
    Indexing,
    Analysing,
    Done
};

struct Progress
{
    std::atomic<Stage> stage{Stage::Idle};
    std::atomic<std::uint64_t> done{0};
    std::atomic<std::uint64_t> total{0}; ///< 0: not known
};

/// Loops over events ask for a stop only this often: often enough to answer a cancel in well under
/// 100 ms, rarely enough to cost nothing.
inline constexpr std::size_t kStopEvery = 4096;

inline bool shouldStop(const std::stop_token& stop, std::size_t i)
{
    return i % kStopEvery == 0 && stop.stop_requested();
}

} // namespace nv
