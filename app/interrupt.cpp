// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interrupt.h"

#include <chrono>
#include <csignal>

namespace nv {
namespace {

constexpr std::chrono::milliseconds kLookEvery{10};

volatile std::sig_atomic_t signalled = 0;

extern "C" void onSignal(int number)
{
    signalled = 1;
    std::signal(number, SIG_DFL); // the next one is not held up by anything
}

} // namespace

Interrupt::Interrupt()
{
    signalled = 0;
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
    m_watcher = std::jthread([this](const std::stop_token& done) {
        while (!done.stop_requested()) {
            if (signalled != 0) {
                m_stop.request_stop();
                return;
            }
            std::this_thread::sleep_for(kLookEvery);
        }
    });
}

Interrupt::~Interrupt()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

} // namespace nv
