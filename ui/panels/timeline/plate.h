// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QFontMetrics>
#include <QRect>
#include <QString>

class QPainter;

/// Words over the lanes on a ground of their own, so that nothing drawn below crosses them.
/// Unit: logical pixels.  Thread: GUI thread.
namespace nv {

/// Around the text, its middle at `middle`, inside `area` as far as it has room there.
QRect plateOf(const QString& text, const QFontMetrics& metrics, QPoint middle, const QRect& area);
void paintPlate(QPainter& painter, const QRect& plate, const QString& text, Role ink,
                const Theme& theme);

} // namespace nv
