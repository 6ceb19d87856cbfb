// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

/// Ctrl-C as a stop token: work ends at its next check, nothing is left half-written; a second one
/// ends the program at once.
/// Thread: one at a time, from the main thread; a small thread carries the signal over, because a
/// signal handler may not request a stop itself.
namespace nv {

class Interrupt
{
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    std::jthread m_watcher;
};

} // namespace nv
