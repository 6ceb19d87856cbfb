// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/appearance.h"
#include "ui/commands/commands.h"
#include "ui/format.h"
#include "ui/key_sheet.h"
#include "ui/main_window.h"
#include "ui/marked_walk.h"
#include "ui/panels/compare/compare_pair.h"
#include "ui/panels/timeline/colour_menu.h"
#include "ui/panels/timeline/lane_menu.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/picture_desk.h"
#include "ui/review_desk.h"
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
    m_needTrace << m_review->fillMenu(*menuBar()->addMenu(tr("Fi&ndings")));
    buildSettingsMenu();
    buildHelpMenu();
    buildCommands();
}

QAction* MainWindow::addTo(QMenu& menu, const QString& text, const char* command)
{
    const QString id = QString::fromLatin1(command);
    QAction* action =
        menu.addAction(text, this, [this, id] { m_timeline->state().commands().run(id); });
    action->setObjectName(id); // its key is shown behind it
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
    QAction* window = menu.addAction(tr("New &window"), this, &MainWindow::openNewWindow);
    window->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));
    QAction* close = menu.addAction(tr("&Close the window"), this, &QWidget::close);
    close->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_W));
    QAction* quit = menu.addAction(tr("&Quit"), qApp, &QApplication::closeAllWindows);
    quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
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
    menu.addSeparator();
    m_needTrace << menu.addAction(tr("Copy the timeline as a &picture"), m_pictures,
                                  &PictureDesk::copyTimeline);
}

void MainWindow::buildViewMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&View"));
    addTo(menu, tr("&Fit the whole capture"), "view.fit");
    m_undo = addTo(menu, tr("&Undo zoom"), "view.undo");
    m_redo = addTo(menu, tr("&Redo zoom"), "view.redo");
    addGoTo(menu);
    menu.addSeparator();
    m_needTrace << menu.addMenu(new LaneMenu(*m_timeline, &menu));
    menu.addMenu(newColourMenu(m_timeline->state(), m_settings, &menu));
    menu.addSeparator();
    QMenu& themes = *menu.addMenu(tr("&Theme"));
    auto* group = new QActionGroup(this);
    const auto addTheme = [&](const QString& text, Settings::ThemeChoice choice) {
        QAction* action = themes.addAction(text, this, [this, choice] { setTheme(choice); });
        action->setCheckable(true);
        action->setChecked(shownTheme(m_settings.theme()) == choice);
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
    addPartActions(menu);
    m_needTrace << menu.addAction(tr("Reset the &layout"), this, &MainWindow::arrangeDocks);
}

void MainWindow::buildWindowMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&Window"));
    m_steady = addTo(menu, tr("&Steady state"), "window.steady");
    m_needTrace << menu.addAction(tr("&All GPU work"), this, [this] {
        if (m_document.analysis())
            m_document.setWindow(allWindow(*m_document.analysis()));
    });
    m_needTrace << menu.addAction(tr("What the &view shows"), this, [this] {
        m_document.setUserWindow(m_document.view().current());
    });
    addWindowInput(menu);
    addTo(menu, tr("&Bring the cleared window back"), "window.back");
    menu.addSeparator();
    addRangeActions(menu);
    menu.addSeparator();
    addTo(menu, tr("&Zoom to the window"), "view.window");
}

void MainWindow::buildHelpMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&Help"));
    addHelp(menu);
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
    m_steady->setToolTip(hasTrace ? format::wrapped(steadyText(m_document.analysis()->steady))
                                  : QString());
}

} // namespace nv
