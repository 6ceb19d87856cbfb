// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/limit_list.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace nv {

/// Every limit a figure or a verdict depends on: shown with its default, edited, put back, read
/// from a file and written to one.  What is edited here is handed out with Apply, all at once.
/// Shape: a tree of groups; a changed value is bold.  Errors: a value that is none is refused with
/// a sentence and stays what it was.  Not modal.  Thread: GUI thread.
class LimitsDialog : public QDialog
{
    Q_OBJECT
public:
    explicit LimitsDialog(const Thresholds& thresholds, QWidget* parent = nullptr);

    /// As edited.
    const Thresholds& thresholds() const { return m_edited; }

    /// Somebody else changed what is in use; edits that were not applied give way.
    void setThresholds(const Thresholds& thresholds);

    QTreeWidget& tree() const { return *m_tree; }

    QString message() const;

    bool loadFrom(const QString& path);
    bool saveTo(const QString& path);
    void resetAll();     ///< the bytes per launch, which are no limits, stay
    void resetCurrent(); ///< the limit, or all of a group

signals:
    void applied(const nv::Thresholds& thresholds);

private:
    void buildLayout();
    void fill();
    void showValue(QTreeWidgetItem& item);
    void take(QTreeWidgetItem& item);
    void reset(QTreeWidgetItem& item);
    void edited();
    void apply();
    void askSave();
    void askLoad();

    Thresholds m_inUse;
    Thresholds m_edited;
    QTreeWidget* m_tree;
    QLabel* m_message;
    QPushButton* m_apply = nullptr;
    QPushButton* m_reset = nullptr;
    bool m_quiet = false; ///< the text of an item is set by the program
};

} // namespace nv
