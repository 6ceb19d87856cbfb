// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/save_job.h"

#include "core/export/save_window.h"

#include <QFileInfo>

#include <exception>

namespace nv {

namespace {

constexpr int kSaveProgressMs = 50;

/// The border at which exceptions end.
Result<SavedWindow> guarded(const Analysis& analysis, const SaveRequest& request,
                            const std::stop_token& stop, Progress& progress)
{
    try {
        return saveWindow(analysis, request, stop, progress);
    } catch (const std::exception& fault) {
        return Error{Errc::Internal,
                     request.target.filename().string()
                         + " could not be written: a fault of the program.",
                     fault.what()};
    }
}

} // namespace

SaveJob::SaveJob(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(kSaveProgressMs);
    connect(&m_timer, &QTimer::timeout, this, &SaveJob::report);
}

void SaveJob::start(const AnalysisPtr& analysis, const Window& window, const QString& path)
{
    if (isRunning()) {
        emit failed(tr("A window is being saved; wait until it is done, or cancel it."));
        return;
    }
    m_progress = std::make_shared<Progress>();
    m_timer.start();
    m_job.replace(
        [analysis, window, path, progress = m_progress](const std::stop_token& stop) {
            const SaveRequest request{window, std::filesystem::path(path.toStdU16String()), false};
            return guarded(*analysis, request, stop, *progress);
        },
        [this, path](const Result<SavedWindow>& result) {
            rest();
            if (result)
                emit saved(path, result.value().bytes, result.value().bytesOfTrace);
            else if (result.error().code == Errc::Cancelled)
                emit cancelled();
            else
                emit failed(QString::fromStdString(result.error().message));
        });
    emit started(path);
    report();
}

void SaveJob::cancel()
{
    if (!isRunning())
        return;
    m_job.cancel();
    rest();
    emit cancelled();
}

void SaveJob::report()
{
    if (m_progress)
        emit progressed(m_progress->done, m_progress->total);
}

void SaveJob::rest()
{
    m_timer.stop();
    m_progress.reset();
}

} // namespace nv
