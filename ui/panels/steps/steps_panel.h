// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

class QLabel;

namespace nv {

class StepChart;

/// The steps of the capture: the proof of the steady state, the chart of their periods and every
/// step with what it held.  A row or a point leads to the step; a step picked on the timeline is
/// highlighted.
class StepsPanel : public TablePanel
{
    Q_OBJECT
public:
    explicit StepsPanel(Document& document, QWidget* parent = nullptr);

    StepChart& chart() { return *m_chart; }

    QString proof() const;

protected:
    Table rows(const Answer& answer) const override;
    QString rule(const Answer& answer) const override;
    QString emptySentence(const Answer& answer) const override;
    std::optional<std::uint64_t> rowOf(const Answer& answer, EventRef event) const override;
    void leadTo(const Answer& answer, std::size_t row) override;
    void showDetails(const Answer& answer, std::optional<std::size_t> row) override;

private:
    void showChart(const Answer& answer);

    QLabel* m_proof;
    StepChart* m_chart;
    AnalysisPtr m_charted; ///< what the chart shows
    TimeRange m_chartedWindow;
};

} // namespace nv
