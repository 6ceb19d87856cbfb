// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace nv {

void runTasks(const Tasks& tasks)
{
    constexpr std::size_t kMostThreads = 8;
    std::atomic<std::size_t> next{0};
    std::mutex mutex; // guards `thrown`
    std::exception_ptr thrown;
    const auto work = [&] {
        for (std::size_t i = next++; i < tasks.size(); i = next++)
            try {
                tasks[i]();
            } catch (...) {
                const std::lock_guard lock(mutex);
                thrown = std::current_exception();
            }
    };
    {
        const std::size_t cores = std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < std::min({cores, kMostThreads, tasks.size()}); ++i)
            others.emplace_back(work);
        work();
    }
    if (thrown)
        std::rethrow_exception(thrown);
}

} // namespace nv
