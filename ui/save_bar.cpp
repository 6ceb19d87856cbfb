// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/save_bar.h"

#include "ui/jobs/save_job.h"

#include <QProgressBar>

namespace nv {

SaveBar::SaveBar(SaveJob& job, QWidget* parent)
    : JobBar(parent)
{
    setObjectName(QStringLiteral("saveBar"));
    bar().setAccessibleName(tr("Saving the window"));
    connect(this, &JobBar::cancelAsked, &job, &SaveJob::cancel);
    connect(&job, &SaveJob::started, this, &SaveBar::begin);
    connect(&job, &SaveJob::progressed, this, &SaveBar::follow);
    connect(&job, &SaveJob::saved, this, &QWidget::hide);
    connect(&job, &SaveJob::failed, this, [this, &job] { setVisible(job.isRunning()); });
    connect(&job, &SaveJob::cancelled, this, &QWidget::hide);
}

void SaveBar::begin(const QString& path)
{
    m_name = nameOf(path);
    follow(0, 0);
    show();
}

void SaveBar::follow(quint64 done, quint64 total)
{
    advance(tr("Saving the window as %1").arg(m_name) + rowsText(done, total), done, total);
}

} // namespace nv
