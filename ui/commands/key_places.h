// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;

namespace nv {

/// Keys by the place they have on the keyboard, the same on every layout: W A S D lie as a cross
/// under one hand whatever letters are printed there.
/// Thread: GUI thread.

/// X11 and Wayland report evdev codes plus 8; other platforms have codes of their own.
bool platformKnowsPlaces();

/// Qt::Key of the letter that a US keyboard has at the place of this one; 0: not a key of a letter.
int letterAt(const QKeyEvent& event);

/// Of any alphabet.
bool isLetter(int key);

} // namespace nv
