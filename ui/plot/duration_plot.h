// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/row_events.h"
#include "ui/chart_picture.h"

#include <QEvent>
#include <QWidget>

#include <optional>

namespace nv {

class ElidedLabel;
class PlotWidget;

/// How durations are spread: log bins, p50, p95, p99 marked.  Both axes are logarithmic, so that
/// the one slow launch among thousands can be seen.  A drag over bins, or the arrows with Shift,
/// picks them; a click picks one, Esc none.
/// Thread: GUI thread.
class DurationPlot : public QWidget, public ChartPicture
{
    Q_OBJECT
public:
    explicit DurationPlot(QWidget* parent = nullptr);

    struct Bins ///< both included
    {
        std::size_t first = 0;
        std::size_t last = 0;
        friend bool operator==(const Bins&, const Bins&) = default;
    };

    /// `what` is counted: "launches of gemm".
    void showDurations(const QString& what, const DurationHistogram& histogram,
                       const DurationStats& stats);
    void clear();

    QString titleText() const;

    QString chartTitle() const override { return titleText(); }

    bool hasChart() const override { return !m_histogram.counts.empty(); }

    void drawChart(QPaintDevice& device, QSize size) override;

    const DurationHistogram& histogram() const { return m_histogram; }

    std::optional<Bins> picked() const { return m_picked; }

    void pick(std::optional<Bins> bins);
    /// The middle of a bin, in coordinates of the widget that takes the mouse (tests drive it).
    QPoint centreOf(std::size_t bin) const;
    QWidget& plotArea() const;

signals:
    void binsPicked(std::optional<nv::DurationPlot::Bins> bins);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<std::size_t> binAt(QPoint at, bool isClamped) const;
    bool mouse(QEvent::Type type, QPoint at, QPoint global);
    void explain(QPoint at, QPoint global);
    void stretchTo(QPoint at);

    ElidedLabel* m_title;
    PlotWidget* m_plot;
    DurationHistogram m_histogram;
    std::optional<Bins> m_picked;
    std::optional<std::size_t> m_anchor; ///< where the drag, or the stretch by keys, began
    bool m_isDragging = false;
};

} // namespace nv
