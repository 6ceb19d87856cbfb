// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace nv;

class SettingsTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void startsWithDefaults();
    void remembersAcrossRuns();
    void recentFilesAreNewestFirstAndBounded();
    void layoutOfAnotherVersionIsForgotten_data();
    void layoutOfAnotherVersionIsForgotten();
    void nonsenseIsTheDefault();
    void remembersNameRules();

private:
    QString file() const { return m_folder->filePath(QStringLiteral("settings.ini")); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void SettingsTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void SettingsTest::startsWithDefaults()
{
    const Settings settings(file());
    QCOMPARE(settings.theme(), Settings::ThemeChoice::System);
    QVERIFY(settings.recentFiles().isEmpty());
    QVERIFY(!settings.layout());
    QVERIFY(settings.lastFolder().isEmpty());
    QVERIFY(settings.saveFolder().isEmpty());
    QVERIFY(settings.nsysPath().isEmpty());
    QCOMPARE(settings.cacheGiB(), 20);
    QVERIFY(settings.keys().isEmpty());
    QVERIFY(!settings.wheelZooms());
    QVERIFY(!settings.knowsTour());
}

void SettingsTest::remembersAcrossRuns()
{
    const QDateTime opened = QDateTime::fromSecsSinceEpoch(1'700'000'000, Qt::UTC);
    {
        Settings settings(file());
        settings.setTheme(Settings::ThemeChoice::Dark);
        settings.addRecentFile({QStringLiteral("/traces/a.sqlite"), QStringLiteral("H100"),
                                QStringLiteral("sync-bound"), opened});
        settings.setLastFolder(QStringLiteral("/traces"));
        settings.setSaveFolder(QStringLiteral("/notes"));
        settings.setNsysPath(QStringLiteral("/opt/nsys"));
        settings.setCacheGiB(5);
        settings.setLayout({QByteArray("geometry\0bytes", 14), "docks", {QStringLiteral("gaps")}});
        settings.setKeys(QStringLiteral("gap.next\tF9\nview.fit\tCtrl+J; F7"));
        settings.setWheelZooms(true);
        settings.setKnowsTour();
    }
    const Settings settings(file());
    QCOMPARE(settings.theme(), Settings::ThemeChoice::Dark);
    QCOMPARE(settings.nsysPath(), QStringLiteral("/opt/nsys"));
    QCOMPARE(settings.cacheGiB(), 5);
    QCOMPARE(settings.recentFiles().size(), 1);
    const Settings::RecentFile recent = settings.recentFiles().at(0);
    QCOMPARE(recent.path, QStringLiteral("/traces/a.sqlite"));
    QCOMPARE(recent.gpu, QStringLiteral("H100"));
    QCOMPARE(recent.verdict, QStringLiteral("sync-bound"));
    QCOMPARE(recent.opened, opened);
    QCOMPARE(settings.lastFolder(), QStringLiteral("/traces"));
    QCOMPARE(settings.saveFolder(), QStringLiteral("/notes"));
    QVERIFY(settings.layout());
    QCOMPARE(settings.layout()->geometry, QByteArray("geometry\0bytes", 14));
    QCOMPARE(settings.layout()->docks, QByteArray("docks"));
    QCOMPARE(settings.layout()->panels, QStringList{QStringLiteral("gaps")});
    QCOMPARE(settings.keys(), QStringLiteral("gap.next\tF9\nview.fit\tCtrl+J; F7"));
    QVERIFY(settings.wheelZooms());
    QVERIFY(settings.knowsTour());
}

void SettingsTest::recentFilesAreNewestFirstAndBounded()
{
    Settings settings(file());
    for (int i = 0; i < 15; ++i)
        settings.addRecentFile({QStringLiteral("/t/%1.sqlite").arg(i), {}, {}, {}});
    settings.addRecentFile({QStringLiteral("/t/9.sqlite"), QStringLiteral("T4"), {}, {}});
    const QList<Settings::RecentFile> files = settings.recentFiles();
    QCOMPARE(files.size(), Settings::kMaxRecent);
    QCOMPARE(files.at(0).path, QStringLiteral("/t/9.sqlite"));
    QCOMPARE(files.at(0).gpu, QStringLiteral("T4"));
    QCOMPARE(files.at(1).path, QStringLiteral("/t/14.sqlite"));
    QCOMPARE(
        std::count_if(files.begin(), files.end(),
                      [](const auto& f) { return f.path.endsWith(QStringLiteral("/9.sqlite")); }),
        1);
    settings.removeRecentFile(QStringLiteral("/t/9.sqlite"));
    QCOMPARE(settings.recentFiles().at(0).path, QStringLiteral("/t/14.sqlite"));
    settings.clearRecentFiles();
    QVERIFY(settings.recentFiles().isEmpty());
}

void SettingsTest::layoutOfAnotherVersionIsForgotten_data()
{
    QTest::addColumn<QVariant>("version");
    QTest::newRow("newer") << QVariant(Settings::kLayoutVersion + 1);
    QTest::newRow("older") << QVariant(Settings::kLayoutVersion - 1);
    QTest::newRow("text") << QVariant(QStringLiteral("latest"));
    QTest::newRow("none") << QVariant();
}

void SettingsTest::layoutOfAnotherVersionIsForgotten()
{
    QFETCH(QVariant, version);
    {
        Settings settings(file());
        settings.setLayout({"geometry", "docks"});
    }
    {
        QSettings raw(file(), QSettings::IniFormat);
        if (version.isValid())
            raw.setValue(QStringLiteral("layout/version"), version);
        else
            raw.remove(QStringLiteral("layout/version"));
    }
    QVERIFY(!Settings(file()).layout());
}

void SettingsTest::nonsenseIsTheDefault()
{
    {
        QSettings raw(file(), QSettings::IniFormat);
        raw.setValue(QStringLiteral("view/theme"), QStringLiteral("plaid"));
        raw.setValue(QStringLiteral("files/recent"), 17);
        raw.setValue(QStringLiteral("layout/version"), -1);
        raw.setValue(QStringLiteral("convert/cacheGiB"), QStringLiteral("much"));
    }
    const Settings settings(file());
    QCOMPARE(settings.cacheGiB(), 20);
    QCOMPARE(settings.theme(), Settings::ThemeChoice::System);
    QVERIFY(settings.recentFiles().isEmpty());
    QVERIFY(!settings.layout());
}

void SettingsTest::remembersNameRules()
{
    {
        Settings settings(file());
        QVERIFY(settings.nameRulesFile().isEmpty());
        QVERIFY(!settings.usesNameRules());
        settings.setNameRules(QStringLiteral("/names.rules"), true);
    }
    const Settings settings(file());
    QCOMPARE(settings.nameRulesFile(), QStringLiteral("/names.rules"));
    QVERIFY(settings.usesNameRules());
}

QTEST_MAIN(SettingsTest)
#include "settings_test.moc"
