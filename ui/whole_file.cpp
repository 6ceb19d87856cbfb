// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whole_file.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

namespace nv {

QString writeWhole(const QString& path, const std::string& text)
{
    QSaveFile file(path);
    const auto size = static_cast<qint64>(text.size());
    if (file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size && file.commit())
        return {};
    return QCoreApplication::translate("nv::Exporter",
                                       "%1 could not be written (%2); choose another folder.")
        .arg(QFileInfo(path).fileName(), file.errorString());
}

} // namespace nv
