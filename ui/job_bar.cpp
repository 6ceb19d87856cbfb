// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/job_bar.h"

#include "ui/format.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace nv {

namespace {

constexpr int kSteps = 1000; ///< of the bar; row counts would not fit its int
constexpr int kNameLength = 60;

} // namespace

JobBar::JobBar(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_bar(new QProgressBar(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    m_text->setTextFormat(Qt::PlainText);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(6);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 8, 4);
    row->setSpacing(12);
    row->addWidget(m_text);
    row->addWidget(m_bar, 1);
    row->addWidget(cancel);
    connect(cancel, &QPushButton::clicked, this, &JobBar::cancelAsked);
    hide();
}

QString JobBar::nameOf(const QString& path)
{
    return format::middle(QFileInfo(path).fileName(), kNameLength);
}

QString JobBar::rowsText(quint64 done, quint64 total)
{
    return total == 0 ? QString()
                      : u", " + tr("%1 of %2 rows").arg(format::count(done), format::count(total));
}

void JobBar::advance(const QString& text, quint64 done, quint64 total)
{
    m_text->setText(text);
    m_bar->setRange(0, total > 0 ? kSteps : 0);
    if (total > 0)
        m_bar->setValue(static_cast<int>(
            std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) * kSteps));
}

void JobBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit cancelAsked();
    else
        QWidget::keyPressEvent(event);
}

} // namespace nv
