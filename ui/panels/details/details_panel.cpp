// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/details/details_panel.h"

#include "core/scene/event_view.h"
#include "ui/document.h"
#include "ui/format.h"
#include "ui/panels/details/fact_tree.h"
#include "ui/table/elided_label.h"
#include "ui/table/event_names.h"
#include "ui/table/state_message.h"
#include "ui/table/veil.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace nv {

DetailsPanel::DetailsPanel(Document& from, QWidget* parent)
    : Panel(from, parent)
{
    buildLayout();
    m_soon.setSingleShot(true);
    m_soon.setInterval(0); // selection and marks change one after the other
    connect(&m_soon, &QTimer::timeout, this, [this] {
        if (isVisible())
            ask();
    });
    m_late.setSingleShot(true);
    m_late.setInterval(kStaleMs);
    connect(&m_late, &QTimer::timeout, this, [this] { m_veil->setDim(!isSettled()); });
    for (const auto changed : {&Document::analysisChanged, &Document::windowChanged,
                               &Document::selectionChanged, &Document::markedChanged})
        connect(&from, changed, this, &DetailsPanel::askSoon);
    connect(m_tree, &FactTree::followed, this, [this](const FactLink& link) {
        if (link.event)
            document().reveal(*link.event);
        else if (link.range)
            document().revealRange(*link.range);
    });
    ask();
}

void DetailsPanel::buildLayout()
{
    m_caption = new ElidedLabel;
    m_copy = new QToolButton;
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("All lines with exact values, tab-separated"));
    m_tree = new FactTree;
    connect(m_copy, &QToolButton::clicked, this, [this] {
        m_tree->clearSelection();
        m_tree->copy();
    });
    auto* head = new QHBoxLayout;
    head->addWidget(m_caption, 1);
    head->addWidget(m_copy);
    m_message = newStateMessage();
    auto* centre = new QWidget;
    m_stack = new QStackedLayout(centre);
    m_stack->addWidget(m_tree);
    m_stack->addWidget(m_message);
    m_veil = new Veil(centre);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(centre, 1);
    setFocusProxy(m_tree);
}

DetailsPanel::Question DetailsPanel::question() const
{
    Question out;
    out.analysis = document().analysis();
    out.window = document().window();
    out.event = document().selection();
    if (const EventsPtr& marked = document().marked(); marked && marked->size() > 1)
        out.marked = marked;
    return out;
}

bool DetailsPanel::isSame(const Question& a, const Question& b)
{
    return a.analysis == b.analysis && a.window.range == b.window.range
           && a.window.source == b.window.source && a.event == b.event && a.marked == b.marked;
}

bool DetailsPanel::isSettled() const
{
    const Question now = question();
    return isSame(now, m_answered) || !now.analysis || now.isEmpty();
}

void DetailsPanel::askSoon()
{
    if (isVisible())
        m_soon.start();
}

void DetailsPanel::ask()
{
    m_soon.stop();
    const Question asked = question();
    if (!asked.analysis || asked.isEmpty()) {
        m_job.cancel();
        m_asked = m_answered = {};
        showMessage(asked.analysis ? tr("Click an event of the timeline, or a row of a table: here "
                                        "stands everything that is known of it.")
                                   : tr("No capture is open."));
        return;
    }
    if (isSame(asked, m_answered)) { // back to what is shown: a later answer has no use
        m_job.cancel();
        m_asked = asked;
        m_veil->setDim(false);
        return;
    }
    if (isSame(asked, m_asked))
        return;
    // Another event is another question; of a window that moves every answer is worth seeing.
    if (asked.event != m_asked.event || asked.analysis != m_asked.analysis)
        m_job.cancel();
    m_asked = asked;
    m_late.start();
    m_job.follow([asked](const std::stop_token& stop) { return answer(asked, stop); },
                 [this, asked](const Result<Answer>& found) { take(asked, found); });
}

Result<DetailsPanel::Answer> DetailsPanel::answer(const Question& question,
                                                  const std::stop_token& stop)
{
    Answer out;
    if (question.event) {
        NV_TRY(details, eventDetails(*question.analysis, question.window, *question.event, stop));
        out.details = std::move(details);
    }
    if (question.marked) {
        NV_TRY(marked, eventsSummary(*question.analysis->trace, *question.marked, stop));
        out.marked = marked;
    }
    return out;
}

void DetailsPanel::take(const Question& question, const Result<Answer>& answer)
{
    if (question.analysis != document().analysis() || question.event != document().selection())
        return;
    if (!answer) {
        if (answer.error().code != Errc::Cancelled)
            showMessage(QString::fromStdString(answer.error().message));
        return;
    }
    m_answered = question;
    showAnswer(question, answer.value());
    if (isSettled())
        m_veil->setDim(false);
}

void DetailsPanel::showAnswer(const Question& question, const Answer& answer)
{
    QStringList caption;
    std::vector<FactSection> sections;
    if (answer.details) {
        caption << fromUtf8(scene::labelOf(*question.analysis->trace, *question.event));
        sections = eventSections(*question.analysis, question.window, *answer.details);
    }
    if (answer.marked) {
        FactSection marked = markedSection(*answer.marked);
        caption << marked.title;
        sections.push_back(std::move(marked));
    }
    m_tree->setSections(std::move(sections));
    showMessage({});
    m_caption->setLine(caption.join(QStringLiteral(" · ")));
}

void DetailsPanel::showMessage(const QString& text)
{
    m_message->setText(text);
    m_stack->setCurrentIndex(text.isEmpty() ? 0 : 1);
    m_copy->setEnabled(text.isEmpty());
    if (text.isEmpty())
        return;
    m_veil->setDim(false);
    m_caption->setLine({});
    m_tree->setSections({});
}

QString DetailsPanel::captionText() const
{
    return m_caption->text();
}

QString DetailsPanel::messageText() const
{
    return m_stack->currentIndex() == 1 ? m_message->text() : QString();
}

void DetailsPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    ask();
}

} // namespace nv
