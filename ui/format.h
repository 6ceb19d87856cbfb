// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QString>

#include <optional>

/// The one place that turns a figure into text on the screen: 3 significant digits, thin spaces for
/// thousands, an em dash for unknown, never a 0 that means "not known".  Independent of the locale.
namespace nv::format {

QString duration(double ns);                ///< "12.3 µs", "1.04 ms", "140 ms"
QString duration(std::optional<double> ns); ///< "—" for unknown

/// A column shows one unit: chosen from its largest value, then used for every row.
enum class TimeUnit
{
    Ns,
    Us,
    Ms,
    S
};
TimeUnit timeUnit(double largestNs);
QString durationIn(double ns, TimeUnit unit); ///< with its unit: "0.021 ms"

QString exactNs(Ns ns);                      ///< "12 345 678 ns"
QString timeAt(Ns t, DurationNs resolution); ///< a point, with as many digits as the view resolves
QString bytes(double bytes);                 ///< "4.20 MiB"
QString bandwidth(std::optional<double> bytesPerSecond); ///< "12.3 GB/s"
QString count(std::uint64_t n);                          ///< "31 204"
QString percent(double share);                           ///< "82.1 %"
QString percent(std::optional<double> share);
QString ratio(double r); ///< "2.31x"
QString unknown();       ///< "—"
/// An exact number as it is shown: its hyphen becomes a minus.  Never of what is copied or parsed.
QString withMinus(const QString& number);
/// "12.301–12.441 s": both ends with as many digits as the stretch needs.
QString range(TimeRange range);
/// A text made for files, as it is shown: "1274000000 to 2272000000 ns" is a range of the window,
/// and a number of ns has its thousands set apart.
QString withTimes(const QString& text);
/// Straight quotes in pairs become “curly” ones, but for those of a command at its end.
QString quoted(const QString& sentence);
/// Of a tooltip: its lines wrap, and no sign of the text is taken for markup.
QString wrapped(const QString& text);
/// Elided in the middle so that at most `max` characters remain.
QString middle(const QString& text, int max);

} // namespace nv::format
