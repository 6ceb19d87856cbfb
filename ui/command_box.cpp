// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/command_box.h"

#include "ui/appearance.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

namespace nv {

namespace {

constexpr int kThanksMs = 1500; ///< how long the button says that it has copied

} // namespace

CommandBox::CommandBox(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_copy(new QToolButton(this))
{
    m_text->setFont(commandFont());
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("Command"));
    m_text->setAutoFillBackground(true);
    m_text->setBackgroundRole(QPalette::AlternateBase);
    m_text->setMargin(6);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    m_text->setSizePolicy(policy);
    m_copy->setText(tr("Copy"));
    m_copy->setIcon(themedIcon("copy"));
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setToolTip(tr("Copy the command"));
    m_copy->setAutoRaise(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_text, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    connect(m_copy, &QToolButton::clicked, this, &CommandBox::copy);
}

void CommandBox::setCommand(const QString& command)
{
    m_text->setText(command);
}

QString CommandBox::command() const
{
    return m_text->text();
}

void CommandBox::copy()
{
    QApplication::clipboard()->setText(command());
    m_copy->setText(tr("Copied"));
    QTimer::singleShot(kThanksMs, m_copy, [this] { m_copy->setText(tr("Copy")); });
    emit copied();
}

} // namespace nv
