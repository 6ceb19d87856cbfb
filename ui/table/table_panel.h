// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"
#include "core/trace/lane.h"
#include "ui/panel.h"
#include "ui/table/table_model.h"

#include <memory>

class QLabel;
class QSplitter;
class QStackedLayout;

namespace nv {

class ElidedLabel;
class FilterLine;
class TableView;
class Veil;

/// What a panel shows: the tables and what they were counted from.
struct Answer
{
    AnalysisPtr analysis;
    std::shared_ptr<const WindowTables> tables;

    const TraceModel& trace() const { return *analysis->trace; }
};

/// A panel whose centre is one table of the window: it names the window and the rule it answers
/// for, follows the brush, keeps the reader's place, dims what is older than 150 ms, and says in
/// its own sentence why it is empty.  A table panel adds its columns, its sentences and where a row
/// leads.
/// Work is done only while the panel can be seen.  Thread: GUI thread.
class TablePanel : public Panel
{
    Q_OBJECT
public:
    TablePanel(Document& document, QWidget* parent);

    /// Shows an answer; the document's own arrive by themselves.
    void present(const Answer& answer);

    TableView& view() { return *m_view; }

    QString captionText() const;
    QString footerText() const;
    /// The sentence in the place of the table; empty while rows are shown.
    QString messageText() const;
    bool isDimmed() const;

protected:
    /// To be called at the end of the constructor of the panel: everything below is there then.
    void begin();

    virtual Table rows(const Answer& answer) const = 0;
    /// What is in the table, for the caption: "whole durations of launches nsys keeps".
    virtual QString rule(const Answer& answer) const = 0;
    /// Why there are no rows, and what would bring them; rich text.
    virtual QString emptySentence(const Answer& answer) const = 0;

    /// More for the footer: "200 longest of 31 204 gaps".
    virtual QString remark(const Answer&) const { return {}; }

    /// The row that stands for an event of the timeline.
    virtual std::optional<std::uint64_t> rowOf(const Answer& answer, EventRef event) const = 0;
    /// A row was picked: lead to what is behind it.
    virtual void leadTo(const Answer& answer, std::size_t row) = 0;

    /// The highlighted row or its figures changed; nullopt: none.
    virtual void showDetails(const Answer&, std::optional<std::size_t>) {}

    /// Around the table, in a splitter the reader can move.
    QSplitter& splitter() { return *m_splitter; }

    const Answer& answer() const { return m_answer; }

    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    void connectDocument();
    void refresh();
    void dim(bool isDim);
    void showMessage(const QString& html);
    void updateFooter();
    void highlightSelection();
    void details();

    Answer m_answer;
    ElidedLabel* m_caption = nullptr;
    FilterLine* m_filter = nullptr;
    QLabel* m_message = nullptr;
    ElidedLabel* m_footer = nullptr;
    QSplitter* m_splitter = nullptr;
    QStackedLayout* m_stack = nullptr;
    TableView* m_view = nullptr;
    Veil* m_veil = nullptr;
    bool m_isDirty = true;
};

/// Which rows a table counts: "whole durations of launches nsys keeps", for `all` "every launch".
QString keptRowsRule(const Window& window, const QString& rows, const QString& row);
/// "Nothing was recorded" with the capture command that would: the same words in every panel.
QString neverRecorded(const QString& what, const QString& command);

} // namespace nv
