// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings.h"
#include "ui/theme.h"

#include <QIcon>

namespace nv {

/// Style, type and palette of the whole program.  Call once after the QApplication is there.
void setUpAppearance();
/// Light, dark, or what the desktop had when the program started.
void applyTheme(Settings::ThemeChoice choice);

/// What is shown, in the words of the choice: the stored one unless this run shows another.
Settings::ThemeChoice shownTheme(Settings::ThemeChoice stored);

/// An icon of resources/icons in the colour of the text (or of a role), sharp at every scale.
QIcon themedIcon(const char* name, Role role = Role::Text);

/// The text of figures that stand under one another and of commands.
QFont commandFont();

} // namespace nv
