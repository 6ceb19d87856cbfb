// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"

#include <QString>
#include <QStringList>

/// The reports as the tests ask for them.
/// Errors: statsCsvOf answers "missing" for a trace without such events, else the error's sentence.
namespace nv::test {

const QStringList& statsReportNames();

QString statsCsvOf(const TraceModel& trace, const QString& report, const StatsFilter& filter);

/// "S/E" in plain nanoseconds, as the goldens were asked for; empty for no filter.
StatsFilter statsWindow(const QString& text);

} // namespace nv::test
