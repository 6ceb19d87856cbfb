// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/veil.h"

#include "ui/theme.h"

#include <QEvent>
#include <QPainter>

namespace nv {
namespace {

constexpr int kVeilAlpha = 120;

} // namespace

Veil::Veil(QWidget* covered)
    : QWidget(covered)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    covered->installEventFilter(this);
}

void Veil::setDim(bool isDim)
{
    setVisible(isDim);
    if (isDim)
        raise();
}

bool Veil::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        resize(static_cast<QWidget*>(watched)->size());
    return false;
}

void Veil::paintEvent(QPaintEvent*)
{
    QColor color = Theme::current().color(Role::Panel);
    color.setAlpha(kVeilAlpha);
    QPainter(this).fillRect(rect(), color);
}

} // namespace nv
