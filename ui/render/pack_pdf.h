// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/finding_pack.h"

#include <QByteArray>

namespace nv {

/// A review pack on A4: each finding begins a page with its picture, then note, figures, tables and
/// commands; title and number stand at the foot of each.  Light, whatever the theme.
/// Cost: layout of its text.  Thread: any with a QGuiApplication in the process.
QByteArray packPdf(const Pack& pack);

} // namespace nv
