// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace nv {

/// Every key and gesture of the window, in a dialog that does not block it.
void showKeySheet(QWidget* parent);
/// Name, version, licence.
void showAbout(QWidget* parent);

} // namespace nv
