// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/load_job.h"

#include "core/opening/opening.h"

#include <QFileInfo>

#include <exception>
#include <new>
#include <utility>

namespace nv {

namespace {

constexpr int kProgressMs = 50;

/// The border at which exceptions end: a file that does not fit and a fault of the program.
Result<AnalysisPtr> guarded(const LoadJob::Loader& loader, const QString& path,
                            const std::stop_token& stop, Progress& progress)
{
    const std::string name = QFileInfo(path).fileName().toStdString();
    try {
        return loader(path, stop, progress);
    } catch (const std::bad_alloc&) {
        return Error{Errc::Io,
                     name
                         + " does not fit into memory; close other programs or export a shorter "
                           "stretch of the capture.",
                     "bad_alloc"};
    } catch (const std::exception& fault) {
        return Error{Errc::Internal, name + " could not be opened: a fault of the program.",
                     fault.what()};
    }
}

} // namespace

Result<AnalysisPtr> loadAnalysis(const LoadOptions& options, const Thresholds& thresholds,
                                 const std::stop_token& stop, Progress& progress)
{
    return openAnalysed(options, thresholds, stop, progress);
}

Result<AnalysisPtr> loadAnalysis(const LoadOptions& options, const std::stop_token& stop,
                                 Progress& progress)
{
    return loadAnalysis(options, Thresholds{}, stop, progress);
}

Result<AnalysisPtr> loadAnalysis(const QString& path, const std::stop_token& stop,
                                 Progress& progress)
{
    LoadOptions options;
    options.path = std::filesystem::path(path.toStdU16String());
    return loadAnalysis(options, stop, progress);
}

LoadJob::LoadJob(QObject* parent)
    : LoadJob(Loader(), parent)
{}

LoadJob::LoadJob(Loader loader, QObject* parent)
    : QObject(parent)
    , m_loader(std::move(loader))
{
    m_timer.setInterval(kProgressMs);
    connect(&m_timer, &QTimer::timeout, this, &LoadJob::report);
}

void LoadJob::start(const QString& path)
{
    m_path = path;
    m_progress = std::make_shared<Progress>();
    m_timer.start();
    Loader loader = m_loader;
    if (!loader)
        loader = [options = m_options, thresholds = m_thresholds](
                     const QString& file, const std::stop_token& stop, Progress& progress) mutable {
            options.path = std::filesystem::path(file.toStdU16String());
            return loadAnalysis(options, thresholds, stop, progress);
        };
    m_job.replace(
        [loader = std::move(loader), path, progress = m_progress](const std::stop_token& stop) {
            return guarded(loader, path, stop, *progress);
        },
        [this, path](Result<AnalysisPtr> result) { finish(std::move(result), path); });
    emit started(path);
    report();
}

void LoadJob::cancel()
{
    if (!isRunning())
        return;
    m_job.cancel();
    const QString path = m_path;
    rest();
    emit cancelled(path);
}

void LoadJob::finish(Result<AnalysisPtr> result, const QString& path)
{
    rest();
    if (result) {
        emit loaded(result.value(), path);
        if (!m_loader)
            keep(result.value());
    } else if (result.error().code == Errc::Cancelled)
        emit cancelled(path);
    else
        emit failed(result.error(), path);
}

/// Behind the user's back: the window is there already.
void LoadJob::keep(const AnalysisPtr& analysis)
{
    m_keeping.replace(
        [analysis, options = m_options](const std::stop_token& stop) {
            return keepOpened(*analysis, options, stop);
        },
        [](const Status&) {}); // what is not kept is worked out again
}

void LoadJob::report()
{
    if (m_progress)
        emit progressed(m_progress->stage, m_progress->done, m_progress->total);
}

void LoadJob::rest()
{
    m_timer.stop();
    m_progress.reset();
    m_path.clear();
}

} // namespace nv
