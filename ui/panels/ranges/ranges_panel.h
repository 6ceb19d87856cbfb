// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel.h"
#include "ui/panels/ranges/range_tables.h"

class QLabel;
class QStackedLayout;
class QToolButton;

namespace nv {

class ElidedLabel;
class MarkList;
class TableView;

/// The named ranges: what they are called, where they lie, what was noted, and beside them their
/// figures and where their wall clocks went; below them the marks.  A double-click or Enter makes one the window, F2 or
/// a second click edits name and note, Delete removes it; the right button offers all of it.
/// Thread: GUI thread.
class RangesPanel : public Panel
{
    Q_OBJECT
public:
    explicit RangesPanel(Document& document, QWidget* parent = nullptr);
    ~RangesPanel() override;

    TableView& list() { return *m_list; }

    TableView& figures() { return *m_figures; }

    TableView& budgets() { return *m_budgets; }

    MarkList& marks() { return *m_marks; }

    QString messageText() const; ///< in the place of the tables; empty while ranges are shown
    QString captionText() const;

protected:
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildLayout();
    void connectDocument();
    void refresh();
    void showMessage(const QString& text);
    void sayCaption();
    void followChosen();
    void jump(int row);
    void showMenu(const QPoint& at);
    void editCell(std::uint64_t range, int column);
    bool pressKey(const QKeyEvent& key);

    ElidedLabel* m_caption = nullptr;
    QToolButton* m_keep = nullptr;
    QToolButton* m_remove = nullptr;
    TableView* m_list = nullptr;
    TableView* m_figures = nullptr;
    TableView* m_budgets = nullptr;
    MarkList* m_marks = nullptr;
    QLabel* m_message = nullptr;
    QStackedLayout* m_stack = nullptr;
    AnalysisPtr m_analysis; ///< what the figures are of
    bool m_isDirty = true;
};

} // namespace nv
