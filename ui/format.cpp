// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace nv::format {

namespace {

// Both kinds of space never break a line between a figure and what belongs to it.
constexpr char16_t kThin = 0x202f;
constexpr char16_t kSpace = 0x00a0;
constexpr char16_t kMinus = 0x2212;

constexpr int kMostDecimals = 3; ///< within a column of one unit
constexpr double kLeastInColumn = 0.001;

struct UnitStep
{
    double size;
    const char16_t* name;
};

constexpr std::array<UnitStep, 4> kTimeUnits{
    {{1.0, u"ns"}, {1e3, u"µs"}, {1e6, u"ms"}, {1e9, u"s"}}};

/// Digits of an integer, thousands set apart.
QString grouped(const QString& digits)
{
    QString out;
    const qsizetype n = digits.size();
    for (qsizetype i = 0; i < n; ++i) {
        if (i > 0 && (n - i) % 3 == 0)
            out += QChar(kThin);
        out += digits[i];
    }
    return out;
}

QString signedText(bool negative, const QString& text)
{
    return negative ? QChar(kMinus) + text : text;
}

/// Decimals that leave three significant digits: 1.04 -> 2, 12.3 -> 1, 140 -> 0.
int decimalsFor(double magnitude, int most)
{
    if (magnitude <= 0)
        return 0;
    const double digits = std::floor(std::log10(magnitude));
    return std::clamp(2 - static_cast<int>(digits), 0, most);
}

/// Three significant digits; rounding that reaches the next power of ten keeps three.
QString significant(double value, int most = 12)
{
    const bool negative = value < 0;
    const double magnitude = std::fabs(value);
    int decimals = decimalsFor(magnitude, most);
    QString text = QString::number(magnitude, 'f', decimals);
    const int again = decimalsFor(text.toDouble(), most);
    if (again < decimals) {
        decimals = again;
        text = QString::number(magnitude, 'f', decimals);
    }
    if (decimals > 0)
        return signedText(negative, text);
    return signedText(negative, grouped(text));
}

QString withUnit(const QString& figure, const QString& unit)
{
    return figure + QChar(kSpace) + unit;
}

/// The largest unit in which the value, rounded to three digits, is at least 1.
template <std::size_t N>
std::size_t unitOf(double value, const std::array<UnitStep, N>& units)
{
    const double magnitude = std::fabs(value);
    std::size_t unit = 0;
    while (unit + 1 < N && magnitude >= units.at(unit + 1).size * 0.9995)
        ++unit;
    return unit;
}

template <std::size_t N>
QString scaled(double value, const std::array<UnitStep, N>& units)
{
    const auto& unit = units.at(unitOf(value, units));
    return withUnit(significant(value / unit.size), QString::fromUtf16(unit.name));
}

QString wholeNs(Ns ns)
{
    const QString digits = QString::number(ns);
    if (ns < 0)
        return signedText(true, grouped(digits.mid(1)));
    return grouped(digits);
}

int decimalsOf(DurationNs resolution)
{
    int decimals = 9;
    for (DurationNs step = 10; decimals > 0 && step <= resolution; step *= 10) {
        --decimals;
        if (step > resolution / 10)
            break;
    }
    return decimals;
}

/// Seconds with `decimals` digits, rounded half away from zero, without their unit.
QString seconds(Ns t, int decimals)
{
    DurationNs step = 1;
    for (int i = decimals; i < 9; ++i)
        step *= 10;
    const DurationNs magnitude =
        t < 0 ? DurationNs{0} - static_cast<DurationNs>(t) : static_cast<DurationNs>(t);
    const DurationNs rounded = (magnitude + step / 2) / step;
    DurationNs perSecond = 1;
    for (int i = 0; i < decimals; ++i)
        perSecond *= 10;
    QString text = grouped(QString::number(rounded / perSecond));
    if (decimals > 0) {
        const QString fraction =
            QString::number(rounded % perSecond).rightJustified(decimals, u'0');
        text += u'.';
        for (qsizetype i = 0; i < fraction.size(); ++i) {
            if (i > 0 && i % 3 == 0 && fraction.size() > 4)
                text += QChar(kThin);
            text += fraction[i];
        }
    }
    return signedText(t < 0 && rounded > 0, text);
}

} // namespace

QString unknown()
{
    return QStringLiteral("—");
}

QString duration(double ns)
{
    if (!std::isfinite(ns))
        return unknown();
    if (ns == std::floor(ns) && std::fabs(ns) < 1000)
        return withUnit(wholeNs(static_cast<Ns>(ns)), QStringLiteral("ns"));
    return scaled(ns, kTimeUnits);
}

QString duration(std::optional<double> ns)
{
    return ns ? duration(*ns) : unknown();
}

TimeUnit timeUnit(double largestNs)
{
    return static_cast<TimeUnit>(unitOf(largestNs, kTimeUnits));
}

