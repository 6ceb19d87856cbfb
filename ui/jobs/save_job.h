// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"
#include "core/base/progress.h"
#include "ui/jobs/latest_job.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>

namespace nv {

/// Saves a window as a smaller export on a worker thread: one at a time, a second is refused until
/// the first has ended.  Cancelling answers at once and leaves nothing behind.
/// Errors: one sentence that names the file.  Thread: GUI thread.
class SaveJob : public QObject
{
    Q_OBJECT
public:
    explicit SaveJob(QObject* parent = nullptr);

    /// `analysis` stays open until the end, whatever the window of the program shows meanwhile.
    void start(const AnalysisPtr& analysis, const Window& window, const QString& path);
    void cancel();

    bool isRunning() const { return m_progress != nullptr; }

signals:
    void started(const QString& path);
    /// `total` 0: not known.
    void progressed(quint64 done, quint64 total);
    void saved(const QString& path, quint64 bytes, quint64 bytesOfTrace);
    void failed(const QString& sentence);
    void cancelled();

private:
    void report();
    void rest();

    std::shared_ptr<Progress> m_progress; ///< of the running job, null at rest
    QTimer m_timer;
    LatestJob m_job;
};

} // namespace nv
