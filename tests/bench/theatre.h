// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/statistics.h"
#include "ui/document.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"

#include <QApplication>
#include <QEventLoop>
#include <QTimer>

#include <nlohmann/json.hpp>

#include <vector>

namespace nv {

/// Where frames are measured: the real panel, shown, on a real document.
struct Theatre
{
    Document& document;
    TimelinePanel& panel;

    TimelineState& state() const { return panel.state(); }
};

/// Lets the event loop run.
inline void rest(int ms)
{
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Lets the event loop run until `isDone`, half a minute at most.
template <class Condition>
bool restUntil(Condition isDone)
{
    constexpr int kLookMs = 20;
    constexpr int kMostLooks = 1500;
    for (int i = 0; i < kMostLooks && !isDone(); ++i)
        rest(kLookMs);
    return isDone();
}

inline nlohmann::json percentiles(const std::vector<double>& times)
{
    return {{"p50_ms", percentileOf(times, 0.5)},
            {"p99_ms", percentileOf(times, 0.99)},
            {"max_ms", percentileOf(times, 1)},
            {"frames", times.size()}};
}

inline double largest(const nlohmann::json& parts, const char* figure)
{
    double out = 0;
    for (const auto& part : parts)
        out = std::max(out, part[figure].get<double>());
    return out;
}

} // namespace nv