QString durationIn(double ns, TimeUnit unit)
{
    if (!std::isfinite(ns))
        return unknown();
    const auto& step = kTimeUnits.at(static_cast<std::size_t>(unit));
    const double value = ns / step.size;
    const QString name = QString::fromUtf16(step.name);
    if (value != 0 && std::fabs(value) < kLeastInColumn / 2)
        return withUnit(QStringLiteral("<0.001"), name);
    return withUnit(significant(value, kMostDecimals), name);
}

QString exactNs(Ns ns)
{
    return withUnit(wholeNs(ns), QStringLiteral("ns"));
}

QString timeAt(Ns t, DurationNs resolution)
{
    return withUnit(seconds(t, decimalsOf(resolution)), QStringLiteral("s"));
}

QString range(TimeRange range)
{
    const int decimals = decimalsOf(std::max<DurationNs>(range.length() / 100, 1));
    return withUnit(seconds(range.begin, decimals) + u'–' + seconds(range.end, decimals),
                    QStringLiteral("s"));
}

QString bytes(double bytes)
{
    static constexpr std::array<UnitStep, 5> kUnits{{{1.0, u"B"},
                                                     {1024.0, u"KiB"},
                                                     {1048576.0, u"MiB"},
                                                     {1073741824.0, u"GiB"},
                                                     {1099511627776.0, u"TiB"}}};
    if (!std::isfinite(bytes))
        return unknown();
    if (bytes == std::floor(bytes) && std::fabs(bytes) < 1023.5)
        return withUnit(wholeNs(static_cast<Ns>(bytes)), QStringLiteral("B"));
    return scaled(bytes, kUnits);
}

QString bandwidth(std::optional<double> bytesPerSecond)
{
    static constexpr std::array<UnitStep, 5> kUnits{
        {{1.0, u"B/s"}, {1e3, u"kB/s"}, {1e6, u"MB/s"}, {1e9, u"GB/s"}, {1e12, u"TB/s"}}};
    if (!bytesPerSecond || !std::isfinite(*bytesPerSecond))
        return unknown();
    return scaled(*bytesPerSecond, kUnits);
}

QString count(std::uint64_t n)
{
    return grouped(QString::number(n));
}

QString percent(double share)
{
    if (!std::isfinite(share))
        return unknown();
    // A share that is not nothing must not read as nothing, nor one short of all as all.
    const double value = share * 100;
    if (value > 0 && value < 0.05)
        return withUnit(QStringLiteral("<0.1"), QStringLiteral("%"));
    if (value < 100 && value >= 99.95)
        return withUnit(QStringLiteral(">99.9"), QStringLiteral("%"));
    return withUnit(signedText(value <= -0.05, QString::number(std::fabs(value), 'f', 1)),
                    QStringLiteral("%"));
}

QString percent(std::optional<double> share)
{
    return share ? percent(*share) : unknown();
}

QString ratio(double r)
{
    return std::isfinite(r) ? significant(r) + u'x' : unknown();
}

QString withMinus(const QString& number)
{
    return number.startsWith(u'-') ? QChar(kMinus) + number.mid(1) : number;
}

QString withTimes(const QString& text)
{
    static const QRegularExpression times(
        QStringLiteral("(?<![\\w.,/])([-\u2212]?\\d+)(?: to ([-\u2212]?\\d+))? ns\\b"));
    const auto number = [](const QString& digits) {
        return QString(digits).replace(QChar(kMinus), QLatin1Char('-')).toLongLong();
    };
    QString out;
    qsizetype done = 0;
    for (auto at = times.globalMatch(text); at.hasNext();) {
        const QRegularExpressionMatch match = at.next();
        out += QStringView(text).mid(done, match.capturedStart() - done);
        done = match.capturedEnd();
        out += match.hasCaptured(2) ? range({number(match.captured(1)), number(match.captured(2))})
                                    : exactNs(number(match.captured(1)));
    }
    return out + QStringView(text).mid(done);
}

QString quoted(const QString& sentence)
{
    static const QRegularExpression pair(QStringLiteral("\"([^\"]*)\""));
    const qsizetype command = sentence.indexOf(QLatin1String("nsys profile "));
    QString prose = command < 0 ? sentence : sentence.left(command);
    prose.replace(pair, QStringLiteral("“\\1”"));
    return command < 0 ? prose : prose + QStringView(sentence).mid(command);
}

QString wrapped(const QString& text)
{
    // Plain tooltips are one line as long as the screen; only rich text wraps.
    return text.isEmpty()
               ? QString()
               : u"<qt>" + text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"))
                     + u"</qt>";
}

QString middle(const QString& text, int max)
{
    if (text.size() <= max || max < 1)
        return text;
    const int kept = max - 1;
    const int head = (kept + 1) / 2;
    return text.left(head) + u'…' + text.right(kept - head);
}

} // namespace nv::format
