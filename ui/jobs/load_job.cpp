// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/load_job.h"

#include "core/opening/opening.h"

#include <QFileInfo>

#include <exception>
#include <mutex>
#include <new>
#include <utility>

namespace nv {

namespace {

constexpr int kProgressMs = 50;
/// Below, all is worked out before anybody could have looked at the lanes.
constexpr std::uint64_t kEarlyRows = 2'000'000;

std::uint64_t rowsOf(const TraceModel& trace)
{
    std::uint64_t rows = 0;
    for (const std::uint64_t count : trace.counts)
        rows += count;
    return rows;
}

/// The border at which exceptions end: a file that does not fit and a fault of the program.
Result<AnalysisPtr> guarded(const LoadJob::Loader& loader, const QString& path,
                            const std::stop_token& stop, Progress& progress,
                            const EarlyAnalysis& early)
{
    const std::string name = QFileInfo(path).fileName().toStdString();
    try {
        return loader(path, stop, progress, early);
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

/// From the worker to the timer of the window.
struct LoadJob::EarlySlot
{
    std::mutex mutex;
    AnalysisPtr analysis;

    void put(const AnalysisPtr& early)
    {
        const std::scoped_lock lock(mutex);
        analysis = early;
    }

    AnalysisPtr take()
    {
        const std::scoped_lock lock(mutex);
        return std::exchange(analysis, nullptr);
    }
};

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
    m_early = std::make_shared<EarlySlot>();
    m_timer.start();
    Loader loader = m_loader;
    if (!loader)
        loader = [options = m_options, thresholds = m_thresholds](
                     const QString& file, const std::stop_token& stop, Progress& progress,
                     const EarlyAnalysis& early) mutable {
            options.path = std::filesystem::path(file.toStdU16String());
            return openAnalysed(options, thresholds, stop, progress, early);
        };
    m_job.replace(
        [loader = std::move(loader), path, progress = m_progress,
         early = m_early](const std::stop_token& stop) {
            return guarded(loader, path, stop, *progress, [&early](const AnalysisPtr& analysis) {
                if (rowsOf(*analysis->trace) >= kEarlyRows)
                    early->put(analysis);
            });
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
    if (!m_progress)
        return;
    const AnalysisPtr early = m_early->take();
    emit progressed(m_progress->stage, m_progress->done, m_progress->total);
    if (early)
        emit drawable(early, m_path);
}

void LoadJob::rest()
{
    m_timer.stop();
    m_progress.reset();
    m_early.reset();
    m_path.clear();
}

} // namespace nv
