// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/command_box.h"

#include "ui/appearance.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>

namespace nv {

namespace {

constexpr int kThanksMs = 1500; ///< how long the button says that it has copied

} // namespace

CommandBox::CommandBox(Lines lines, QWidget* parent)
    : QWidget(parent)
    , m_copy(new QToolButton(this))
{
    m_copy->setText(tr("Copy"));
    m_copy->setIcon(themedIcon("copy"));
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setToolTip(tr("Copy the command"));
    m_copy->setAutoRaise(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(newText(lines), 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    connect(m_copy, &QToolButton::clicked, this, &CommandBox::copy);
}

QWidget* CommandBox::newText(Lines lines)
{
    QWidget* text = nullptr;
    if (lines == Lines::One) {
        text = m_line = new QLineEdit(this);
        m_line->setReadOnly(true);
        m_line->setFrame(false);
        QPalette own = palette();
        own.setBrush(QPalette::Base, own.alternateBase());
        m_line->setPalette(own);
    } else {
        text = m_wrapped = new QLabel(this);
        m_wrapped->setTextFormat(Qt::PlainText);
        m_wrapped->setWordWrap(true);
        m_wrapped->setTextInteractionFlags(Qt::TextSelectableByMouse
                                           | Qt::TextSelectableByKeyboard);
        m_wrapped->setAutoFillBackground(true);
        m_wrapped->setBackgroundRole(QPalette::AlternateBase);
        m_wrapped->setMargin(6);
    }
    text->setFont(commandFont());
    text->setAccessibleName(tr("Command"));
    return text;
}

void CommandBox::setCommand(const QString& command)
{
    m_command = command;
    if (m_wrapped != nullptr)
        m_wrapped->setText(command);
    if (m_line != nullptr) {
        m_line->setText(command);
        m_line->setCursorPosition(0);
        m_line->setToolTip(command);
    }
}

QString CommandBox::command() const
{
    return m_command;
}

void CommandBox::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_line != nullptr) {
        QPalette own = palette();
        own.setBrush(QPalette::Base, own.alternateBase());
        m_line->setPalette(own);
    }
}

void CommandBox::copy()
{
    QApplication::clipboard()->setText(command());
    m_copy->setText(tr("Copied"));
    QTimer::singleShot(kThanksMs, m_copy, [this] { m_copy->setText(tr("Copy")); });
    emit copied();
}

} // namespace nv
