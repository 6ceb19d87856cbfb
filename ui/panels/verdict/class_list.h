// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/verdict/verdict.h"

#include <QSet>
#include <QTreeWidget>

namespace nv {

/// Every class with its share, its limit, the sign of its state and the reason; below it, its
/// evidence.  What is a yes stands first.  Activating evidence asks to see the events behind it.
class ClassList : public QTreeWidget
{
    Q_OBJECT
public:
    explicit ClassList(QWidget* parent = nullptr);

    /// `complete`: the verdict carries its evidence; while it does not, that of before stays.
    void setVerdict(const Verdict& verdict, bool complete);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    enum Column
    {
        Name,
        Share,
        Bound,
        Reason,
        Columns
    };

signals:
    void evidenceActivated(const nv::TimeRange& where);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fill(QTreeWidgetItem& item, const ClassFinding& finding, bool isPrimary) const;
    void fillEvidence(QTreeWidgetItem& item, const ClassFinding& finding) const;
    void activate(QTreeWidgetItem* item);
    QTreeWidgetItem* itemOf(const std::string& id);
    void refill();

    Verdict m_verdict;
    bool m_complete = false;
};

/// A figure of the evidence with its unit: "12.3 µs", "41", "—" when it is not known.
QString evidenceValue(const Evidence& evidence);
/// "at least 35.0 % > 10.0 %": the share against its limit; "—" when it is not known.
QString shareAgainstLimit(const ClassFinding& finding);

} // namespace nv
