// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include <QFileInfo>

namespace nv {

namespace {

// All keys of the store.
constexpr QLatin1String kTheme("view/theme");
constexpr QLatin1String kRecent("files/recent");
constexpr QLatin1String kLastFolder("files/lastFolder");
constexpr QLatin1String kLayoutStamp("layout/version");
constexpr QLatin1String kGeometry("layout/geometry");
constexpr QLatin1String kDocks("layout/docks");

constexpr QLatin1String kLight("light");
constexpr QLatin1String kDark("dark");
constexpr QLatin1String kSystem("system");

} // namespace

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("nsys-verdict"),
              QStringLiteral("nsys-verdict"))
{}

Settings::Settings(const QString& iniFile)
    : m_store(iniFile, QSettings::IniFormat)
{}

Settings::ThemeChoice Settings::theme() const
{
    const QString stored = m_store.value(kTheme).toString();
    if (stored == kLight)
        return ThemeChoice::Light;
    if (stored == kDark)
        return ThemeChoice::Dark;
    return ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice)
{
    const QLatin1String text = choice == ThemeChoice::Light  ? kLight
                               : choice == ThemeChoice::Dark ? kDark
                                                             : kSystem;
    m_store.setValue(kTheme, QString(text));
}

QStringList Settings::recentFiles() const
{
    QStringList files = m_store.value(kRecent).toStringList();
    files.removeAll(QString());
    files.removeDuplicates();
    return files.mid(0, kMaxRecent);
}

void Settings::addRecentFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    m_store.setValue(kRecent, files.mid(0, kMaxRecent));
}

void Settings::removeRecentFile(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    m_store.setValue(kRecent, files);
}

void Settings::clearRecentFiles()
{
    m_store.remove(kRecent);
}

QString Settings::lastFolder() const
{
    return m_store.value(kLastFolder).toString();
}

void Settings::setLastFolder(const QString& folder)
{
    m_store.setValue(kLastFolder, folder);
}

std::optional<Settings::Layout> Settings::layout() const
{
    bool isNumber = false;
    const int version = m_store.value(kLayoutStamp).toInt(&isNumber);
    if (!isNumber || version != kLayoutVersion)
        return std::nullopt;
    return Layout{m_store.value(kGeometry).toByteArray(), m_store.value(kDocks).toByteArray()};
}

void Settings::setLayout(const Layout& layout)
{
    m_store.setValue(kLayoutStamp, kLayoutVersion);
    m_store.setValue(kGeometry, layout.geometry);
    m_store.setValue(kDocks, layout.docks);
}

void Settings::forgetLayout()
{
    m_store.remove(kLayoutStamp);
    m_store.remove(kGeometry);
    m_store.remove(kDocks);
}

} // namespace nv
