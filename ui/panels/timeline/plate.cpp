// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/plate.h"

#include <QPainter>

#include <algorithm>

namespace nv {

QRect plateOf(const QString& text, const QFontMetrics& metrics, QPoint middle, const QRect& area)
{
    constexpr int kAcross = 6;
    constexpr int kAlong = 2;
    QRect plate =
        metrics.boundingRect(QRect(0, 0, area.width(), area.height()), Qt::AlignCenter, text);
    plate = plate.adjusted(-kAcross, -kAlong, kAcross, kAlong);
    plate.moveCenter(middle);
    plate.moveLeft(std::max(std::min(plate.left(), area.right() - plate.width()), area.left()));
    plate.moveTop(std::max(std::min(plate.top(), area.bottom() - plate.height()), area.top()));
    return plate;
}

void paintPlate(QPainter& painter, const QRect& plate, const QString& text, Role ink,
                const Theme& theme)
{
    painter.fillRect(plate, theme.color(Role::Panel));
    painter.setPen(theme.color(Role::Line));
    painter.drawRect(plate.adjusted(0, 0, -1, -1));
    painter.setPen(theme.color(ink));
    painter.drawText(plate, Qt::AlignCenter, text);
}

} // namespace nv
