// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/number_input.h"

namespace nv {

namespace {

/// The spaces that figures are shown with.
bool isFigureSpace(QChar c)
{
    return c == QChar(0x00a0) || c == QChar(0x2009) || c == QChar(0x202f);
}

/// "1.234,5": whoever writes so parts thousands with points, which nobody can tell from decimals.
bool hasBoth(const QString& number)
{
    return number.contains(u',') && number.contains(u'.');
}

QString readableNumber(QString number, bool isCommaDecimal)
{
    if (isCommaDecimal && !hasBoth(number) && number.count(u',') == 1)
        number.replace(u',', u'.');
    return number;
}

} // namespace

QString readableNumbers(const QString& text, const QLocale& locale)
{
    const bool isCommaDecimal = locale.decimalPoint() == QLatin1String(",");
    QString out;
    QString number;
    const auto endNumber = [&] {
        out += readableNumber(number, isCommaDecimal);
        number.clear();
    };
    for (const QChar c : text) {
        if (isFigureSpace(c))
            continue;
        const bool belongsToNumber = c.isDigit() || (!number.isEmpty() && (c == u',' || c == u'.'));
        if (belongsToNumber) {
            number += c;
            continue;
        }
        endNumber();
        if (c == QChar(0x00b5) || c == QChar(0x03bc)) // micro sign, Greek mu
            out += u'u';
        else
            out += c;
    }
    endNumber();
    return out;
}

QString readableTimes(const QString& text, const QLocale& locale)
{
    QString out = readableNumbers(text, locale);
    out.removeIf([](QChar c) { return c.isSpace(); });
    return out;
}

} // namespace nv
