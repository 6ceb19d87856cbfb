// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/capture_command.h"

#include "core/base/text.h"

namespace nv {
namespace {

/// NAME=VALUE, as `env` takes it in front of a program: a variable of the environment.
bool isAssignment(std::string_view word)
{
    const std::size_t equals = word.find('=');
    return equals != std::string_view::npos && equals != 0
           && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789_")
                  == equals;
}

bool isEnv(std::string_view word)
{
    return word == "env" || word.ends_with("/env");
}

} // namespace

std::string programText(const TraceModel& trace)
{
    std::string out;
    const auto& words = trace.capture.command;
    const bool env = !words.empty() && isEnv(words.front());
    bool leading = env;
    for (std::size_t i = env ? 1 : 0; i < words.size(); ++i) {
        if (leading && isAssignment(words[i]))
            continue;
        leading = false;
        out += (out.empty() ? "" : " ") + text::shellWord(words[i]);
    }
    return out.empty() ? "<program>" : out;
}

std::string captureCommand(const TraceModel& trace, std::string_view extra)
{
    std::string command = "nsys profile -t cuda,nvtx,osrt ";
    if (!extra.empty())
        command += std::string(extra) + " ";
    return command + programText(trace);
}

std::string captureAgain(const TraceModel& trace, std::string_view extra)
{
    return "Capture again with: " + captureCommand(trace, extra);
}

} // namespace nv
