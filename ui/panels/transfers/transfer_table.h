// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

namespace nv {

/// Copies and memsets of a window by direction and memory kinds.  Row identity: transferRowId.
Table transferTable(const Answer& answer);

std::uint64_t transferRowId(bool isMemset, std::int64_t copyKind, std::int64_t srcKind,
                            std::int64_t dstKind);

/// "Host-to-Device", "memset".
QString transferTitle(const TransferRow& row);
/// One sentence about what of this row moves in every step.
QString perStepSentence(const TransferRow& row, const Thresholds& thresholds);
QString noTransferSentence(const Answer& answer);

} // namespace nv
