// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/note_editor.h"

#include <QKeyEvent>

#include <algorithm>

namespace nv {

namespace {

constexpr QSize kSize(260, 24);

} // namespace

NoteEditor::NoteEditor(const QString& what, const QString& text, QRect beside,
                       std::function<void(const QString&)> keep, QWidget* parent)
    : QLineEdit(text, parent)
    , m_keep(std::move(keep))
{
    setPlaceholderText(tr("%1; Enter keeps it").arg(what));
    setAccessibleName(what);
    resize(std::min(kSize.width(), parent->width()), kSize.height());
    move(std::clamp(beside.left(), 0, std::max(parent->width() - width(), 0)),
         std::clamp(beside.bottom() + 2, 0, std::max(parent->height() - height(), 0)));
    show();
    raise();
    selectAll();
    setFocus(Qt::MouseFocusReason);
}

void NoteEditor::finish(bool keeps)
{
    if (std::exchange(m_isDone, true))
        return;
    hide();
    if (keeps)
        m_keep(text());
    deleteLater();
}

/// Every key is a letter here, whatever it means elsewhere.
bool NoteEditor::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void NoteEditor::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter && event->key() != Qt::Key_Escape) {
        QLineEdit::keyPressEvent(event);
        return;
    }
    event->accept();
    finish(isEnter); // before the focus goes, which would keep the note
    if (QWidget* next = parentWidget())
        next->setFocus(Qt::OtherFocusReason);
}

void NoteEditor::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        finish(true);
}

} // namespace nv
