// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <optional>

namespace nv {

/// Everything the program remembers between runs, typed, with one table of keys (settings.cpp).
/// Shape: plain values; a stored layout is kept only when it was written by this layout version,
/// anything else answers the default.  Of a trace it holds the path, the GPU's name and the primary
/// class, nothing else. Errors: none; what cannot be read is the default.  Thread: GUI thread.
class Settings
{
public:
    enum class ThemeChoice
    {
        System,
        Light,
        Dark
    };

    Settings();                                ///< of the user
    explicit Settings(const QString& iniFile); ///< of a file: tests and off-screen pictures

    ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    /// A file opened before, with what the start page says about it; texts may be empty.
    struct RecentFile
    {
        QString path;
        QString gpu;
        QString verdict;
        QDateTime opened;
    };

    /// Newest first, at most kMaxRecent, each path once.
    QList<RecentFile> recentFiles() const;
    void addRecentFile(const RecentFile& file);
    void removeRecentFile(const QString& path);
    void clearRecentFiles();

    /// Where the last trace was opened; empty at first.
    QString lastFolder() const;
    void setLastFolder(const QString& folder);

    /// Where the last file was saved; empty at first.
    QString saveFolder() const;
    void setSaveFolder(const QString& folder);

    /// What converts reports; empty: the newest nsys that is found.
    QString nsysPath() const;
    void setNsysPath(const QString& path);

    /// Room for converted reports, in GiB.
    int cacheGiB() const;
    void setCacheGiB(int size);

    /// Rules that give names labels (core/analysis/name_rules.h); empty: none.
    QString nameRulesFile() const;
    bool usesNameRules() const;
    void setNameRules(const QString& file, bool used);

    /// Limits that the dialog has set, as thresholdsJson() writes them; empty: the defaults.
    QString thresholds() const;
    void setThresholds(const QString& json);

    /// Order and height of lanes, in the words of lane_settings.cpp; empty: never chosen.
    QString laneOrder() const;
    void setLaneOrder(const QString& order);
    QString rowHeight() const;
    void setRowHeight(const QString& height);

    /// Keys that were changed, as Commands::chosen() writes them; empty: none.
    QString keys() const;
    void setKeys(const QString& keys);

    bool wheelZooms() const; ///< without Ctrl, as in Tracy
    void setWheelZooms(bool zooms);

    /// The start page has offered the tour, and it was taken or declined.
    bool knowsTour() const;
    void setKnowsTour();

    /// What colours of kernels and ranges stand for, in the words of colour_menu.cpp.
    QString kernelColours() const;
    void setKernelColours(const QString& by);
    QString rangeColours() const;
    void setRangeColours(const QString& by);

    struct Layout
    {
        QByteArray geometry;
        QByteArray docks;
        QStringList panels{}; ///< ids that `docks` speaks of; others were added since
    };

    /// nullopt: none stored, or stored by a layout this program does not know.
    std::optional<Layout> layout() const;
    void setLayout(const Layout& layout);
    void forgetLayout();

    /// Version of the set of docks: raise it when stored layouts would no longer fit.
    static constexpr int kLayoutVersion = 2;
    static constexpr int kMaxRecent = 10;
    static constexpr int kMaxCacheGiB = 4096;

private:
    void storeRecent(const QList<RecentFile>& files);

    QSettings m_store;
};

} // namespace nv
