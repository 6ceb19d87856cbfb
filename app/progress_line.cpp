// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/progress_line.h"

#include <chrono>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace nv {
namespace {

constexpr std::chrono::milliseconds kEvery{100};

const char* word(Stage stage)
{
    switch (stage) {
    case Stage::Converting:
        return "converting with nsys";
    case Stage::Opening:
        return "opening";
    case Stage::Reading:
        return "reading";
    case Stage::Indexing:
        return "indexing";
    case Stage::Analysing:
        return "analysing";
    case Stage::Idle:
    case Stage::Done:
        break;
    }
    return "";
}

std::string line(const Progress& progress)
{
    std::string text = word(progress.stage);
    const std::uint64_t total = progress.total;
    const std::uint64_t done = progress.done;
    if (!text.empty() && total != 0 && done <= total)
        text += " "
                + std::to_string(static_cast<int>(100.0 * static_cast<double>(done)
                                                  / static_cast<double>(total)))
                + " %";
    return text;
}

void show(const std::string& text)
{
    const std::string out = "\r\033[K" + text;
    std::fwrite(out.data(), 1, out.size(), stderr);
    std::fflush(stderr);
}

} // namespace

ProgressLine::ProgressLine(const Progress& progress)
{
    if (isatty(fileno(stderr)) == 0)
        return;
    m_writer = std::jthread([&progress](const std::stop_token& done) {
        while (!done.stop_requested()) {
            std::this_thread::sleep_for(kEvery);
            show(line(progress));
        }
        show({});
    });
}

ProgressLine::~ProgressLine() = default; // the thread stops, wipes its line and is joined

} // namespace nv
