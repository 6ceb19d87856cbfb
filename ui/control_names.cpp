// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/control_names.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

namespace nv {

namespace {

QString nameOf(const QWidget& control, const QString& title)
{
    if (const auto* line = qobject_cast<const QLineEdit*>(&control))
        return line->placeholderText().isEmpty() ? title : line->placeholderText();
    if (qobject_cast<const QToolButton*>(&control) != nullptr)
        // The only button Qt puts into a line.
        return qobject_cast<const QLineEdit*>(control.parentWidget()) != nullptr
                   ? QLineEdit::tr("Clear")
                   : QString();
    const bool isNamedByPlace = qobject_cast<const QAbstractScrollArea*>(&control) != nullptr
                                || qobject_cast<const QTabWidget*>(&control) != nullptr
                                || qobject_cast<const QTabBar*>(&control) != nullptr
                                || qobject_cast<const QComboBox*>(&control) != nullptr
                                || qobject_cast<const QAbstractSpinBox*>(&control) != nullptr;
    return isNamedByPlace ? title : QString();
}

} // namespace

void nameControls(QWidget& part, const QString& title)
{
    for (QWidget* control : part.findChildren<QWidget*>())
        if (control->accessibleName().isEmpty())
            if (const QString name = nameOf(*control, title); !name.isEmpty())
                control->setAccessibleName(name);
}

} // namespace nv
