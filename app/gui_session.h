// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/options.h"
#include "ui/settings.h"

/// The window, on the screen or as a picture.  Returns the exit status of product.md: 0 done, 2
/// unreadable input or an output that cannot be written (one sentence on stderr).
/// Thread: the main thread; owns the QApplication while it runs.
namespace nv {

int runGui(const Options& options);
/// Draws the whole window off-screen into a PNG; needs no display, leaves no settings behind.
int runGrab(const Options& options);

/// That of the command line, for this run only, else the stored one.
Settings::ThemeChoice themeOf(const Options& options, const Settings& settings);

} // namespace nv
