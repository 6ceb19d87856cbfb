// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/panel.h"
#include "ui/panels/reports/report_answer.h"

#include <QTimer>

class QLabel;
class QMenu;
class QSplitter;
class QStackedLayout;
class QToolButton;

namespace nv {

class ElidedLabel;
class FilterLine;
class ReportChooser;
class ReportForm;
class SpreadView;
class TableView;
class Veil;

/// Every report of `nsys stats` and every rule of `nsys analyze` the program can make, for the
/// window: the same rows, the same figures, and the commands that print them elsewhere.
/// A row leads to its events; how their durations are spread stands below, bins of it become a
/// list.  Reports are made, sorted and searched on workers; what is shown is dimmed, not blanked,
/// while a newer answer is late.
/// Work is done only while the panel can be seen.  Thread: GUI thread.
class ReportsPanel : public Panel
{
    Q_OBJECT
public:
    explicit ReportsPanel(Document& document, QWidget* parent = nullptr);

    void showReport(const StatsReport& report);

    TableView& view() const { return *m_view; }

    ReportChooser& chooser() const { return *m_chooser; }

    ReportForm& form() const { return *m_form; }

    SpreadView& spread() const { return *m_spread; }

    QMenu& menu() const { return *m_menu; }

    QString captionText() const;
    QString footerText() const;
    QString messageText() const; ///< empty while rows are shown
    bool isDimmed() const;
    /// Answered, for the window and the report asked for, and in the order wanted.
    bool isSettled() const;

    void saveCsv(const QString& path);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    QWidget* newCentre();
    void buildMenu();
    void connectParts();
    void connectDocument();
    void ask(bool isOtherQuestion);
    void take(const ReportQuestion& asked, Result<ReportAnswer> answer);
    void present(ReportAnswer answer);
    void arrange();
    void showMessage(const QString& html);
    QString emptySentence() const;
    void updateCaption();
    void updateFooter();
    void say(const QString& sentence);
    void details();
    void lead(std::size_t row);
    void leadTo(const RowAnswer& row);
    QString subjectOf(std::size_t row) const;
    bool isCurrent() const;
    void copyAll();
    void copyText(const QString& text, const QString& what);
    void askSave();
    void chooseRules();

    std::optional<ReportAnswer> m_answer;
    QString m_said; ///< the last thing that was copied or written, or the reason of a failure
    LatestJob m_job;
    LatestJob m_arrangeJob;
    LatestJob m_rowJob;
    LatestJob m_leadJob;
    LatestJob m_copyJob;
    QTimer m_staleTimer;
    QTimer m_saidTimer;
    bool m_isDirty = true;
    bool m_isAnswered = false; ///< the question of the moment, be it by a sentence

    ReportChooser* m_chooser = nullptr;
    ReportForm* m_form = nullptr;
    FilterLine* m_filter = nullptr;
    QToolButton* m_more = nullptr;
    QMenu* m_menu = nullptr;
    ElidedLabel* m_caption = nullptr;
    ElidedLabel* m_footer = nullptr;
    QLabel* m_message = nullptr;
    QSplitter* m_splitter = nullptr;
    QStackedLayout* m_stack = nullptr;
    TableView* m_view = nullptr;
    SpreadView* m_spread = nullptr;
    Veil* m_veil = nullptr;
};

} // namespace nv
