// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/fixed_unit.h"

#include "ui/format.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace nv {
namespace {

struct Scale
{
    const char* name;
    double divisor;
    int mostDecimals; ///< a ns has no smaller part that was measured
};

constexpr Scale kDurations[] = {{"ns", 1, 0}, {"µs", 1e3, 3}, {"ms", 1e6, 6}, {"s", 1e9, 9}};
constexpr Scale kBytes[] = {
    {"B", 1, 0}, {"KiB", 1024.0, 6}, {"MiB", 1048576.0, 9}, {"GiB", 1073741824.0, 12}};
constexpr Scale kBandwidths[] = {
    {"B/s", 1, 0}, {"kB/s", 1e3, 3}, {"MB/s", 1e6, 6}, {"GB/s", 1e9, 9}};

double reference(std::vector<double>& values, UnitBy by)
{
    std::erase_if(values, [](double v) { return !std::isfinite(v) || v <= 0; });
    if (values.empty())
        return 0;
    if (by == UnitBy::Largest)
        return *std::max_element(values.begin(), values.end());
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

FixedUnit choose(std::span<const Scale> scales, std::vector<double> values, UnitBy by)
{
    const double value = reference(values, by);
    const Scale* scale = &scales.front();
    for (const Scale& s : scales) {
        if (value >= s.divisor)
            scale = &s;
    }
    const double shown = value / scale->divisor;
    // A sum of three digits keeps one decimal: the rows below it are smaller.
    const int decimals = shown < 10 ? 2 : shown < 100 || by == UnitBy::Largest ? 1 : 0;
    return {QString::fromUtf8(scale->name), scale->divisor, std::min(decimals, scale->mostDecimals),
            scale->mostDecimals};
}

/// As many as the column has, or more where fewer than three significant digits would be left.
int decimalsOf(double shown, const FixedUnit& unit)
{
    if (shown <= 0 || !std::isfinite(shown))
        return unit.decimals;
    const int wanted = 2 - static_cast<int>(std::floor(std::log10(shown)));
    return std::clamp(wanted, unit.decimals, std::max(unit.decimals, unit.mostDecimals));
}

} // namespace

QString FixedUnit::text(double value) const
{
    if (value < 0)
        return QStringLiteral("−") + text(-value);
    if (value == 0)
        return QStringLiteral("0");
    const int places = decimalsOf(value / divisor, *this);
    const QString number = QString::number(value / divisor, 'f', places);
    if (number.toDouble() == 0)
        return QLatin1Char('<') + QString::number(std::pow(10.0, -places), 'f', places);
    const auto point = number.indexOf(QLatin1Char('.'));
    const QString whole = point < 0 ? number : number.left(point);
    const QString rest = point < 0 ? QString() : number.mid(point);
    bool fits = false;
    const qulonglong integer = whole.toULongLong(&fits);
    return (fits ? format::count(integer) : whole) + rest;
}

FixedUnit durationUnit(std::vector<double> ns, UnitBy by)
{
    return choose(kDurations, std::move(ns), by);
}

FixedUnit byteUnit(std::vector<double> bytes, UnitBy by)
{
    return choose(kBytes, std::move(bytes), by);
}

FixedUnit bandwidthUnit(std::vector<double> bytesPerSecond)
{
    FixedUnit unit = choose(kBandwidths, std::move(bytesPerSecond), UnitBy::Largest);
    unit.decimals = unit.divisor > 1 ? 2 : 0; // copies differ by orders of magnitude
    return unit;
}

} // namespace nv
