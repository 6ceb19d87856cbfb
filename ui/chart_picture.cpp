// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart_picture.h"

#include <QPainter>
#include <QWidget>

namespace nv {

/// Nothing is shown in between: the window is painted only when the event loop is reached.
void drawWidget(QWidget& widget, QPaintDevice& device, QSize size)
{
    const QSize own = widget.size();
    widget.resize(size);
    QPainter painter(&device);
    painter.fillRect(QRect(QPoint(0, 0), size), widget.palette().window());
    widget.render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
    painter.end();
    widget.resize(own);
}

} // namespace nv
