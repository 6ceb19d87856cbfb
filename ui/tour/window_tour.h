// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

#include <QList>

class QDockWidget;
class QMainWindow;

namespace nv {

class TimelinePanel;

/// The five steps through the window, in the order of the work: capture, window, verdict, events,
/// review.  Keys are named as they are now.
std::vector<TourStep> windowTour(QMainWindow& window, TimelinePanel& timeline,
                                 const QList<QDockWidget*>& docks);

} // namespace nv
