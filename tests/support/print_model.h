// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QStringList>

/// A table as text, for goldens that show what differs: one line a row, cells joined by " | ".
/// Thin and unbreakable spaces read as plain ones.
namespace nv::test {

QStringList printModel(const QAbstractItemModel& model, int role = Qt::DisplayRole);
/// One column from top to bottom.
QStringList printColumn(const QAbstractItemModel& model, int column);
QString plainSpaces(QString text);

/// "beta"_qs, also for texts with signs beyond ASCII.
inline QString operator""_qs(const char* text, std::size_t size)
{
    return QString::fromUtf8(text, static_cast<qsizetype>(size));
}

} // namespace nv::test
