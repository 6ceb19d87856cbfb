// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/pictures/studio.h"

#include <span>

/// Everything a user meets: one line per state in states.cpp.
namespace nv::pictures {

struct State
{
    const char* name; ///< of the file and for --state
    void (*show)(Studio& studio);
};

std::span<const State> states();

/// A trace of the command line in the dock of each panel; `panel`: its id, empty: as it opens.
void showGiven(Studio& studio, const QString& trace, const QString& panel);

} // namespace nv::pictures
