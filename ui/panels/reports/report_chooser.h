// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"

#include <QFrame>
#include <QToolButton>

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace nv {

/// The list under the chooser: every report of the registry below its heading, narrowed down by
/// what is typed into its first line.
class ReportList : public QFrame
{
    Q_OBJECT
public:
    explicit ReportList(QWidget* parent = nullptr);

    /// Below `button`, with the report in use marked.
    void popUp(const QWidget& button, const StatsReport* current);

    QLineEdit& search() const { return *m_search; }

    QTreeWidget& tree() const { return *m_tree; }

signals:
    void picked(const nv::StatsReport* report);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void narrow(const QString& text);
    void take(const QTreeWidgetItem* item);
    void step(int by);

    QLineEdit* m_search;
    QTreeWidget* m_tree;
};

/// Which report is looked at.
class ReportChooser : public QToolButton
{
    Q_OBJECT
public:
    explicit ReportChooser(QWidget* parent = nullptr);

    const StatsReport* report() const { return m_report; }

    void setReport(const StatsReport* report); ///< emits nothing

    ReportList& list() const { return *m_list; }

    QSize minimumSizeHint() const override;

signals:
    void chosen(const nv::StatsReport* report); ///< by the reader

private:
    void openList();

    const StatsReport* m_report = nullptr;
    ReportList* m_list;
};

} // namespace nv
