// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "ui/chart_picture.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCPGraph;
class QCPItemStraightLine;
class QCPItemRect;
class QCustomPlot;

namespace nv {

/// The period of each step along the capture: what is even, what is not, where the warm-up ended.
/// Regular steps are dots, irregular ones crosses; warm-up and the window are shaded, the median of
/// the steady state is a line.  A click asks for the nearest step.
/// Only ui/plot includes qcustomplot.h.  Thread: GUI thread.
class StepChart : public QWidget, public ChartPicture
{
    Q_OBJECT
public:
    explicit StepChart(QWidget* parent = nullptr);

    struct Point
    {
        Ns at = 0; ///< begin of the step
        DurationNs period = 0;
        bool isIrregular = false;
    };

    struct Picture
    {
        std::vector<Point> points; ///< ascending by begin
        std::optional<Ns> warmupEnd;
        TimeRange window;
        std::optional<DurationNs> median;
        TimeRange extent;
    };

    void show(Picture picture);
    void mark(std::optional<std::size_t> point);

    QSize sizeHint() const override { return {400, 140}; }

    QString chartTitle() const override { return tr("Period of each step"); }

    bool hasChart() const override { return !m_picture.points.empty(); }

    void drawChart(QPaintDevice& device, QSize size) override;

signals:
    void pointPicked(std::size_t point);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyTheme();
    void draw();
    void shade(double from, double to, const QColor& color);
    void line(double y);

    QCustomPlot* m_plot;
    QCPGraph* m_regular;
    QCPGraph* m_irregular;
    QCPGraph* m_marked;
    Picture m_picture;
    std::optional<std::size_t> m_mark;
};

} // namespace nv
