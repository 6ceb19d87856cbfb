// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel.h"
#include "ui/panels/compare/compare_pair.h"

#include <QTimer>

#include <array>

class QLabel;
class QStackedLayout;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace nv {

class ElidedLabel;
class TableView;
class WaterfallView;

/// What changed in a step from the open capture (A) to a second one (B): first whether the two may
/// be compared, then the conclusion, what the change is made of, and tables of ranges, kernels,
/// calls and transfers with both sides.  A row shows the event of median length in both timelines.
/// The figures are those of the command `compare`; an answer that is behind a window for 150 ms is
/// dimmed.  Thread: GUI thread.
class ComparePanel : public Panel
{
    Q_OBJECT
public:
    explicit ComparePanel(Document& document, QWidget* parent = nullptr);

    QString comparability() const;
    QString conclusion() const;
    /// In the place of everything; empty while an answer is shown.
    QString messageText() const;
    bool isDimmed() const;

    TableView& rows(CompareRows rows) const;

    TableView& steps() const { return *m_steps; }

    TableView& doubts() const { return *m_doubts; }

    WaterfallView& waterfall() const { return *m_waterfall; }

    QTabWidget& tabs() const { return *m_tabs; }

    /// The command that repeats the comparison.
    QString command() const;

protected:
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Page
    {
        CompareRows rows{};
        TableView* view = nullptr;
        QWidget* filter = nullptr;
    };

    void buildLayout();
    QWidget* newEmpty();
    QWidget* newHead();
    void addStepPage();
    void addPage(Page& page, CompareRows rows);
    void connectPair();
    void refresh();
    void showAnswer(const CompareAnswer& answer);
    void showFilter(int tab);

    ComparePair& m_pair;
    QLabel* m_message;
    QToolButton* m_choose;
    QLabel* m_sign;
    QLabel* m_comparability;
    QLabel* m_conclusion;
    ElidedLabel* m_causes;
    QToolButton* m_copy;
    WaterfallView* m_waterfall;
    TableView* m_steps;
    TableView* m_doubts;
    std::array<Page, 4> m_pages;
    QTabWidget* m_tabs;
    QStackedWidget* m_filters;
    QWidget* m_body = nullptr;
    QStackedLayout* m_stack = nullptr;
    QTimer m_late;
    bool m_isDirty = true;
};

} // namespace nv
