// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "ui/events.h"
#include "ui/table/table_model.h"

/// Events as rows: name, start, duration, where.  Row identity: kind and index of the event.
namespace nv {

Table eventTable(const AnalysisPtr& analysis, const EventsPtr& events);

} // namespace nv
