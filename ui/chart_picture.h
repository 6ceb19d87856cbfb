// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

class QPaintDevice;
class QWidget;

namespace nv {

/// A widget that can be drawn elsewhere, at any size, as drawing commands rather than pixels.
/// Thread: GUI thread.
class ChartPicture
{
public:
    ChartPicture() = default;
    ChartPicture(const ChartPicture&) = delete;
    ChartPicture& operator=(const ChartPicture&) = delete;
    virtual ~ChartPicture() = default;

    virtual QString chartTitle() const = 0; ///< "Steps"
    virtual bool hasChart() const = 0;      ///< there is something to draw
    /// In logical pixels from the corner of the device, whose pixel ratio is its own.
    virtual void drawChart(QPaintDevice& device, QSize size) = 0;
};

/// A chart that paints itself as a widget, laid out at `size` for this one time.
void drawWidget(QWidget& widget, QPaintDevice& device, QSize size);

} // namespace nv
