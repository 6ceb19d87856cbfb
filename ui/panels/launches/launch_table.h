// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

namespace nv {

/// What it took to launch each kernel of a window.  Row identity: the demangled NameId.
Table launchTable(const Answer& answer);

/// What spoils the figures; empty: nothing.
QString launchRemark(const Answer& answer);
QString noLaunchSentence(const Answer& answer);

} // namespace nv
