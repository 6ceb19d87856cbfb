// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/duration_spread.h"
#include "ui/plot/duration_plot.h"

#include <QWidget>

#include <memory>

namespace nv {

class ElidedLabel;
class TableView;

using SpreadPtr = std::shared_ptr<const DurationSpread>;

/// The durations of a row's events as a histogram; bins picked in it become a list of exactly
/// these events, each of which leads to the timeline.
/// Thread: GUI thread.
class SpreadView : public QWidget
{
    Q_OBJECT
public:
    explicit SpreadView(QWidget* parent = nullptr);

    /// `what` the events are, behind a count: "launches of gemm".
    void showSpread(const AnalysisPtr& analysis, const SpreadPtr& spread, const QString& what);
    void clear();

    DurationPlot& plot() const { return *m_plot; }

    TableView& list() const { return *m_list; }

    QString listText() const; ///< empty while no list is shown

signals:
    void eventPicked(const nv::EventRef& event);

private:
    QWidget* newList();
    void listBins(std::optional<DurationPlot::Bins> bins);

    AnalysisPtr m_analysis;
    SpreadPtr m_spread;
    std::shared_ptr<const std::vector<EventRef>> m_listed;
    DurationPlot* m_plot;
    QWidget* m_side = nullptr;
    ElidedLabel* m_caption = nullptr;
    TableView* m_list = nullptr;
};

} // namespace nv
