// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message_bar.h"

#include "ui/appearance.h"
#include "ui/format.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace nv {

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent)
    , m_sign(new QToolButton(this))
    , m_text(new QLabel(this))
    , m_copy(new QPushButton(tr("Copy command"), this))
    , m_close(new QToolButton(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    m_sign->setAutoRaise(true);
    m_sign->setAccessibleName(tr("Kind of message"));
    m_close->setAccessibleName(tr("Close the message"));
    m_sign->setFocusPolicy(Qt::NoFocus);
    m_sign->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setAutoRaise(true);
    m_close->setIcon(themedIcon("close"));
    m_close->setToolTip(tr("Close this message (Esc)"));
    m_close->setAccessibleName(tr("Close this message"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(8);
    row->addWidget(m_sign);
    row->addWidget(m_text, 1);
    row->addWidget(m_copy);
    row->addWidget(m_close);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_command); });
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void MessageBar::say(Kind kind, const QString& sentence, const QString& command)
{
    m_command = command;
    m_copy->setVisible(!command.isEmpty());
    m_copy->setToolTip(command);
    m_sign->setIcon(kind == Kind::Error ? themedIcon("error", Role::Error)
                                        : themedIcon("info", Role::TextMuted));
    m_text->setText(format::quoted(sentence));
    setAccessibleName(m_text->text());
    show();
}

QString MessageBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void MessageBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QWidget::keyPressEvent(event);
}

} // namespace nv
