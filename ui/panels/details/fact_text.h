// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/details/event_sections.h"

/// How single figures of an event read: the rounded one first, the exact one beside it.
namespace nv {

/// "12.3 µs  (12 345 ns)".
Fact durationFact(const QString& what, DurationNs length, const FactLink& link = {});
/// With its sign: "−1.50 µs  (−1 500 ns)".
Fact signedFact(const QString& what, Ns length, const QString& tip);
Fact timeFact(const QString& what, Ns t, const QString& tip = {});
Fact bytesFact(const QString& what, std::optional<Bytes> bytes, const QString& whyUnknown);
Fact countFact(const QString& what, std::uint64_t n, const QString& tip = {});
/// An empty text is unknown.
Fact textFact(const QString& what, const QString& text, const QString& whyUnknown);
Fact unknownFact(const QString& what, const QString& why);

/// A length with its sign, rounded: "+1.20 ms".
QString signedText(Ns length);

} // namespace nv
