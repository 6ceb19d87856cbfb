// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/print_model.h"

namespace nv::test {

QString plainSpaces(QString text)
{
    for (const char16_t space : {u'\u00a0', u'\u2009', u'\u202f'})
        text.replace(QChar(space), QLatin1Char(' '));
    return text;
}

QStringList printModel(const QAbstractItemModel& model, int role)
{
    QStringList out;
    QStringList cells;
    for (int c = 0; c < model.columnCount(); ++c)
        cells << model.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
    out << plainSpaces(cells.join(QStringLiteral(" | ")));
    for (int r = 0; r < model.rowCount(); ++r) {
        cells.clear();
        for (int c = 0; c < model.columnCount(); ++c)
            cells << model.data(model.index(r, c), role).toString();
        out << plainSpaces(cells.join(QStringLiteral(" | ")));
    }
    return out;
}

QStringList printColumn(const QAbstractItemModel& model, int column)
{
    QStringList out;
    for (int r = 0; r < model.rowCount(); ++r)
        out << plainSpaces(model.data(model.index(r, column), Qt::DisplayRole).toString());
    return out;
}

} // namespace nv::test
