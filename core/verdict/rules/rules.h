// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/verdict/rule.h"

/// The rules themselves, one file each; only the registry needs this list.
namespace nv {

Rule kernelBoundRule();
Rule launchOverheadRule();
Rule transferBoundRule();
Rule syncBoundRule();
Rule hostBoundRule();
Rule communicationBoundRule();
Rule deviceWaitRule();
Rule compileRule();
Rule allocationRule();
Rule noGpuActivityRule();

} // namespace nv
