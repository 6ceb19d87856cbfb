// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/row_events.h"

#include <QWidget>

namespace nv {

class ElidedLabel;
class PlotWidget;

/// How the durations of one kernel are spread: log bins, p50, p95, p99 marked.  Both axes are
/// logarithmic, so that the one slow launch among thousands can be seen.
class DurationPlot : public QWidget
{
    Q_OBJECT
public:
    explicit DurationPlot(QWidget* parent = nullptr);

    void showKernel(const QString& kernel, const DurationHistogram& histogram,
                    const DurationStats& stats);
    void clear();

    QString titleText() const;

    const DurationHistogram& histogram() const { return m_histogram; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ElidedLabel* m_title;
    PlotWidget* m_plot;
    DurationHistogram m_histogram;
};

} // namespace nv
