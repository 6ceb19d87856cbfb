// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

namespace nv {

/// Every step of the capture, one row per rank where ranks mark them.
/// Row identity: position in the iterations.
Table stepTable(const Answer& answer);
/// "57 steps by NVTX marker "step #", median 4.21 ms ...": what was found and how sure that is.
QString proofText(const Answer& answer);
QString noStepSentence(const Answer& answer);

} // namespace nv
