// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

#include <thread>

/// How far the command has come, on one line of stderr; silent unless that is a terminal.
/// Thread: reads `progress` from a thread of its own until it is destroyed.
namespace nv {

class ProgressLine
{
public:
    explicit ProgressLine(const Progress& progress);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

private:
    std::jthread m_writer;
};

} // namespace nv
