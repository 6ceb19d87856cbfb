// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include "core/sources/source.h"

#include <QFileInfo>

#include <algorithm>

namespace nv {

namespace {

// All keys of the store.
constexpr QLatin1String kTheme("view/theme");
constexpr QLatin1String kRecent("files/recent");
constexpr QLatin1String kPath("path");
constexpr QLatin1String kGpu("gpu");
constexpr QLatin1String kVerdict("verdict");
constexpr QLatin1String kOpened("opened");
constexpr QLatin1String kLastFolder("files/lastFolder");
constexpr QLatin1String kSaveFolder("files/saveFolder");
constexpr QLatin1String kNsys("convert/nsys");
constexpr QLatin1String kCache("convert/cacheGiB");
constexpr QLatin1String kNameRules("names/rulesFile");
constexpr QLatin1String kNameRulesUsed("names/rulesUsed");
constexpr QLatin1String kThresholds("verdict/thresholds");
constexpr QLatin1String kLaneOrder("lanes/order");
constexpr QLatin1String kRowHeight("lanes/height");
constexpr QLatin1String kKeys("keys/chosen");
constexpr QLatin1String kWheelZooms("keys/wheelZooms");
constexpr QLatin1String kKnowsTour("start/knowsTour");
constexpr QLatin1String kKernelColours("colours/kernels");
constexpr QLatin1String kRangeColours("colours/ranges");
constexpr QLatin1String kLayoutStamp("layout/version");
constexpr QLatin1String kGeometry("layout/geometry");
constexpr QLatin1String kDocks("layout/docks");
constexpr QLatin1String kPanelLayout("layout/panels");

constexpr int kDefaultCacheGiB = static_cast<int>(kDefaultCacheBytes >> 30U);

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

QList<Settings::RecentFile> Settings::recentFiles() const
{
    QSettings store(m_store.fileName(), QSettings::IniFormat);
    QList<RecentFile> files;
    const int count = std::min(store.beginReadArray(kRecent), kMaxRecent);
    for (int i = 0; i < count; ++i) {
        store.setArrayIndex(i);
        RecentFile file{store.value(kPath).toString(), store.value(kGpu).toString(),
                        store.value(kVerdict).toString(), store.value(kOpened).toDateTime()};
        const bool known = std::any_of(files.begin(), files.end(), [&file](const RecentFile& f) {
            return f.path == file.path;
        });
        if (!file.path.isEmpty() && !known)
            files.append(file);
    }
    return files;
}

void Settings::addRecentFile(const RecentFile& file)
{
    RecentFile added = file;
    added.path = QFileInfo(file.path).absoluteFilePath();
    QList<RecentFile> files = recentFiles();
    files.removeIf([&added](const RecentFile& f) { return f.path == added.path; });
    files.prepend(added);
    storeRecent(files.mid(0, kMaxRecent));
}

void Settings::removeRecentFile(const QString& path)
{
    QList<RecentFile> files = recentFiles();
    files.removeIf([&path](const RecentFile& f) { return f.path == path; });
    storeRecent(files);
}

void Settings::storeRecent(const QList<RecentFile>& files)
{
    m_store.remove(kRecent);
    m_store.beginWriteArray(kRecent, static_cast<int>(files.size()));
    for (int i = 0; i < files.size(); ++i) {
        m_store.setArrayIndex(i);
        m_store.setValue(kPath, files.at(i).path);
        m_store.setValue(kGpu, files.at(i).gpu);
        m_store.setValue(kVerdict, files.at(i).verdict);
        m_store.setValue(kOpened, files.at(i).opened);
    }
    m_store.endArray();
    m_store.sync(); // recentFiles() reads the file anew
}

void Settings::clearRecentFiles()
{
    m_store.remove(kRecent);
    m_store.sync();
}

QString Settings::lastFolder() const
{
    return m_store.value(kLastFolder).toString();
}

void Settings::setLastFolder(const QString& folder)
{
    m_store.setValue(kLastFolder, folder);
}

QString Settings::saveFolder() const
{
    return m_store.value(kSaveFolder).toString();
}

void Settings::setSaveFolder(const QString& folder)
{
    m_store.setValue(kSaveFolder, folder);
}

QString Settings::nsysPath() const
{
    return m_store.value(kNsys).toString();
}

void Settings::setNsysPath(const QString& path)
{
    if (path.isEmpty())
        m_store.remove(kNsys);
    else
        m_store.setValue(kNsys, path);
}

int Settings::cacheGiB() const
{
    bool isNumber = false;
    const int size = m_store.value(kCache).toInt(&isNumber);
    return isNumber && size >= 1 && size <= kMaxCacheGiB ? size : kDefaultCacheGiB;
}

void Settings::setCacheGiB(int size)
{
    m_store.setValue(kCache, std::clamp(size, 1, kMaxCacheGiB));
}

QString Settings::nameRulesFile() const
{
    return m_store.value(kNameRules).toString();
}

bool Settings::usesNameRules() const
{
    return m_store.value(kNameRulesUsed, false).toBool();
}

void Settings::setNameRules(const QString& file, bool used)
{
    m_store.setValue(kNameRules, file);
    m_store.setValue(kNameRulesUsed, used);
}

QString Settings::thresholds() const
{
    return m_store.value(kThresholds).toString();
}

void Settings::setThresholds(const QString& json)
{
    if (json.isEmpty())
        m_store.remove(kThresholds);
    else
        m_store.setValue(kThresholds, json);
}

QString Settings::laneOrder() const
{
    return m_store.value(kLaneOrder).toString();
}

void Settings::setLaneOrder(const QString& order)
{
    m_store.setValue(kLaneOrder, order);
}

QString Settings::rowHeight() const
{
    return m_store.value(kRowHeight).toString();
}

void Settings::setRowHeight(const QString& height)
{
    m_store.setValue(kRowHeight, height);
}

QString Settings::keys() const
{
    return m_store.value(kKeys).toString();
}

void Settings::setKeys(const QString& keys)
{
    if (keys.isEmpty())
        m_store.remove(kKeys);
    else
        m_store.setValue(kKeys, keys);
}

bool Settings::wheelZooms() const
{
    return m_store.value(kWheelZooms, false).toBool();
}

void Settings::setWheelZooms(bool zooms)
{
    m_store.setValue(kWheelZooms, zooms);
}

bool Settings::knowsTour() const
{
    return m_store.value(kKnowsTour, false).toBool();
}

void Settings::setKnowsTour()
{
    m_store.setValue(kKnowsTour, true);
}

QString Settings::kernelColours() const
{
    return m_store.value(kKernelColours).toString();
}

void Settings::setKernelColours(const QString& by)
{
    m_store.setValue(kKernelColours, by);
}

QString Settings::rangeColours() const
{
    return m_store.value(kRangeColours).toString();
}

void Settings::setRangeColours(const QString& by)
{
    m_store.setValue(kRangeColours, by);
}

std::optional<Settings::Layout> Settings::layout() const
{
    bool isNumber = false;
    const int version = m_store.value(kLayoutStamp).toInt(&isNumber);
    if (!isNumber || version != kLayoutVersion)
        return std::nullopt;
    return Layout{m_store.value(kGeometry).toByteArray(), m_store.value(kDocks).toByteArray(),
                  m_store.value(kPanelLayout).toStringList()};
}

void Settings::setLayout(const Layout& layout)
{
    m_store.setValue(kLayoutStamp, kLayoutVersion);
    m_store.setValue(kGeometry, layout.geometry);
    m_store.setValue(kDocks, layout.docks);
    m_store.setValue(kPanelLayout, layout.panels);
}

void Settings::forgetLayout()
{
    m_store.remove(kLayoutStamp);
    m_store.remove(kGeometry);
    m_store.remove(kDocks);
    m_store.remove(kPanelLayout);
}

} // namespace nv
