// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document.h"

#include "core/analysis/new_limits.h"
#include "ui/annotations.h"
#include "ui/jobs/latest_job.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace nv {

namespace {

/// `ns` kept inside int64, for arithmetic on views that may touch the ends of the clock.
Ns clampedNs(long double ns)
{
    if (ns <= static_cast<long double>(kMinNs))
        return kMinNs;
    if (ns >= static_cast<long double>(kMaxNs))
        return kMaxNs;
    return static_cast<Ns>(ns);
}

TimeRange around(TimeRange what, long double width)
{
    const long double centre = (static_cast<long double>(what.begin) + what.end) / 2;
    return {clampedNs(centre - width / 2), clampedNs(centre + width / 2)};
}

/// What the start view shows: everything drawn, never empty.
TimeRange everything(const TraceModel& trace)
{
    TimeRange range = trace.extent.isEmpty() ? trace.all : trace.extent;
    if (range.isEmpty())
        range.end = range.begin < kMaxNs ? range.begin + 1 : range.begin;
    return range;
}

bool isSameWindow(const Window& a, const Window& b)
{
    return a.range == b.range && a.source == b.source && a.instances == b.instances
           && a.steps == b.steps;
}

Result<WindowTables> tablesOf(const Analysis& analysis, const Window& window,
                              const std::stop_token& stop)
{
    try {
        return windowTables(analysis, window, {}, stop);
    } catch (const std::exception& fault) {
        return Error{Errc::Internal, "The tables could not be computed; choose a narrower window.",
                     fault.what()};
    }
}

Result<AnalysisPtr> judged(const Analysis& analysis, const Thresholds& thresholds,
                           const std::stop_token& stop)
{
    try {
        Progress progress;
        return withThresholds(analysis, thresholds, stop, progress);
    } catch (const std::exception& fault) {
        return Error{Errc::Internal, "The limits could not be applied to this capture.",
                     fault.what()};
    }
}

} // namespace

Document::Document(QObject* parent)
    : QObject(parent)
    , m_annotations(std::make_unique<Annotations>())
    , m_job(std::make_unique<LatestJob>())
    , m_limitsJob(std::make_unique<LatestJob>())
{
    m_staleTimer.setSingleShot(true);
    m_staleTimer.setInterval(kStaleMs);
    connect(&m_staleTimer, &QTimer::timeout, this, [this] { setStale(!tablesAreCurrent()); });
}

Document::~Document() = default;

void Document::setAnalysis(AnalysisPtr analysis)
{
    m_job->cancel();
    m_limitsJob->cancel();
    m_staleTimer.stop();
    m_annotations->reset(); // those of what is still open: whoever hears of it draws once more
    m_analysis = std::move(analysis);
    m_tables.reset();
    m_tablesAreOld = false;
    m_tablesError.clear();
    m_selection.reset();
    m_marked.reset();
    m_unmarked.reset();
    m_verdict = {};
    m_window = m_analysis ? defaultWindow(*m_analysis) : Window{};
    m_dropped.reset();
    m_view = m_analysis ? scene::ViewRange(everything(*m_analysis->trace)) : scene::ViewRange();
    if (m_analysis)
        m_verdict = quickVerdict(*m_analysis, windowBudget(*m_analysis->budget, m_window.range, {},
                                                           m_analysis->thresholds.classes.active));
    setStale(false);
    emit analysisChanged();
    emit viewChanged();
    emit windowChanged();
    emit selectionChanged();
    emit markedChanged();
    emit verdictChanged();
    emit tablesChanged();
    askTables();
    judgeAnew();
}

void Document::setThresholds(const Thresholds& thresholds)
{
    if (thresholds == m_thresholds)
        return;
    m_thresholds = thresholds;
    emit thresholdsChanged();
    judgeAnew();
}

void Document::judgeAnew()
{
    m_limitsJob->cancel();
    if (thresholdsApply())
        return;
    m_limitsJob->follow(
        [analysis = m_analysis, thresholds = m_thresholds](const std::stop_token& stop) {
            return judged(*analysis, thresholds, stop);
        },
        [this](Result<AnalysisPtr> answer) {
            if (answer)
                takeLimits(std::move(answer).value());
            else if (answer.error().code != Errc::Cancelled)
                emit failed(QString::fromStdString(answer.error().message));
        });
}

/// A window as it was asked for: the steady state of another budget may lie elsewhere.
Window Document::renewed(const Window& window) const
{
    switch (window.source) {
    case WindowSource::Steady:
        return defaultWindow(*m_analysis);
    case WindowSource::All:
        return allWindow(*m_analysis);
    case WindowSource::User:
        return userWindow(*m_analysis, window.range);
    case WindowSource::Nvtx:
        break;
    }
    return window;
}

/// The same trace: what is drawn stays, what is counted is asked again.
void Document::takeLimits(AnalysisPtr analysis)
{
    const bool isRebuilt = analysis->budget != m_analysis->budget;
    m_job->cancel();
    m_analysis = std::move(analysis);
    m_tablesAreOld = true;
    m_window = renewed(m_window);
    m_verdict = quickVerdict(*m_analysis, windowBudget(*m_analysis->budget, m_window.range, {},
                                                       m_analysis->thresholds.classes.active));
    if (isRebuilt)
        emit analysisChanged();
    emit windowChanged();
    emit verdictChanged();
    askTables();
}

