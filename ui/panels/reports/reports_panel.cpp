// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/reports/reports_panel.h"

#include "core/analysis/stats/events_of_row.h"
#include "core/analysis/stats/report_group.h"
#include "ui/document.h"
#include "ui/format.h"
#include "ui/panels/reports/report_chooser.h"
#include "ui/panels/reports/report_form.h"
#include "ui/panels/reports/report_table.h"
#include "ui/table/elided_label.h"
#include "ui/table/event_names.h"
#include "ui/table/filter_line.h"
#include "ui/table/spread_view.h"
#include "ui/table/table_panel.h"
#include "ui/table/table_view.h"
#include "ui/table/veil.h"
#include "ui/window_text.h"

#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>

#include <algorithm>

namespace nv {
namespace {

constexpr std::string_view kFirstReport = "cuda_gpu_kern_sum";
constexpr std::size_t kArrangedAtOnce = 2'000; ///< rows that take no time worth a worker
constexpr int kNameLength = 32;
constexpr int kSaidMs = 6'000; ///< how long it is said what was copied or written

bool isSame(const Window& a, const Window& b)
{
    return a.range == b.range && a.source == b.source;
}

const StatsReport& firstReport()
{
    const auto reports = statsReports();
    const auto found = std::find_if(reports.begin(), reports.end(),
                                    [](const StatsReport& r) { return r.name == kFirstReport; });
    return found == reports.end() ? reports.front() : *found;
}

} // namespace

ReportsPanel::ReportsPanel(Document& from, QWidget* parent)
    : Panel(from, parent)
{
    buildLayout();
    buildMenu();
    m_chooser->setReport(&firstReport());
    m_form->setReport(firstReport());
    m_staleTimer.setSingleShot(true);
    m_staleTimer.setInterval(kStaleMs);
    connect(&m_staleTimer, &QTimer::timeout, this, [this] { m_veil->setDim(!m_isAnswered); });
    m_saidTimer.setSingleShot(true);
    m_saidTimer.setInterval(kSaidMs);
    connect(&m_saidTimer, &QTimer::timeout, this, [this] {
        m_said.clear();
        updateFooter();
    });
    m_view->table().setArranger([this] { arrange(); });
    connectParts();
    connectDocument();
    ask(true);
}

void ReportsPanel::connectParts()
{
    connect(m_chooser, &ReportChooser::chosen, this,
            [this](const StatsReport* report) { showReport(*report); });
    connect(m_form, &ReportForm::changed, this, [this] { ask(true); });
    connect(m_view, &TableView::currentRowChanged, this, &ReportsPanel::details);
    connect(m_view, &TableView::rowPicked, this,
            [this](int row) { lead(m_view->table().tableRow(row)); });
    connect(m_filter, &QLineEdit::textChanged, this, &ReportsPanel::updateFooter);
    connect(m_spread, &SpreadView::eventPicked, this,
            [this](const EventRef& event) { document().reveal(event); });
}

void ReportsPanel::connectDocument()
{
    Document& from = document();
    connect(&from, &Document::analysisChanged, this, [this] {
        m_answer.reset();
        m_said.clear();
        m_arrangeJob.cancel();
        m_rowJob.cancel();
        m_leadJob.cancel();
        m_spread->clear();
        ask(true);
    });
    connect(&from, &Document::windowChanged, this, [this] { ask(false); });
    NameLabels& labels = from.labels();
    const auto showLabels = [this, &labels] { m_form->setRules(labels.file(), labels.isOn()); };
    connect(&labels, &NameLabels::changed, this, [this, showLabels] {
        showLabels();
        ask(true);
    });
    connect(m_form, &ReportForm::rulesWanted, &labels, &NameLabels::setOn);
    connect(m_form, &ReportForm::rulesFileWanted, this, &ReportsPanel::chooseRules);
    showLabels();
}

void ReportsPanel::showReport(const StatsReport& report)
{
    m_chooser->setReport(&report);
    m_form->setReport(report);
    ask(true);
}

/// A window that moves is followed: every answer is shown, the newest at the end.  Another report
/// makes the one that is running useless.
void ReportsPanel::ask(bool isOtherQuestion)
{
    if (!isVisible()) {
        m_isDirty = true;
        return;
    }
    m_isDirty = false;
    m_isAnswered = false;
    if (!document().analysis()) {
        m_job.cancel();
        m_view->table().setTable({}, {});
        showMessage(tr("No capture is open."));
        return;
    }
    ReportQuestion question{document().analysis(), document().window(), m_form->request(), {}};
    question.arranging.filter = m_view->table().filter();
    if (m_answer && m_answer->asked.request.report == question.request.report)
        question.arranging = m_view->table().arranging();
    if (!m_veil->isDim() && !m_staleTimer.isActive())
        m_staleTimer.start();
    if (!m_answer)
        showMessage(tr("Making %1 …").arg(fromUtf8(question.request.report->title)));
    if (isOtherQuestion)
        m_job.cancel();
    m_job.follow(
        [question, rules = document().labels().rules()](const std::stop_token& stop) {
            return answerReport(question, rules, stop);
        },
        [this, question](Result<ReportAnswer> answer) { take(question, std::move(answer)); });
}

void ReportsPanel::take(const ReportQuestion& asked, Result<ReportAnswer> answer)
{
    if (asked.analysis != document().analysis()
        || (!answer && answer.error().code == Errc::Cancelled))
        return;
    m_isAnswered = isSame(asked.window, document().window());
    if (m_isAnswered) {
        m_staleTimer.stop();
        m_veil->setDim(false);
    }
    if (answer) {
        present(std::move(answer).value());
        return;
    }
    m_answer.reset();
    m_view->table().setTable({}, {});
    m_rowJob.cancel();
    m_spread->clear();
    showMessage(noReportSentence(asked, answer.error()));
    m_caption->setLine(windowText(asked.window) + QStringLiteral(" · ")
                       + QString::fromStdString(asked.request.text));
}

void ReportsPanel::present(ReportAnswer answer)
{
    const bool isOther = !m_answer || m_answer->asked.request.report != answer.asked.request.report;
    Table table = std::move(answer.table);
    Arrangement arrangement = std::move(answer.arrangement);
    const bool isEmpty = table.rows == 0;
    m_answer = std::move(answer);
    m_said.clear();
    if (isOther) {
        m_view->table().setTable({}, {});
        m_view->forgetColumns();
    }
    m_view->table().setTable(std::move(table), std::move(arrangement));
    showMessage(isEmpty ? emptySentence() : QString());
    updateCaption();
    updateFooter();
    arrange(); // when the reader asked for another order meanwhile
    details();
}

void ReportsPanel::arrange()
{
    if (!m_answer || m_view->table().arranging() == m_answer->asked.arranging)
        return;
    const Arranging how = m_view->table().arranging();
    m_answer->asked.arranging = how;
    const ReportRowsPtr rows = m_answer->rows;
    m_arrangeJob.cancel();
    if (rows->table.size() <= kArrangedAtOnce) {
        m_view->table().setArrangement(arrangeReport(*rows, how, {}));
        updateFooter();
        return;
    }
    m_arrangeJob.follow(
        [rows, how](const std::stop_token& stop) { return arrangeReport(*rows, how, stop); },
        [this, rows, how](Arrangement arrangement) {
            if (!m_answer || m_answer->rows != rows || m_view->table().arranging() != how)
                return;
            m_view->table().setArrangement(std::move(arrangement));
            updateFooter();
        });
}

void ReportsPanel::showMessage(const QString& html)
{
    m_message->setText(html);
    m_stack->setCurrentIndex(html.isEmpty() ? 0 : 1);
    if (!html.isEmpty() && !m_answer) {
        m_caption->setLine({});
        m_footer->setLine({});
        m_footer->hide();
    }
}

QString ReportsPanel::emptySentence() const
{
    const QString sentence = tr("This report has no row in this window.");
    return reportArguments(*m_answer->asked.request.report).empty()
               ? sentence
               : sentence + QStringLiteral("<br>")
                     + tr("Its arguments decide what it lists; an empty field is nsys' default.");
}

void ReportsPanel::updateCaption()
{
    const ReportQuestion& asked = m_answer->asked;
    const std::size_t rows = m_answer->rows->table.size();
    m_caption->setLine((rows == 1 ? tr("1 row") : tr("%1 rows").arg(format::count(rows)))
                       + QStringLiteral(" · ") + windowText(asked.window) + QStringLiteral(" · ")
                       + keptRowsRule(asked.window, tr("the rows"), tr("row"))
                       + QStringLiteral(" · ") + QString::fromStdString(asked.request.text));
}

void ReportsPanel::updateFooter()
{
    if (!m_answer)
        return;
    const TableModel& table = m_view->table();
    QStringList parts;
    if (!m_said.isEmpty())
        parts << m_said;
    if (!table.filter().isEmpty())
        parts << tr("%1 of %2 rows match")
                     .arg(format::count(table.matchingRows()), format::count(table.totalRows()));
    if (const auto why = whyRowsLeadNowhere(*m_answer->asked.request.report); !why.empty())
        parts << fromUtf8(why);
    m_footer->setLine(parts.join(QStringLiteral(" · ")));
    m_footer->setVisible(!parts.isEmpty()); // a dock is low
}

void ReportsPanel::say(const QString& sentence)
{
    m_said = sentence;
    m_saidTimer.start();
    updateFooter();
}

/// Without a highlighted row the first one is shown, as in the Kernels panel.
void ReportsPanel::details()
{
    if (!m_answer)
        return;
    const StatsReport& report = *m_answer->asked.request.report;
    auto row = m_view->currentTableRow();
    if (!row && m_view->table().rowCount() > 0)
        row = m_view->table().tableRow(0);
    const bool hasSpread = row && !isRowOneEvent(report) && whyRowsLeadNowhere(report).empty();
    m_spread->setVisible(hasSpread);
    if (!hasSpread) {
        m_rowJob.cancel();
        m_spread->clear();
        return;
    }
    m_rowJob.follow(
        [asked = m_answer->asked, rows = m_answer->rows, row = *row](const std::stop_token& stop) {
            return answerRow(asked, rows, row, stop);
        },
        [this, rows = m_answer->rows, what = subjectOf(*row)](const Result<RowAnswer>& answer) {
            if (answer && m_answer && m_answer->rows == rows)
                m_spread->showSpread(m_answer->asked.analysis, answer.value().spread, what);
        });
}

/// "of gemm", from the column that says what the row is about.
QString ReportsPanel::subjectOf(std::size_t row) const
{
    const std::vector<Column>& columns = m_view->table().columns();
    const auto subject =
        std::find_if(columns.begin(), columns.end(), [](const Column& c) { return c.standsFirst; });
    return subject == columns.end()
               ? tr("events")
               : tr("of %1").arg(format::middle(subject->cell(row).text, kNameLength));
}

void ReportsPanel::lead(std::size_t row)
{
    if (!m_answer)
        return;
    if (!whyRowsLeadNowhere(*m_answer->asked.request.report).empty())
        return; // the footer says so all the time
    m_leadJob.replace(
        [asked = m_answer->asked, rows = m_answer->rows, row](const std::stop_token& stop) {
            return answerRow(asked, rows, row, stop);
        },
        [this, rows = m_answer->rows](const Result<RowAnswer>& answer) {
            if (answer && m_answer && m_answer->rows == rows)
                leadTo(answer.value());
        });
}

void ReportsPanel::leadTo(const RowAnswer& row)
{
    const std::vector<EventRef>& events = row.spread->events;
    if (const auto event = longestOf(*document().trace(), events)) {
        // The events live as long as the answer they are a part of.
        document().mark(events.size() > 1 ? EventsPtr(row.spread, &events) : nullptr);
        document().reveal(*event);
        if (events.size() > 1)
            say(tr("%1 events are marked on the timeline, the longest is selected")
                    .arg(format::count(events.size())));
    } else if (row.stretch)
        document().revealRange(*row.stretch);
    else
        say(tr("No event of this row is drawn on the timeline."));
}

bool ReportsPanel::isSettled() const
{
    return m_isAnswered && m_job.isIdle() && m_arrangeJob.isIdle() && m_rowJob.isIdle()
           && m_leadJob.isIdle() && m_copyJob.isIdle();
}

bool ReportsPanel::isDimmed() const
{
    return m_veil->isDim();
}

QString ReportsPanel::captionText() const
{
    return m_caption->text();
}

QString ReportsPanel::footerText() const
{
    return m_footer->text();
}

QString ReportsPanel::messageText() const
{
    return m_message->text();
}

void ReportsPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    if (m_isDirty)
        ask(true);
}

} // namespace nv
