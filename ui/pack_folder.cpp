// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pack_folder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>

namespace nv {
namespace {

QString sentence(const char* text)
{
    return QCoreApplication::translate("nv::PackFolder", text);
}

QString cannotWrite(const QString& path)
{
    return sentence("%1 could not be written; check the folder and its permissions.")
        .arg(QFileInfo(path).fileName());
}

/// Empty, or an earlier pack: it may go.
bool isReplaceable(const QString& path)
{
    static const QRegularExpression kOfPack(QStringLiteral("^(review\\.md|finding-[0-9]+\\.png)$"));
    const QStringList names =
        QDir(path).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    return std::all_of(names.begin(), names.end(),
                       [](const QString& name) { return kOfPack.match(name).hasMatch(); });
}

bool writeFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::NewOnly)
           && file.write(content) == content.size() && file.flush();
}

} // namespace

QString writeFolder(const QString& path, const PackFolder& files)
{
    const QFileInfo target(path);
    if (target.exists() && !target.isDir())
        return sentence("%1 is a file; choose another name for the folder.").arg(target.fileName());
    if (target.exists() && !isReplaceable(path))
        return sentence("The folder %1 holds other files; choose another name.")
            .arg(target.fileName());
    // Readable by others like any folder; QTemporaryDir gives a unique name and removes it.
    const QTemporaryDir place(target.absolutePath() + u"/." + target.fileName() + u".part-XXXXXX");
    if (!place.isValid())
        return cannotWrite(path);
    const QString made = place.filePath(QStringLiteral("new"));
    const QString old = place.filePath(QStringLiteral("old"));
    if (!QDir().mkdir(made))
        return cannotWrite(path);
    for (const auto& [name, content] : files)
        if (!writeFile(made + u'/' + name, content))
            return cannotWrite(path);
    const bool isMovedAway = !target.exists() || QDir().rename(target.absoluteFilePath(), old);
    if (isMovedAway && QDir().rename(made, target.absoluteFilePath()))
        return {};
    if (QFileInfo::exists(old))
        QDir().rename(old, target.absoluteFilePath());
    return cannotWrite(path);
}

} // namespace nv
