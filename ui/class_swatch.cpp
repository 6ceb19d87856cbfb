// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/class_swatch.h"

#include <QPainter>

namespace nv {

namespace {

bool hasOutline(BudgetClass c)
{
    return c == BudgetClass::Launch || c == BudgetClass::Alloc || c == BudgetClass::Queue
           || c == BudgetClass::Unknown;
}

} // namespace

void paintClass(QPainter& painter, const QRectF& rect, BudgetClass c, const Theme& theme)
{
    if (rect.width() <= 0 || rect.height() <= 0)
        return;
    painter.save();
    painter.setBrushOrigin(rect.topLeft());
    painter.fillRect(rect, theme.budgetBrush(c));
    if (c == BudgetClass::Communication) {
        QColor line = Theme::textOn(theme.budget(c));
        line.setAlpha(200);
        painter.fillRect(QRectF(rect.left(), rect.top() + 1, rect.width(), 1), line);
    }
    // An outline needs room for itself and something inside it.
    if (hasOutline(c) && rect.width() >= 4) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Role::Text), 1));
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.restore();
}

const char* classLabel(BudgetClass c)
{
    switch (c) {
    case BudgetClass::Compute:
        return "compute";
    case BudgetClass::Communication:
        return "communication";
    case BudgetClass::Transfer:
        return "transfer";
    case BudgetClass::Compile:
        return "compile and set-up";
    case BudgetClass::Sync:
        return "sync";
    case BudgetClass::Launch:
        return "launch";
    case BudgetClass::Alloc:
        return "allocation";
    case BudgetClass::Host:
        return "host";
    case BudgetClass::Queue:
        return "device wait";
    case BudgetClass::Profiler:
        return "profiler";
    case BudgetClass::None:
        return "nothing to run";
    case BudgetClass::Unknown:
        break;
    }
    return "unknown";
}

} // namespace nv
