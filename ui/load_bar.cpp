// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/load_bar.h"

#include "ui/format.h"
#include "ui/jobs/load_job.h"

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

QString stageText(Stage stage)
{
    switch (stage) {
    case Stage::Converting:
        return LoadBar::tr("converting with nsys");
    case Stage::Reading:
        return LoadBar::tr("reading");
    case Stage::Indexing:
        return LoadBar::tr("indexing");
    case Stage::Analysing:
        return LoadBar::tr("analysing");
    case Stage::Idle:
    case Stage::Opening:
    case Stage::Done:
        break;
    }
    return LoadBar::tr("opening");
}

} // namespace

LoadBar::LoadBar(LoadJob& job, QWidget* parent)
    : QWidget(parent)
    , m_job(job)
    , m_text(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    m_text->setTextFormat(Qt::PlainText);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(6);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 8, 4);
    row->setSpacing(12);
    row->addWidget(m_text);
    row->addWidget(m_bar, 1);
    row->addWidget(m_cancel);
    connect(m_cancel, &QPushButton::clicked, &m_job, &LoadJob::cancel);
    connect(&m_job, &LoadJob::started, this, &LoadBar::show);
    connect(&m_job, &LoadJob::progressed, this, &LoadBar::advance);
    connect(&m_job, &LoadJob::loaded, this, &QWidget::hide);
    connect(&m_job, &LoadJob::failed, this, &QWidget::hide);
    connect(&m_job, &LoadJob::cancelled, this, &QWidget::hide);
    hide();
}

void LoadBar::show(const QString& path)
{
    m_name = format::middle(QFileInfo(path).fileName(), 60);
    advance(Stage::Opening, 0, 0);
    QWidget::show();
}

void LoadBar::advance(Stage stage, quint64 done, quint64 total)
{
    QString text = m_name + u": " + stageText(stage);
    if (total > 0 && stage == Stage::Converting)
        text += u", " + tr("%1 %").arg(done * 100 / total);
    else if (total > 0)
        text += u", " + tr("%1 of %2 rows").arg(format::count(done), format::count(total));
    m_text->setText(text);
    m_bar->setRange(0, total > 0 ? kSteps : 0);
    if (total > 0)
        m_bar->setValue(static_cast<int>(
            std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) * kSteps));
}

void LoadBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        m_job.cancel();
    else
        QWidget::keyPressEvent(event);
}

} // namespace nv
