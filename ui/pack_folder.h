// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <utility>
#include <vector>

namespace nv {

/// The files of a review pack, by name.
using PackFolder = std::vector<std::pair<QString, QByteArray>>;

/// Writes a folder whole or not at all: beside its place first, then moved there.  What is there
/// already is replaced only when it is empty or a pack (review.md and its pictures, nothing else).
/// Empty when it was written, else the sentence that says why not.  Thread: any.
QString writeFolder(const QString& path, const PackFolder& files);

} // namespace nv
