// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"

#include <QWidget>

class QAction;
class QHBoxLayout;
class QLineEdit;
class QMenu;
class QToolButton;

namespace nv {

void popUpBelow(QMenu& menu, const QWidget& button);

/// In which form a report is asked for: how names are written, and the arguments it has.
/// Shape: what follows the name of the report: ":base:rows=20".
class ReportForm : public QWidget
{
    Q_OBJECT
public:
    explicit ReportForm(QWidget* parent = nullptr);

    /// Offers what this report takes; what was chosen before stays where it is possible.
    void setReport(const StatsReport& report);
    /// As asked for; an argument that is no number is left out and marked.
    StatsRequest request() const;

    /// Labels of the user's rules: offered, and shown as in use.
    void setRules(const QString& file, bool areUsed);

    QMenu& menu() const { return *m_menu; }

    QString text() const; ///< of the button

signals:
    void changed();
    void rulesWanted(bool on);
    void rulesFileWanted();

private:
    QAction* addForm(const QString& title, const char* form, const QString& tip);
    void addArguments();
    void updateText();
    QString suffix() const;

    const StatsReport* m_report = nullptr;
    QToolButton* m_button;
    QMenu* m_menu;
    QList<QAction*> m_forms; ///< their data is the word behind the colon
    QAction* m_behindRange = nullptr;
    QAction* m_rules = nullptr;
    QHBoxLayout* m_layout;
    QList<QLineEdit*> m_arguments;
};

} // namespace nv
