// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel.h"

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace nv {

class BudgetBar;
class ClassList;
class CommandBox;
class ElidedLabel;

/// What limits the window, how sure that is, and what to do next.
/// The headline, the bar and the shares follow the brush at once; evidence and the next action
/// follow with the tables and stay, dimmed, while they are late.
class VerdictPanel : public Panel
{
    Q_OBJECT
public:
    explicit VerdictPanel(Document& document, QWidget* parent = nullptr);

private:
    void showTrace();
    void showVerdict();
    void showStale();
    void showHeadline();
    void showNextAction();
    void addWindowLine(QVBoxLayout& column);

    QLabel* m_primary;
    QLabel* m_beside; ///< the shares beside the primary class
    ElidedLabel* m_window;
    QLabel* m_reason;
    BudgetBar* m_bar;
    QLabel* m_next;
    CommandBox* m_command;
    ClassList* m_classes;
    QLabel* m_steady;
    QToolButton* m_notes;
};

/// "launch 35.0 % · compute 50.1 %": the share that makes the primary class, beside that of
/// compute.
QString headlineShares(const struct Verdict& verdict);

} // namespace nv
