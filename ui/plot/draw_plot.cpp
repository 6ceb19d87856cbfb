// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/draw_plot.h"

#include "ui/theme.h"

#include <qcustomplot.h>

namespace nv {
namespace {

constexpr int kTitleHeight = 22;
constexpr int kTitlePixels = 13;

} // namespace

void drawPlot(QCustomPlot& plot, const QString& title, QPaintDevice& device, QSize size)
{
    const Theme& theme = Theme::current();
    const int top = title.isEmpty() ? 0 : kTitleHeight;
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.fillRect(QRect(QPoint(0, 0), size), theme.color(Role::Panel));
    if (!title.isEmpty()) {
        QFont font = plot.font();
        font.setPixelSize(kTitlePixels);
        painter.setFont(font);
        painter.setPen(theme.color(Role::Text));
        const QRect line(8, 0, size.width() - 16, top);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(title, Qt::ElideMiddle, line.width()));
        painter.translate(0, top);
    }
    plot.toPainter(&painter, size.width(), size.height() - top);
}

} // namespace nv
