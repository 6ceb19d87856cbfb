// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mark_text.h"

#include "ui/annotations.h"
#include "ui/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace nv {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Marks", text);
}

} // namespace

QString distanceText(Ns a, Ns b)
{
    const DurationNs length = lengthBetween(std::min(a, b), std::max(a, b));
    return tr("%1 = %2 ns")
        .arg(format::duration(static_cast<double>(length)), format::count(length));
}

QString markText(Ns mark, const Annotations& annotations)
{
    QString out = tr("mark at %1").arg(format::timeAt(mark, 1));
    if (const QString note = annotations.noteOfMark(mark); !note.isEmpty())
        out += u'\n' + note;
    if (annotations.marks().size() > 1)
        out += tr("\nCtrl+click another mark for their distance.");
    return out;
}

} // namespace nv
