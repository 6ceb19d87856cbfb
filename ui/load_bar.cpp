// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/load_bar.h"

#include "ui/jobs/load_job.h"

namespace nv {

namespace {

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
    : JobBar(parent)
{
    connect(this, &JobBar::cancelAsked, &job, &LoadJob::cancel);
    connect(&job, &LoadJob::started, this, &LoadBar::begin);
    connect(&job, &LoadJob::progressed, this, &LoadBar::follow);
    connect(&job, &LoadJob::loaded, this, &QWidget::hide);
    connect(&job, &LoadJob::failed, this, &QWidget::hide);
    connect(&job, &LoadJob::cancelled, this, &QWidget::hide);
}

void LoadBar::begin(const QString& path)
{
    m_name = nameOf(path);
    follow(Stage::Opening, 0, 0);
    show();
}

void LoadBar::follow(Stage stage, quint64 done, quint64 total)
{
    QString text = m_name + u": " + stageText(stage);
    if (total > 0 && stage == Stage::Converting)
        text += u", " + tr("%1 %").arg(done * 100 / total);
    else
        text += rowsText(done, total);
    advance(text, done, total);
}

} // namespace nv
