// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

namespace nv {

/// What a person typed or pasted, with its numbers as the program reads them: a decimal point, no
/// spaces between thousands, "us" for microseconds.
/// A point is always the decimal sign, as in every figure the program shows.  A comma is one where
/// the system of the user writes it so; elsewhere, where it would part thousands, it stays and the
/// reader refuses it: 1,500 must not become one and a half.
/// Cost: O(text).  Thread: pure.
QString readableNumbers(const QString& text, const QLocale& locale = QLocale());

/// The same for times: no spaces at all, "1.2 s / 1.35 s" as the command line wants it.
QString readableTimes(const QString& text, const QLocale& locale = QLocale());

} // namespace nv
