// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/table/table_panel.h"

class QMenu;

namespace nv {

class DurationPlot;
class SpreadView;

/// Which kernels the window spends its time in, and how the durations of one of them are spread.
/// A row leads to its longest launch; an op or call picked on the timeline highlights its kernel.
class KernelsPanel : public TablePanel
{
    Q_OBJECT
public:
    explicit KernelsPanel(Document& document, QWidget* parent = nullptr);

    DurationPlot& plot() const;

    SpreadView& spread() const { return *m_spread; }

    /// What can be done with a row: gives and forgets the bytes a launch of its kernel moves.
    QMenu* rowMenu(std::size_t row);

protected:
    Table rows(const Answer& answer) const override;
    QString rule(const Answer& answer) const override;
    QString remark(const Answer& answer) const override;
    QString emptySentence(const Answer& answer) const override;
    std::optional<std::uint64_t> rowOf(const Answer& answer, EventRef event) const override;
    void leadTo(const Answer& answer, std::size_t row) override;
    void showDetails(const Answer& answer, std::optional<std::size_t> row) override;

private:
    void showRowMenu(const QPoint& where);
    void askBytes(const QString& kernel);
    void setBytes(const QString& kernel, std::optional<Bytes> bytes);

    SpreadView* m_spread;
    LatestJob m_job; ///< the launches of the highlighted kernel
};

} // namespace nv
