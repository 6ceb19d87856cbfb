// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/sources/source.h"
#include "ui/jobs/latest_job.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>

namespace nv {

/// Reads and analyses a file on a worker thread, so that it can be shown.
/// One file at a time: the newest asked for wins, an earlier one is stopped and never reported.
/// Progress is read by a timer twenty times a second, never sent per row; cancelling answers at
/// once, the worker ends within the 100 ms the readers promise.
/// Errors: one sentence that names the file.  Thread: GUI thread.
class LoadJob : public QObject
{
    Q_OBJECT
public:
    using Loader = std::function<Result<AnalysisPtr>(const QString& path, const std::stop_token&,
                                                     Progress&, const EarlyAnalysis&)>;

    explicit LoadJob(QObject* parent = nullptr); ///< loads with `loadAnalysis`
    LoadJob(Loader loader, QObject* parent);     ///< tests bring their own

    /// How the files are read from the next start on; `path` is that of start().
    void setOptions(const LoadOptions& options) { m_options = options; }

    void setThresholds(const Thresholds& thresholds) { m_thresholds = thresholds; }

    void start(const QString& path);
    void cancel();

    bool isRunning() const { return m_progress != nullptr; }

    /// Of the file being loaded, else empty.
    const QString& path() const { return m_path; }

signals:
    void started(const QString& path);
    /// `total` 0: not known.
    void progressed(nv::Stage stage, quint64 done, quint64 total);
    /// The lanes of a large capture can be drawn; the rest is still worked out (Analysis::isEarly).
    void drawable(const nv::AnalysisPtr& early, const QString& path);
    void loaded(const nv::AnalysisPtr& analysis, const QString& path);
    void failed(const nv::Error& error, const QString& path);
    void cancelled(const QString& path);

private:
    struct EarlySlot;

    void finish(Result<AnalysisPtr> result, const QString& path);
    void report();
    void rest();
    void keep(const AnalysisPtr& analysis);

    Loader m_loader; ///< empty: loadAnalysis
    LoadOptions m_options;
    Thresholds m_thresholds;
    QString m_path;
    std::shared_ptr<Progress> m_progress; ///< of the running load, null at rest
    std::shared_ptr<EarlySlot> m_early;   ///< of the running load, null at rest
    QTimer m_timer;
    LatestJob m_job;
    LatestJob m_keeping; ///< writes what was opened, for the next time
};

/// What the window, its pictures and the tests open a file with.
Result<AnalysisPtr> loadAnalysis(const LoadOptions& options, const Thresholds& thresholds,
                                 const std::stop_token& stop, Progress& progress);
Result<AnalysisPtr> loadAnalysis(const LoadOptions& options, const std::stop_token& stop,
                                 Progress& progress);
Result<AnalysisPtr> loadAnalysis(const QString& path, const std::stop_token& stop,
                                 Progress& progress);

} // namespace nv
