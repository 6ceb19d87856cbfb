// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace nv {

/// Writes a file whole or not at all.  Empty when it was written, else the sentence that says why
/// not.  Thread: any.
QString writeWhole(const QString& path, const std::string& text);

} // namespace nv
