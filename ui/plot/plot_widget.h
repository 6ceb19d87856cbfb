// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QCPGraph;
class QCPItemText;
class QCustomPlot;

namespace nv {

/// Where a logarithmic axis from `floor` ends, in a plot of this height, so that `above` pixels stay
/// free above a bar of `most`.
double plotCeiling(double most, double floor, int height, int above);

/// QCustomPlot in the colours and figures of the program: durations on a logarithmic axis with
/// readable ticks, counts beside it.  Fed with data that is already binned, never with events.
/// Only ui/plot includes qcustomplot.h.  Thread: GUI thread.
class PlotWidget : public QWidget
{
    Q_OBJECT
public:
    explicit PlotWidget(QWidget* parent = nullptr);

    struct Mark
    {
        double at = 0; ///< ns
        QString label;
    };

    /// `edges` in ns, ascending, one more than `counts`; empty: nothing is drawn.
    void showHistogram(const std::vector<Ns>& edges, const std::vector<std::uint64_t>& counts,
                       const std::vector<Mark>& marks);

    /// The duration under a point of the plot.
    double valueAt(const QPoint& point) const;
    /// Where a duration stands on the axis, in the coordinates of `mouseArea`.
    QPoint pointAt(double ns) const;
    /// Marks a stretch of durations as picked.
    void setBand(std::optional<TimeRange> band);
    QWidget& mouseArea() const;
    /// On another device (chart_picture.h), its title above.
    void drawOn(QPaintDevice& device, QSize size, const QString& title);
    /// `watcher` gets the mouse events of the plot in its eventFilter.
    void watchMouse(QObject* watcher);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();
    void placeMarks();
    void addMarkLine(double x);
    void placeBand();
    QCPItemText* addMarkLabel(double x, const QString& text);
    void setAxes(const std::vector<Ns>& edges, const std::vector<std::uint64_t>& counts);

    QCustomPlot* m_plot;
    QCPGraph* m_bars;
    std::vector<Mark> m_marks;
    double m_most = 1; ///< launches in a bar
    std::optional<TimeRange> m_band;
};

} // namespace nv
