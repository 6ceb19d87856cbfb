// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/key_sheet.h"
#include "ui/main_window.h"
#include "ui/marked_walk.h"
#include "ui/panels/compare/compare_pair.h"
#include "ui/panels/timeline/lane_menu.h"
#include "ui/window_text.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

/// The menus of the window.  Single keys (Z, Home, …) belong to the timeline, which may be typed
/// over by a table's search; the menu only names them.
namespace nv {

void MainWindow::buildMenus()
{
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildWindowMenu();
    buildSettingsMenu();
    buildHelpMenu();
}

QAction* MainWindow::addTo(QMenu& menu, const QString& text, const QString& key,
                           void (Document::*slot)())
{
    QAction* action = menu.addAction(key.isEmpty() ? text : text + u'\t' + key);
    connect(action, &QAction::triggered, &m_document, slot);
    m_needTrace << action;
    return action;
}

void MainWindow::buildFileMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&File"));
    QAction* open = menu.addAction(tr("&Open …"), this, &MainWindow::openDialog);
    open->setShortcut(QKeySequence::Open);
    if (!m_samplePath.isEmpty())
        menu.addAction(tr("Open the &sample"), this, [this] { this->open(m_samplePath); });
    m_recentMenu = menu.addMenu(tr("Open &recent"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    QAction* part = menu.addAction(tr("Open a part of its &time …"), this, &MainWindow::askPart);
    connect(&menu, &QMenu::aboutToShow, this, [this, part] {
        m_recentMenu->menuAction()->setEnabled(!m_settings.recentFiles().isEmpty());
        part->setEnabled(!m_asked.isEmpty());
    });
    buildConvertMenu(menu);
    menu.addSeparator();
    buildCompareMenu(menu);
    menu.addSeparator();
    buildExportMenu(menu);
    menu.addSeparator();
    addSessionFiles(menu);
    menu.addSeparator();
    QAction* quit = menu.addAction(tr("&Quit"), this, &QWidget::close);
    quit->setShortcut(QKeySequence::Quit);
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    for (const Settings::RecentFile& file : m_settings.recentFiles()) {
        QAction* action = m_recentMenu->addAction(QFileInfo(file.path).fileName(), this,
                                                  [this, path = file.path] { open(path); });
        action->setToolTip(file.path);
    }
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("Clear the list"), this, [this] {
        m_settings.clearRecentFiles();
        showRecent();
    });
}

void MainWindow::buildEditMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&Edit"));
    QAction* find = menu.addAction(tr("&Find events …"), this,
                                   [this] { raisePanel(QStringLiteral("search"), true); });
    find->setShortcuts({QKeySequence(QKeySequence::Find), QKeySequence(Qt::Key_Slash)});
    // What a search or a row of a table has marked.
    QAction* next =
        menu.addAction(tr("&Next marked event"), this, [this] { revealMarked(m_document, true); });
    next->setShortcut(QKeySequence(Qt::Key_F3));
    QAction* previous = menu.addAction(tr("&Previous marked event"), this,
                                       [this] { revealMarked(m_document, false); });
    previous->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F3));
    m_needTrace << find << next << previous;
    menu.addSeparator();
    addMarkActions(menu);
}

void MainWindow::buildViewMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&View"));
    addTo(menu, tr("&Fit the whole capture"), tr("Home"), &Document::fitView);
    m_undo = addTo(menu, tr("&Undo zoom"), tr("Backspace"), &Document::undoView);
    m_redo = addTo(menu, tr("&Redo zoom"), tr("Alt+Right"), &Document::redoView);
    menu.addSeparator();
    m_needTrace << menu.addMenu(new LaneMenu(*m_timeline, &menu));
    menu.addSeparator();
    QMenu& themes = *menu.addMenu(tr("&Theme"));
    auto* group = new QActionGroup(this);
    const auto addTheme = [&](const QString& text, Settings::ThemeChoice choice) {
        QAction* action = themes.addAction(text, this, [this, choice] { setTheme(choice); });
        action->setCheckable(true);
        action->setChecked(m_settings.theme() == choice);
        group->addAction(action);
    };
    addTheme(tr("Like the &system"), Settings::ThemeChoice::System);
    addTheme(tr("&Light"), Settings::ThemeChoice::Light);
    addTheme(tr("&Dark"), Settings::ThemeChoice::Dark);
    menu.addSeparator();
    for (QDockWidget* dock : std::as_const(m_docks)) {
        menu.addAction(dock->toggleViewAction());
        m_needTrace << dock->toggleViewAction();
    }
    menu.addSeparator();
    m_needTrace << menu.addAction(tr("Reset the &layout"), this, &MainWindow::arrangeDocks);
}

void MainWindow::buildWindowMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&Window"));
    m_steady = menu.addAction(tr("&Steady state\tShift+R"), this, [this] {
        if (m_document.analysis() && m_document.analysis()->steady.found)
            m_document.resetWindow();
    });
    m_needTrace << menu.addAction(tr("Whole &capture"), this, [this] {
        if (m_document.analysis())
            m_document.setWindow(allWindow(*m_document.analysis()));
    });
    m_needTrace << menu.addAction(tr("What the &view shows"), this, [this] {
        m_document.setUserWindow(m_document.view().current());
    });
    menu.addSeparator();
    addRangeActions(menu);
    menu.addSeparator();
    addTo(menu, tr("&Zoom to the window"), tr("Z"), &Document::zoomToWindow);
}

void MainWindow::buildHelpMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&Help"));
    QAction* keys = menu.addAction(tr("&Keys and mouse"), this, [this] { showKeySheet(this); });
    keys->setShortcut(QKeySequence(Qt::Key_Question));
    menu.addAction(tr("&About"), this, [this] { showAbout(this); });
}

void MainWindow::updateActions()
{
    const bool hasTrace = m_document.analysis() != nullptr;
    for (QAction* action : std::as_const(m_needTrace))
        action->setEnabled(hasTrace);
    for (QAction* action : std::as_const(m_needPair))
        action->setEnabled(pair().target() != nullptr);
    m_undo->setEnabled(m_document.view().canUndo());
    m_redo->setEnabled(m_document.view().canRedo());
    m_steady->setEnabled(hasTrace && m_document.analysis()->steady.found);
    m_steady->setToolTip(hasTrace ? steadyText(m_document.analysis()->steady) : QString());
}

} // namespace nv
