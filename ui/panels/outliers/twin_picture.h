// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/twin_comparison.h"
#include "core/scene/lane_layout.h"
#include "core/scene/time_scale.h"
#include "ui/chart_picture.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace nv {

class AnalysisColors;

/// A launch and its median twin, one under the other, with the call of each, its stream and what
/// ran beside it: on one scale, both starts below each other.  A click on either leads to it.
/// Cost: O(pixels · log n) a repaint.  Thread: GUI thread.
class TwinPicture : public QWidget, public ChartPicture
{
    Q_OBJECT
public:
    explicit TwinPicture(QWidget* parent = nullptr);
    ~TwinPicture() override;

    void showTwins(const AnalysisPtr& analysis, const TwinComparison& comparison);
    void clear();

    /// One of the two halves: which rows it shows of which stretch of time.
    struct Half
    {
        EventRef event;
        TimeRange view;
        std::vector<scene::LayoutRow> rows; ///< y from the top of the widget
        QRect box;
    };

    const std::vector<Half>& halves() const { return m_halves; }

    QString chartTitle() const override { return tr("The launch and its median twin"); }

    bool hasChart() const override { return !m_halves.empty(); }

    void drawChart(QPaintDevice& device, QSize size) override { drawWidget(*this, device, size); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void picked(const nv::EventRef& event);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    Half half(const EventDetails& details, TimeRange around, int top) const;
    void addRow(Half& half, LanePlace place) const;
    void addBeside(Half& half, const EventDetails& details) const;
    int wantedHeight() const;
    void paintHalf(QPainter& painter, const Half& half, const QString& title) const;
    void paintRow(QPainter& painter, const Half& half, const scene::LayoutRow& row) const;
    void paintScale(QPainter& painter) const;
    scene::TimeScale scaleOf(const Half& half) const;

    AnalysisPtr m_analysis;
    std::unique_ptr<AnalysisColors> m_colors;
    std::vector<Half> m_halves;
    TimeRange m_around; ///< of the start of each
};

} // namespace nv
