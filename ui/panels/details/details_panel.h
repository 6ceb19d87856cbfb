// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/event_details.h"
#include "core/analysis/window.h"
#include "ui/events.h"
#include "ui/jobs/latest_job.h"
#include "ui/panel.h"

#include <QTimer>

#include <memory>
#include <optional>

class QLabel;
class QStackedLayout;
class QToolButton;

namespace nv {

class ElidedLabel;
class FactTree;
class Veil;

/// Everything that is known of the selected event, and the figures of the marked ones.  The launch,
/// a range around it, a twin at a rank lead to where they lie.
/// The question is answered on a worker, only while the dock can be seen; what is late dims.
/// Thread: GUI thread.
class DetailsPanel : public Panel
{
    Q_OBJECT
public:
    explicit DetailsPanel(Document& document, QWidget* parent = nullptr);

    FactTree& tree() { return *m_tree; }

    QString captionText() const;
    QString messageText() const; ///< in the place of the facts; empty while some are shown
    bool isSettled() const;      ///< what is shown answers the present question

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What the answer depends on.
    struct Question
    {
        AnalysisPtr analysis;
        Window window;
        std::optional<EventRef> event;
        EventsPtr marked;

        bool isEmpty() const { return !event && !marked; }
    };

    struct Answer
    {
        std::optional<EventDetails> details;
        std::optional<EventsSummary> marked;
    };

    static Result<Answer> answer(const Question& question, const std::stop_token& stop);
    static bool isSame(const Question& a, const Question& b);
    void buildLayout();
    void askSoon();
    void ask();
    void take(const Question& question, const Result<Answer>& answer);
    void showAnswer(const Question& question, const Answer& answer);
    void showMessage(const QString& text);
    Question question() const;

    ElidedLabel* m_caption = nullptr;
    QToolButton* m_copy = nullptr;
    FactTree* m_tree = nullptr;
    QLabel* m_message = nullptr;
    QStackedLayout* m_stack = nullptr;
    Veil* m_veil = nullptr;
    QTimer m_soon;
    QTimer m_late;
    LatestJob m_job;
    Question m_asked;
    Question m_answered;
};

} // namespace nv
