// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/tickers.h"

#include "ui/format.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace nv {
namespace {

constexpr int kFewest = 3; ///< ticks below which even steps are tried
constexpr int kEvenSteps = 6;
constexpr double kManyDecades = 3.0;

QVector<double> decadeTicks(const QCPRange& range, std::initializer_list<double> factors)
{
    QVector<double> out;
    for (int power = static_cast<int>(std::floor(range.lower)); power <= std::ceil(range.upper);
         ++power) {
        for (const double factor : factors) {
            const double at = power + std::log10(factor);
            if (range.contains(at))
                out << at;
        }
    }
    return out;
}

/// 1, 2 or 5 times a power of ten, at least `step`.
double niceStep(double step)
{
    const double power = std::pow(10.0, std::floor(std::log10(step)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= step)
            return factor * power;
    }
    return 10 * power;
}

QVector<double> evenTicks(const QCPRange& range)
{
    const double lo = std::pow(10.0, range.lower);
    const double hi = std::pow(10.0, range.upper);
    const double step = std::max(1.0, niceStep((hi - lo) / kEvenSteps));
    QVector<double> out;
    for (double ns = std::ceil(lo / step) * step; ns <= hi; ns += step)
        out << logNs(ns);
    return out;
}

} // namespace

double logNs(double ns)
{
    return std::log10(std::max(1.0, ns));
}

QVector<double> LogDurationTicker::createTickVector(double, const QCPRange& range)
{
    const bool isLong = range.size() > kManyDecades;
    const auto ticks = isLong ? decadeTicks(range, {1.0}) : decadeTicks(range, {1.0, 2.0, 5.0});
    return ticks.size() < kFewest ? evenTicks(range) : ticks;
}

QString LogDurationTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    // A tick is a round number: "10.0 µs" of three digits is written "10 µs".
    QString label = format::duration(std::round(std::pow(10.0, tick)));
    const auto point = label.indexOf(QLatin1Char('.'));
    if (point < 0)
        return label;
    auto end = point + 1;
    auto keep = point;
    for (; end < label.size() && label[end].isDigit(); ++end) {
        if (label[end] != QLatin1Char('0'))
            keep = end + 1;
    }
    return label.remove(keep, end - keep);
}

QVector<double> LogCountTicker::createTickVector(double, const QCPRange& range)
{
    const auto decades = static_cast<int>(std::ceil(std::log10(std::max(10.0, range.upper))));
    const int step = std::max(1, decades / 3);
    QVector<double> out;
    for (int power = 0; power <= decades; power += step) {
        const double at = std::pow(10.0, power);
        if (range.contains(at))
            out << at;
    }
    return out;
}

QString LogCountTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return format::count(static_cast<std::uint64_t>(std::llround(tick)));
}

} // namespace nv
