// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/duration_spread.h"
#include "core/scene/event_search.h"
#include "ui/events.h"
#include "ui/jobs/latest_job.h"
#include "ui/panel.h"
#include "ui/table/spread_view.h"

#include <QTimer>

#include <array>
#include <optional>

class QLabel;
class QLineEdit;
class QStackedLayout;
class QToolButton;

namespace nv {

class ElidedLabel;
class TableView;

/// Finds kernels, copies, API calls, NVTX ranges and OS calls by name.  What is found is listed,
/// counted, marked on the timeline and in the overview, and their durations drawn; Enter and Shift+Enter walk from one to the
/// next.
/// Shape: the search runs on a worker a moment after the last key; the newest question wins.
/// Thread: GUI thread.
class SearchPanel : public Panel
{
    Q_OBJECT
public:
    explicit SearchPanel(Document& document, QWidget* parent = nullptr);

    QLineEdit& line() { return *m_line; }

    TableView& view() { return *m_view; }

    /// How long those that were found took; shown by the button "statistics".
    SpreadView& spread() { return *m_spread; }

    QString captionText() const;
    QString messageText() const; ///< in the place of the list; empty while events are listed
    bool isSettled() const;      ///< the answer shown is that of the question asked

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildLayout();
    QWidget* newKinds();
    QWidget* newCentre();
    QString whatToTry() const;
    void showSpread();
    QToolButton* newToggle(const QString& text, const QString& tip) const;
    void connectDocument();
    void askSoon();
    void ask();
    void take(Result<DurationSpread> answer);
    void list();
    void forget();
    void step(bool isNext);
    void showMessage(const QString& text);
    scene::EventQuery query() const;

    QLineEdit* m_line = nullptr;
    QToolButton* m_expression = nullptr;
    QToolButton* m_case = nullptr;
    QToolButton* m_inWindow = nullptr;
    std::array<QToolButton*, scene::kSearchedKinds> m_kinds{};
    ElidedLabel* m_caption = nullptr;
    QLabel* m_message = nullptr;
    QStackedLayout* m_stack = nullptr;
    TableView* m_view = nullptr;
    QToolButton* m_statistics = nullptr;
    SpreadView* m_spread = nullptr;
    QTimer m_delay;
    LatestJob m_job;
    SpreadPtr m_found;    ///< null: nothing was asked
    EventsPtr m_listed;   ///< the first of them
    EventsPtr m_allFound; ///< lives as long as m_found
};

} // namespace nv
