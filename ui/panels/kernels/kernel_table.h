// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

#include <vector>

namespace nv {

/// The kernels of a window, one row per demangled name, by total.  Row identity: its NameId.
Table kernelTable(const Answer& answer);

/// Names whose kernels count as communication in this capture: they keep the class colour.
std::vector<bool> communicationNames(const Analysis& analysis);

/// Why a table of kernels is empty, and what would bring rows; rich text.
QString noKernelSentence(const Answer& answer);

} // namespace nv
