// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/pictures/studio.h"

namespace nv::pictures {

void showStart(Studio& studio);
void showRecent(Studio& studio);
void showOpening(Studio& studio);
void showPaletteOpen(Studio& studio);
void showSheet(Studio& studio);
void showKeysDialog(Studio& studio);
void showHelpWindow(Studio& studio);
void showTourFirst(Studio& studio);
void showTourThird(Studio& studio);
void showLimitsDialog(Studio& studio);
void showPartDialog(Studio& studio);
void showPartOpened(Studio& studio);
void showUnreadable(Studio& studio);
void showPackDialog(Studio& studio);
void showPictureDialog(Studio& studio);
void showSaveDialog(Studio& studio);
void showNoPanels(Studio& studio);

} // namespace nv::pictures
