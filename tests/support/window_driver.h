// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/host_loop.h"
#include "ui/appearance.h"
#include "ui/commands/commands.h"
#include "ui/main_window.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

/// The real window with settings of its own, on the loop of host_loop.h.
namespace nv::test {

class WindowDriver : public QObject
{
protected:
    void prepare()
    {
        setUpAppearance();
        QVERIFY(writeHostLoop(loop()));
        m_settings = std::make_unique<Settings>(settingsFile());
    }

    std::unique_ptr<MainWindow> newWindow(const QString& sample = {})
    {
        auto window = std::make_unique<MainWindow>(*m_settings, sample);
        window->show();
        QApplication::setActiveWindow(window.get());
        return window;
    }

    void openLoop(const QString& sample = {})
    {
        m_window = newWindow(sample);
        m_window->open(loop());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().tablesAreCurrent(), 20'000);
    }

    QString loop() const { return m_folder.filePath(QStringLiteral("loop.sqlite")); }

    QString settingsFile() const { return m_folder.filePath(QStringLiteral("settings.ini")); }

    Document& document() const { return m_window->document(); }

    Commands& commands() const { return m_window->commands(); }

    TimelinePanel& timeline() const { return *m_window->findChild<TimelinePanel*>(); }

    TimelineCanvas& canvas() const { return timeline().canvas(); }

    KeyList keysOfCommand(const char* id) const
    {
        return commands().find(QString::fromLatin1(id))->keys;
    }

    template <class T>
    T* child(const char* name) const
    {
        return m_window->findChild<T*>(QString::fromLatin1(name));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace nv::test
