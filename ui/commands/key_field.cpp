// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/key_field.h"

#include "ui/commands/commands.h"

#include <QKeyEvent>

namespace nv {

namespace {

bool leadsAway(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Escape:
        return (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
    default:
        return false;
    }
}

} // namespace

KeyField::KeyField(QWidget* parent)
    : QLineEdit(parent)
{
    setReadOnly(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    setPlaceholderText(tr("press the new keys here"));
    setAccessibleName(tr("New keys"));
}

void KeyField::forget()
{
    m_key = {};
    clear();
}

bool KeyField::event(QEvent* event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QLineEdit::event(event);
    const auto& press = *static_cast<QKeyEvent*>(event);
    if (leadsAway(press))
        return QLineEdit::event(event);
    event->accept();
    const QKeyCombination keys = combinationOf(press);
    if (event->type() == QEvent::ShortcutOverride || keys.toCombined() == 0)
        return true;
    m_key = QKeySequence(keys);
    setText(m_key.toString(QKeySequence::NativeText));
    emit pressed();
    return true;
}

} // namespace nv
