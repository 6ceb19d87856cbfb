// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"
#include "core/analysis/stats/stats_format.h"

#include <QString>
#include <QStringList>

/// The reports as the tests ask for them.
/// Errors: statsCsvOf answers kMissing for a trace without such events, else the error's sentence.
namespace nv::test {

inline const QString kMissing = QStringLiteral("missing");

/// Every report of the registry, by its plain name.
QStringList statsReportNames();

/// A report of the program, and a form it has.
bool isKnownReport(const QString& report);

QString statsCsvOf(const TraceModel& trace, const QString& report, const StatsFilter& filter,
                   const StatsUnits& units = {});

/// "S/E" in plain nanoseconds, as the goldens were asked for; empty for no filter.
StatsFilter statsWindow(const QString& text);

} // namespace nv::test
