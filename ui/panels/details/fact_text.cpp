// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/details/fact_text.h"

#include "ui/format.h"

namespace nv {
namespace {

constexpr DurationNs kReadAsNs = 1000; ///< a length below it is shown in whole ns anyway

/// Exact, as far as int64 goes.
QString withExact(const QString& rounded, Ns exact, DurationNs size)
{
    return size < kReadAsNs ? rounded
                            : rounded % QStringLiteral("  (") % format::exactNs(exact) % u')';
}

DurationNs sizeOf(Ns length)
{
    return length < 0 ? lengthBetween(length, 0) : static_cast<DurationNs>(length);
}

} // namespace

Fact durationFact(const QString& what, DurationNs length, const FactLink& link)
{
    QString text = format::duration(static_cast<double>(length));
    if (length <= static_cast<DurationNs>(kMaxNs))
        text = withExact(text, static_cast<Ns>(length), length);
    return {what, text, QString::number(length), {}, link};
}

Fact signedFact(const QString& what, Ns length, const QString& tip)
{
    return {what,
            withExact(signedText(length), length, sizeOf(length)),
            QString::number(length),
            tip,
            {}};
}

Fact timeFact(const QString& what, Ns t, const QString& tip)
{
    return {what, format::timeAt(t, 1), QString::number(t), tip, {}};
}

Fact bytesFact(const QString& what, std::optional<Bytes> bytes, const QString& whyUnknown)
{
    if (!bytes)
        return unknownFact(what, whyUnknown);
    constexpr Bytes kReadAsBytes = 1024;
    QString text = format::bytes(static_cast<double>(*bytes));
    if (*bytes >= kReadAsBytes)
        text = text % QStringLiteral("  (") % format::count(static_cast<std::uint64_t>(*bytes))
               % QStringLiteral(" B)");
    return {what, text, QString::number(*bytes), {}, {}};
}

Fact countFact(const QString& what, std::uint64_t n, const QString& tip)
{
    return {what, format::count(n), QString::number(n), tip, {}};
}

Fact textFact(const QString& what, const QString& text, const QString& whyUnknown)
{
    return text.isEmpty() ? unknownFact(what, whyUnknown) : Fact{what, text, text, text, {}};
}

Fact unknownFact(const QString& what, const QString& why)
{
    return {what, format::unknown(), QString(), why, {}};
}

QString signedText(Ns length)
{
    const QString text = format::duration(static_cast<double>(length));
    return length > 0 ? u'+' + text : text;
}

} // namespace nv
