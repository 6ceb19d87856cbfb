// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/table_lines.h"

/// The figures of the tables of a window, each computed on its own by looking at every event.
/// Shape: as linesOf of table_lines.h.  Cost: O(n log n) a question.
namespace nv::test {

Lines naiveLines(const Analysis& analysis, const Window& window, DeviceId only);

} // namespace nv::test
