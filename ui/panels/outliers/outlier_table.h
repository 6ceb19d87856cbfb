// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

namespace nv {

/// Launches far slower than their like, with what was different.  Row identity: the op.
Table outlierTable(const Answer& answer);

QString noOutlierSentence(const Answer& answer);

} // namespace nv
