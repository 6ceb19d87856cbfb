// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"
#include "core/scene/view_range.h"
#include "core/verdict/verdict.h"
#include "ui/events.h"
#include "ui/name_labels.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace nv {

class Annotations;
class LatestJob;

/// How long an answer may be late before it is drawn as late.
inline constexpr int kStaleMs = 150;

/// What is open and what is looked at: the only state the panels share.
/// The *view* is what is drawn, the *window* is what is counted.  Every change has one signal; a
/// panel listens to those it shows and never talks to another panel.
/// Figures come in two halves: `verdict()` is exact at once, with every move of the brush;
/// `tables()` follow from a worker and carry the window they answer (`tables()->window`).
/// Thread: GUI thread only; workers get shared_ptr<const Analysis> and return values.
class Document : public QObject
{
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    /// Null while nothing is open.
    const AnalysisPtr& analysis() const { return m_analysis; }

    const TraceModel* trace() const { return m_analysis ? m_analysis->trace.get() : nullptr; }

    void setAnalysis(AnalysisPtr analysis); ///< window := default, view := everything

    const scene::ViewRange& view() const { return m_view; }

    void setView(TimeRange view); ///< pushes on the undo stack unless it continues a gesture
    void setViewTransient(TimeRange view); ///< during a drag or a wheel turn: no undo entry
    void undoView();
    void redoView();
    void beginViewGesture(); ///< the transient changes that follow are one undo entry
    void fitView();          ///< everything
    void zoomToWindow();

    const Window& window() const { return m_window; }

    void setWindow(const Window& window);
    void setUserWindow(TimeRange range);
    /// Steady state if found, else all.  False: it was that already.
    bool resetWindow();
    /// The one that resetWindow() took away, as long as no other one was set.  False: there is none.
    bool bringWindowBack();

    std::optional<EventRef> selection() const { return m_selection; }

    void select(std::optional<EventRef> event);

    /// Events marked on the timeline beside the selection: all that stand behind a row of a table.
    /// Null: none.  Nothing selected, nothing marked.
    const EventsPtr& marked() const { return m_marked; }

    void mark(EventsPtr events);
    /// What was marked when the selection was taken back (Esc) is marked again, unless something
    /// else was since: a search whose list still stands goes on.  Returns marked().
    const EventsPtr& markAgain();
    /// Select and bring into view (a table row was clicked).
    void reveal(EventRef event);
    /// Bring a stretch of time into view without selecting (evidence was clicked).
    void revealRange(TimeRange range);

    /// What the user calls kernels and calls: shown instead of the file's names where it fits.
    NameLabels& labels() { return m_labels; }

    /// Marks and named ranges of what is open.
    Annotations& annotations() const { return *m_annotations; }

    /// Every limit figures and verdicts depend on: those of what is open and of what will be.
    const Thresholds& thresholds() const { return m_thresholds; }

    /// Judges what is open anew on a worker; view, window and selection stay.
    void setThresholds(const Thresholds& thresholds);

    /// What is open is judged by thresholds().
    bool thresholdsApply() const { return !m_analysis || m_analysis->thresholds == m_thresholds; }

    /// Verdict of the current window: exact budget and states; evidence once tables are there.
    const Verdict& verdict() const { return m_verdict; }

    /// Null until the first answer; may answer an earlier window while the brush moves.
    const std::shared_ptr<const WindowTables>& tables() const { return m_tables; }

    bool tablesAreCurrent() const;

    /// Tables have been behind the window for longer than kStaleMs: dim them, never blank them.
    bool tablesAreStale() const { return m_stale; }

    /// One sentence when the last question failed, else empty.
    const QString& tablesError() const { return m_tablesError; }

signals:
    void analysisChanged();
    void viewChanged();
    void windowChanged(); ///< verdict() already answers the new window
    void selectionChanged();
    void markedChanged();
    void thresholdsChanged();
    /// One sentence: something asked for could not be done; nothing has changed.
    void failed(const QString& sentence);
    /// One sentence: what was asked for is not there, or where a walk through events stands.
    /// Nothing went wrong.
    void noticed(const QString& sentence);
    void revealRequested(const nv::EventRef& event);
    void verdictChanged();
    void tablesChanged();
    void staleChanged();

private:
    void windowMoved();
    void askTables();
    void judgeAnew();
    void takeLimits(AnalysisPtr analysis);
    Window renewed(const Window& window) const;
    void takeTables(const AnalysisPtr& asked, Result<WindowTables> answer);
    void setStale(bool stale);
    void applyView(const scene::ViewRange& view);

    AnalysisPtr m_analysis;
    scene::ViewRange m_view;
    Window m_window;
    std::optional<Window> m_dropped; ///< what resetWindow() took away
    std::optional<EventRef> m_selection;
    EventsPtr m_marked;
    EventsPtr m_unmarked; ///< marked until nothing was selected any more
    Verdict m_verdict;
    std::shared_ptr<const WindowTables> m_tables;
    QString m_tablesError;
    NameLabels m_labels;
    Thresholds m_thresholds;
    std::unique_ptr<Annotations> m_annotations;
    std::unique_ptr<LatestJob> m_job;
    std::unique_ptr<LatestJob> m_limitsJob;
    QTimer m_staleTimer;
    bool m_stale = false;
    bool m_tablesAreOld = false; ///< counted under other limits
};

} // namespace nv
