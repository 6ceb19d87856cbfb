// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QWidget;

namespace nv {

/// Gives every control below `part` that has no name yet one for screen readers: what stands in an
/// empty line, else `title`.  Labels are named by their text.  Thread: GUI thread.
void nameControls(QWidget& part, const QString& title);

} // namespace nv
