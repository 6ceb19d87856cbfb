// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

namespace nv {

/// The longest gaps of the devices with their causes.  Row identity: device and begin.
Table gapTable(const Answer& answer);
/// Gaps by length: of the devices, and between the ops of one stream.
Table gapBucketTable(const Answer& answer);
/// Gaps by cause; only causes that occur.
Table gapCauseTable(const Answer& answer);

std::uint64_t gapRowId(const GapRow& row);
/// Gaps of the devices in the window, listed or not.
std::uint64_t gapCount(const GapTable& gaps);
QString noGapSentence(const Answer& answer);

} // namespace nv
