// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/ruler.h"

#include <algorithm>
#include <array>

namespace nv::scene {

namespace {

constexpr int kMostDigits = 6;

struct Unit
{
    DurationNs ns;
    int digits; ///< decimal digits of one in ns
    const char* name;
};

constexpr std::array<Unit, 4> kUnits{
    {{1'000'000'000, 9, " s"}, {1'000'000, 6, " ms"}, {1'000, 3, " \u00b5s"}, {1, 0, " ns"}}};

const Unit& unitFor(DurationNs largest)
{
    for (const Unit& unit : kUnits)
        if (largest >= unit.ns)
            return unit;
    return kUnits.back();
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `least`.
DurationNs niceStep(double least)
{
    DurationNs power = 1;
    while (static_cast<double>(power) * 10 < least && power < 1'000'000'000'000'000'000U)
        power *= 10;
    for (const DurationNs factor : {1U, 2U, 5U, 10U})
        if (static_cast<double>(power) * static_cast<double>(factor) >= least)
            return power * factor;
    return power * 10;
}

/// Minor ticks per step: what divides 1, 2 and 5 evenly, in whole ns.
DurationNs minorStep(DurationNs step)
{
    const DurationNs parts = std::to_string(step).front() == '2' ? 4 : 5;
    return step % parts == 0 ? step / parts : step;
}

int digitsFor(DurationNs step, const Unit& unit)
{
    int digits = unit.digits;
    for (DurationNs rest = step; digits > 0 && rest % 10 == 0; rest /= 10)
        --digits;
    return digits;
}

DurationNs magnitude(Ns t)
{
    return t < 0 ? lengthBetween(t, 0) : lengthBetween(0, t);
}

/// `value` in a unit with a fixed number of digits, thin spaces between thousands of the fraction.
std::string number(Ns value, const Unit& unit, int digits)
{
    const DurationNs size = magnitude(value);
    std::string text = (value < 0 ? "\u2212" : "") + std::to_string(size / unit.ns);
    if (digits == 0)
        return text;
    std::string fraction = std::to_string(size % unit.ns);
    fraction.insert(0, static_cast<std::size_t>(unit.digits) - fraction.size(), '0');
    fraction.resize(static_cast<std::size_t>(digits));
    text += '.';
    for (std::size_t i = 0; i < fraction.size(); ++i) {
        if (i > 0 && i % 3 == 0)
            text += "\u2009";
        text += fraction[i];
    }
    return text;
}

Ns floorTo(Ns t, DurationNs step)
{
    const auto s = static_cast<Ns>(step);
    const Ns rest = t % s;
    const Ns below = rest < 0 ? rest + s : rest;
    return t < kMinNs + below ? kMinNs : t - below;
}

struct Labels
{
    Ns base = 0;
    std::string baseText;
    const Unit* unit = nullptr;
    int digits = 0;

    std::string of(Ns t) const
    {
        const std::string text = number(t - base, *unit, digits) + unit->name;
        return baseText.empty() ? text : "+" + text;
    }
};

Labels chooseLabels(TimeRange view, DurationNs step)
{
    Labels labels;
    labels.unit = &unitFor(std::max(magnitude(view.begin), magnitude(view.end)));
    labels.digits = digitsFor(step, *labels.unit);
    if (labels.digits <= kMostDigits)
        return labels;
    DurationNs round = 1000;
    while (round < view.length() && round < 1'000'000'000'000U)
        round *= 10;
    labels.base = floorTo(view.begin, round);
    labels.baseText =
        number(labels.base, *labels.unit, digitsFor(round, *labels.unit)) + labels.unit->name;
    labels.unit = &unitFor(lengthBetween(labels.base, view.end));
    labels.digits = digitsFor(step, *labels.unit);
    return labels;
}

} // namespace

std::string pointLabel(const TimeScale& scale, int minLabelPx, Ns at)
{
    if (scale.isEmpty() || minLabelPx <= 0)
        return {};
    Labels labels = chooseLabels(scale.view, niceStep(scale.nsPerPixel() * minLabelPx));
    DurationNs column = 1;
    while (static_cast<double>(column) * 10 <= scale.nsPerPixel()
           && column < 1'000'000'000'000'000'000U)
        column *= 10;
    labels.digits = digitsFor(column, *labels.unit);
    return labels.of(floorTo(addSaturated(at, static_cast<Ns>(column / 2)), column));
}

Ruler makeRuler(const TimeScale& scale, int minLabelPx)
{
    Ruler ruler;
    if (scale.isEmpty() || minLabelPx <= 0)
        return ruler;
    ruler.step = niceStep(scale.nsPerPixel() * minLabelPx);
    const DurationNs minor = minorStep(ruler.step);
    const Labels labels = chooseLabels(scale.view, ruler.step);
    ruler.base = labels.baseText;
    Ns t = floorTo(scale.view.begin, minor);
    while (t < scale.view.end) {
        if (t >= scale.view.begin) {
            const bool isMajor = t % static_cast<Ns>(ruler.step) == 0;
            ruler.ticks.push_back(
                {t, scale.xOf(t), isMajor, isMajor ? labels.of(t) : std::string{}});
        }
        if (lengthBetween(t, kMaxNs) < minor)
            break;
        t += static_cast<Ns>(minor);
    }
    return ruler;
}

} // namespace nv::scene
