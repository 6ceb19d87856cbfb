// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/elided_label.h"

#include <QPainter>

namespace nv {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::setLine(const QString& text)
{
    setText(text);
    setToolTip(text.isEmpty() ? QString()
                              : QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped()));
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
}

} // namespace nv
