// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/command_palette.h"
#include "ui/commands/commands.h"
#include "ui/commands/keys_dialog.h"
#include "ui/dock_walk.h"
#include "ui/help/help_window.h"
#include "ui/key_sheet.h"
#include "ui/main_window.h"
#include "ui/panels/start/start_page.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/tour/window_tour.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

/// The list of commands, the palette and the keys made of it; parts of the window by keys; help.
namespace nv {

Commands& MainWindow::commands() const
{
    return m_timeline->state().commands();
}

/// After the menus are there: what stands in them is in the list with its keys.
void MainWindow::buildCommands()
{
    for (const QDockWidget* dock : std::as_const(m_docks)) {
        Command command;
        command.id = QStringLiteral("panel.") % dock->objectName();
        command.title = tr("Go to %1").arg(dock->windowTitle());
        command.group = tr("Panels");
        command.run = [this, id = dock->objectName()] { raisePanel(id, true); };
        command.canRun = [this] { return m_document.analysis() != nullptr; };
        commands().add(std::move(command));
    }
    commands().collect(*menuBar());
    commands().setChosen(m_settings.keys());
    connect(&commands(), &Commands::changed, this,
            [this] { m_settings.setKeys(commands().chosen()); });
    m_palette = new CommandPalette(commands(), *this);
}

void MainWindow::addPartActions(QMenu& menu)
{
    m_walk = new DockWalk(*this, m_timeline->canvas(), m_docks, Settings::kLayoutVersion);
    const auto add = [&](const QString& text, const QKeySequence& key, auto&& act) {
        QAction* action = menu.addAction(text, this, act);
        action->setShortcut(key);
        m_needTrace << action;
    };
    add(tr("&Hide or show all panels"), QKeySequence(Qt::Key_Q),
        [this] { m_walk->togglePanels(); });
    add(tr("&Next part of the window"), QKeySequence(Qt::Key_F6), [this] { m_walk->step(true); });
    add(tr("&Previous part of the window"), QKeySequence(Qt::SHIFT | Qt::Key_F6),
        [this] { m_walk->step(false); });
    add(tr("Next panel of its &group"), QKeySequence(Qt::CTRL | Qt::Key_PageDown),
        [this] { m_walk->stepInGroup(true); });
    add(tr("Previous panel of its g&roup"), QKeySequence(Qt::CTRL | Qt::Key_PageUp),
        [this] { m_walk->stepInGroup(false); });
}

void MainWindow::addKeySettings(QMenu& menu)
{
    menu.addAction(tr("&Keys …"), this, &MainWindow::showKeys);
    QAction* wheel = menu.addAction(tr("The &wheel zooms without Ctrl"));
    wheel->setObjectName(QStringLiteral("wheel.zooms"));
    wheel->setToolTip(tr("Ctrl and the wheel then scroll the lanes"));
    wheel->setCheckable(true);
    connect(wheel, &QAction::toggled, this, [this](bool zooms) {
        for (TimelinePanel* timeline : findChildren<TimelinePanel*>())
            timeline->state().setWheelZooms(zooms);
        m_settings.setWheelZooms(zooms);
        if (auto* dialog = findChild<KeysDialog*>())
            dialog->setWheelZooms(zooms);
    });
    m_wheel = wheel;
    wheel->setChecked(m_settings.wheelZooms());
}

void MainWindow::addHelp(QMenu& menu)
{
    menu.addAction(tr("&Help"), this, &MainWindow::showHelp);
    QAction* tour = menu.addAction(tr("Take the &tour"), this, &MainWindow::takeTour);
    connect(&menu, &QMenu::aboutToShow, this,
            [this, tour] { tour->setEnabled(m_document.analysis() || !m_samplePath.isEmpty()); });
    QAction* keys =
        menu.addAction(tr("&Keys and mouse"), this, [this] { showKeySheet(commands(), this); });
    keys->setShortcut(QKeySequence(Qt::Key_Question));
    QAction* find = menu.addAction(tr("&Find a command …"), this, &MainWindow::showPalette);
    find->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), QKeySequence(Qt::Key_F1)});
    menu.addSeparator();
}

void MainWindow::showPalette()
{
    // Some entries work out what they can do when their menu opens.
    for (QMenu* menu : menuBar()->findChildren<QMenu*>())
        emit menu->aboutToShow();
    m_palette->toggle();
}

void MainWindow::showKeys()
{
    auto* dialog = findChild<KeysDialog*>();
    if (dialog == nullptr) {
        dialog = new KeysDialog(commands(), m_settings.wheelZooms(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &KeysDialog::wheelZoomsAsked, m_wheel, &QAction::setChecked);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::showHelp()
{
    auto* help = findChild<HelpWindow*>();
    if (help == nullptr) {
        help = new HelpWindow(commands(), this);
        help->setAttribute(Qt::WA_DeleteOnClose);
    }
    help->show();
    help->raise();
    help->activateWindow();
}

/// On what is open, else on the sample.
void MainWindow::takeTour()
{
    m_settings.setKnowsTour();
    m_start->offerTour(false);
    if (m_document.analysis()) {
        startTour();
        return;
    }
    if (m_samplePath.isEmpty())
        return;
    m_wantsTour = true; // it begins with the trace
    open(m_samplePath);
}

void MainWindow::startTour()
{
    m_wantsTour = false;
    delete m_tour;
    m_tour = new Tour(*this, windowTour(*this, *m_timeline, m_docks));
    connect(m_tour, &Tour::ended, this, [this] {
        m_timeline->canvas().setFocus();
        m_tour->deleteLater();
        m_tour = nullptr;
    });
    m_tour->start();
}

/// Two windows that keep the marks of one trace would undo one another's.
bool MainWindow::isOpenElsewhere() const
{
    for (const QWidget* widget : QApplication::topLevelWidgets()) {
        const auto* other = qobject_cast<const MainWindow*>(widget);
        if (other != nullptr && other != this && !m_path.isEmpty()
            && QFileInfo(other->m_path) == QFileInfo(m_path))
            return true;
    }
    return false;
}

/// Beside this one, with the same settings; what it opens is its own.
void MainWindow::openNewWindow()
{
    constexpr QPoint kBeside(32, 32);
    auto* other = new MainWindow(m_settings, m_samplePath);
    other->setAttribute(Qt::WA_DeleteOnClose);
    other->m_nsys = m_nsys;
    other->setSessionFolder(m_sessionFolder);
    other->resize(size());
    other->move(pos() + kBeside);
    other->show();
}

} // namespace nv