void Document::applyView(const scene::ViewRange& view)
{
    const bool moved = !(view.current() == m_view.current());
    m_view = view;
    if (moved)
        emit viewChanged();
}

void Document::setView(TimeRange view)
{
    scene::ViewRange next = m_view;
    next.set(view);
    applyView(next);
}

void Document::setViewTransient(TimeRange view)
{
    scene::ViewRange next = m_view;
    next.setTransient(view);
    applyView(next);
}

void Document::beginViewGesture()
{
    m_view.beginGesture();
}

void Document::undoView()
{
    scene::ViewRange next = m_view;
    next.undo();
    applyView(next);
}

void Document::redoView()
{
    scene::ViewRange next = m_view;
    next.redo();
    applyView(next);
}

void Document::fitView()
{
    scene::ViewRange next = m_view;
    next.fit();
    applyView(next);
}

void Document::zoomToWindow()
{
    if (m_analysis && !m_window.range.isEmpty())
        setView(around(m_window.range, static_cast<long double>(m_window.range.length()) * 1.1L));
}

void Document::setWindow(const Window& window)
{
    if (!m_analysis || isSameWindow(window, m_window))
        return;
    m_dropped.reset();
    m_window = window;
    windowMoved();
}

void Document::setUserWindow(TimeRange range)
{
    if (m_analysis)
        setWindow(userWindow(*m_analysis, range));
}

bool Document::resetWindow()
{
    if (!m_analysis)
        return false;
    const Window standard = defaultWindow(*m_analysis);
    if (isSameWindow(standard, m_window))
        return false;
    m_dropped = std::exchange(m_window, standard);
    windowMoved();
    return true;
}

bool Document::bringWindowBack()
{
    if (!m_dropped)
        return false;
    const Window back = renewed(*m_dropped); // limits may have changed since
    m_dropped.reset();
    setWindow(back);
    return true;
}

void Document::windowMoved()
{
    m_verdict = quickVerdict(*m_analysis, windowBudget(*m_analysis->budget, m_window.range, {},
                                                       m_analysis->thresholds.classes.active));
    emit windowChanged();
    emit verdictChanged();
    askTables();
}

void Document::askTables()
{
    if (!m_analysis || m_analysis->isEarly)
        return;
    if (!m_stale && !m_staleTimer.isActive())
        m_staleTimer.start();
    m_job->follow([analysis = m_analysis, window = m_window](
                      const std::stop_token& stop) { return tablesOf(*analysis, window, stop); },
                  [this, asked = m_analysis](Result<WindowTables> answer) {
                      takeTables(asked, std::move(answer));
                  });
}

void Document::takeTables(const AnalysisPtr& asked, Result<WindowTables> answer)
{
    if (asked != m_analysis)
        return;
    if (!answer) {
        if (answer.error().code == Errc::Cancelled)
            return;
        m_tablesError = QString::fromStdString(answer.error().message);
        emit tablesChanged();
        return;
    }
    m_tablesError.clear();
    m_tables = std::make_shared<const WindowTables>(std::move(answer).value());
    m_tablesAreOld = false;
    if (tablesAreCurrent()) {
        m_staleTimer.stop();
        setStale(false);
        m_verdict = fullVerdict(*m_analysis, m_verdict.budget, *m_tables);
        emit verdictChanged();
    }
    emit tablesChanged();
}

bool Document::tablesAreCurrent() const
{
    return m_tables && !m_tablesAreOld && m_tables->window.range == m_window.range
           && m_tables->window.source == m_window.source;
}

void Document::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    emit staleChanged();
}

void Document::mark(EventsPtr events)
{
    m_unmarked.reset();
    if (events == m_marked)
        return;
    m_marked = std::move(events);
    emit markedChanged();
}

const EventsPtr& Document::markAgain()
{
    if (!m_marked && m_unmarked)
        mark(std::exchange(m_unmarked, nullptr));
    return m_marked;
}

void Document::select(std::optional<EventRef> event)
{
    if (!event) {
        const EventsPtr marked = m_marked;
        mark(nullptr);
        m_unmarked = marked;
    }
    if (event == m_selection)
        return;
    m_selection = event;
    emit selectionChanged();
}

void Document::reveal(EventRef event)
{
    if (!m_analysis)
        return;
    select(event);
    const TimeColumns columns = timeColumns(*m_analysis->trace, event.kind);
    revealRange({columns.start[event.index], columns.end[event.index]});
    emit revealRequested(event);
}

void Document::revealRange(TimeRange range)
{
    if (!m_analysis)
        return;
    // A stretch is well seen when it lies inside the view and is neither a hair nor all of it.
    const TimeRange view = m_view.current();
    const auto width = static_cast<long double>(view.length());
    const auto length = static_cast<long double>(range.length());
    const bool inside = view.begin <= range.begin && range.end <= view.end;
    const bool readable = length >= width / 100 && length <= width * 0.9L;
    if (inside && readable)
        return;
    if (readable)
        setView(around(range, width));
    else
        setView(around(range, std::max(length * 3, static_cast<long double>(scene::kMinViewNs))));
}

} // namespace nv
