// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/save_bar.h"

#include "ui/format.h"
#include "ui/jobs/save_job.h"

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

SaveBar::SaveBar(SaveJob& job, QWidget* parent)
    : QWidget(parent)
    , m_job(job)
    , m_text(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setObjectName(QStringLiteral("saveBar"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    m_text->setTextFormat(Qt::PlainText);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(6);
    m_bar->setAccessibleName(tr("Saving the window"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 8, 4);
    row->setSpacing(12);
    row->addWidget(m_text);
    row->addWidget(m_bar, 1);
    row->addWidget(m_cancel);
    connect(m_cancel, &QPushButton::clicked, &m_job, &SaveJob::cancel);
    connect(&m_job, &SaveJob::started, this, &SaveBar::show);
    connect(&m_job, &SaveJob::progressed, this, &SaveBar::advance);
    connect(&m_job, &SaveJob::saved, this, &QWidget::hide);
    connect(&m_job, &SaveJob::failed, this, [this] { setVisible(m_job.isRunning()); });
    connect(&m_job, &SaveJob::cancelled, this, &QWidget::hide);
    hide();
}

void SaveBar::show(const QString& path)
{
    m_name = format::middle(QFileInfo(path).fileName(), kNameLength);
    advance(0, 0);
    QWidget::show();
}

void SaveBar::advance(quint64 done, quint64 total)
{
    QString text = tr("Saving the window as %1").arg(m_name);
    if (total > 0)
        text += u", " + tr("%1 of %2 rows").arg(format::count(done), format::count(total));
    m_text->setText(text);
    m_bar->setRange(0, total > 0 ? kSteps : 0);
    if (total > 0)
        m_bar->setValue(static_cast<int>(
            std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) * kSteps));
}

void SaveBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        m_job.cancel();
    else
        QWidget::keyPressEvent(event);
}

} // namespace nv
