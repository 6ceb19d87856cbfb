// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/table/table_panel.h"

namespace nv {

class TwinView;

/// Which launches were far slower than their like, and what was different about them.
/// A row leads to its launch; the launch, or its API call, picked on the timeline highlights it.
/// Below the table the highlighted launch stands beside its median twin.
class OutliersPanel : public TablePanel
{
    Q_OBJECT
public:
    explicit OutliersPanel(Document& document, QWidget* parent = nullptr);

    TwinView& twins() { return *m_twins; }

protected:
    Table rows(const Answer& answer) const override;
    QString rule(const Answer& answer) const override;
    QString emptySentence(const Answer& answer) const override;
    std::optional<std::uint64_t> rowOf(const Answer& answer, EventRef event) const override;
    void leadTo(const Answer& answer, std::size_t row) override;
    void showDetails(const Answer& answer, std::optional<std::size_t> row) override;

private:
    TwinView* m_twins = nullptr;
    LatestJob m_job;
};

} // namespace nv
