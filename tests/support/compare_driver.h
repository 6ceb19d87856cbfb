// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/median_event.h"
#include "core/report/compare_report.h"
#include "core/scene/event_view.h"
#include "tests/support/compare_loops.h"
#include "tests/support/print_model.h"
#include "ui/annotations.h"
#include "ui/appearance.h"
#include "ui/load_bar.h"
#include "ui/main_window.h"
#include "ui/message_bar.h"
#include "ui/panels/compare/compare_panel.h"
#include "ui/panels/compare/compare_split.h"
#include "ui/panels/compare/side_strip.h"
#include "ui/panels/compare/time_link.h"
#include "ui/panels/compare/waterfall_view.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/table/table_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <memory>

/// A window with the two loops of compare_loops.h, driven as a user does.
namespace nv::test {

inline constexpr int kCompareWaitMs = 20'000;

/// Also for signs beyond ASCII.
inline QString utf8(const char* text)
{
    return QString::fromUtf8(text);
}

class CompareDriver : public QObject
{
protected:
    void writeLoops()
    {
        setUpAppearance();
        QVERIFY(writeCompareLoop(loopA(), kLoopA));
        QVERIFY(writeCompareLoop(loopB(), kLoopB));
    }

    void newWindow()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath("settings.ini"));
        m_window = std::make_unique<MainWindow>(*m_settings, QString());
        m_window->resize(1600, 1000);
        m_window->show();
    }

    void closeWindow() { m_window.reset(); }

    QString loopA() const { return m_traces.filePath("a.sqlite"); }

    QString loopB() const { return m_traces.filePath("b.sqlite"); }

    ComparePair& pair() { return m_window->pair(); }

    ComparePanel& panel() { return *m_window->findChild<ComparePanel*>(); }

    CompareSplit& split() { return *m_window->findChild<CompareSplit*>(); }

    TimelinePanel& base()
    {
        const QList<TimelinePanel*> all = m_window->findChildren<TimelinePanel*>();
        return **std::find_if(all.begin(), all.end(),
                              [this](TimelinePanel* one) { return one != split().target(); });
    }

    void open()
    {
        m_window->open(loopA());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().tablesAreCurrent(), kCompareWaitMs);
    }

    void compareBoth()
    {
        open();
        m_window->compareWith(loopB());
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kCompareWaitMs);
        QTRY_VERIFY(panel().isVisible());
    }

    void choose(LinkBy by)
    {
        auto* box = m_window->findChild<QComboBox*>("link");
        box->setCurrentIndex(box->findData(static_cast<int>(by)));
    }

    void pick(CompareRows rows, int row)
    {
        TableView& view = panel().rows(rows);
        panel().tabs().setCurrentWidget(&view);
        QTRY_VERIFY(view.isVisible());
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                          view.visualRect(view.table().index(row, 0)).center());
    }

    void drop(const QStringList& files, Qt::KeyboardModifiers keys)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files)
            urls << QUrl::fromLocalFile(file);
        data.setUrls(urls);
        // Qt drops only where a drag was let in.
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, keys);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, keys);
        QApplication::sendEvent(m_window.get(), &event);
        QVERIFY(event.isAccepted());
    }

    QAction* action(const char* start)
    {
        for (QAction* entry : m_window->findChildren<QAction*>())
            if (entry->text().remove(u'&').startsWith(QString::fromLatin1(start)))
                return entry;
        return nullptr;
    }

    QTemporaryDir m_traces;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace nv::test
