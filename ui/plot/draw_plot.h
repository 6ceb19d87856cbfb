// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

class QCustomPlot;
class QPaintDevice;

namespace nv {

/// A plot on another device, as drawing commands, with its title above; "" for none.
/// Thread: GUI thread.
void drawPlot(QCustomPlot& plot, const QString& title, QPaintDevice& device, QSize size);

} // namespace nv
