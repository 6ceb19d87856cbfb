// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/annotations.h"
#include "ui/main_window.h"
#include "ui/message_bar.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/range_actions.h"
#include "ui/session_store.h"

#include <QAction>
#include <QFileDialog>
#include <QMenu>

/// Marks, named ranges and the files they are kept in: what the menus offer of them.  The keys
/// belong to the timeline; the menus name them.
namespace nv {
namespace {

QString sessionFilter()
{
    return MainWindow::tr("Marks, ranges and findings (*.json)");
}

} // namespace

void MainWindow::buildSessions()
{
    m_sessions = new SessionStore(m_document, this);
    connect(m_sessions, &SessionStore::said, this, &MainWindow::say);
}

void MainWindow::setSessionFolder(const QString& folder)
{
    m_sessionFolder = folder;
    m_sessions->setFolder(folder);
}

void MainWindow::addSessionFiles(QMenu& menu)
{
    m_needTrace << menu.addAction(tr("&Import marks, ranges and findings …"), this, [this] {
        auto* dialog = new QFileDialog(this, tr("Import marks, ranges and findings"),
                                       m_settings.lastFolder(), sessionFilter());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, m_sessions, &SessionStore::importFrom);
        dialog->open();
    });
    m_needTrace << menu.addAction(tr("Export &marks, ranges and findings …"), this, [this] {
        askSave(tr("Export marks, ranges and findings"), sessionFilter(), QStringLiteral(".json"),
                [this](const QString& path) { m_sessions->exportTo(path); });
    });
}

void MainWindow::addMarkActions(QMenu& menu)
{
    addTo(menu, tr("&Mark at the pointer"), "mark.place");
    QAction* remove = menu.addAction(tr("&Remove the chosen mark or range"), this,
                                     [this] { m_document.annotations().removeChosen(); });
    remove->setObjectName(QStringLiteral("mark.remove"));
    QAction* all = menu.addAction(tr("Remove &all marks"), &m_document.annotations(),
                                  &Annotations::removeAllMarks);
    const auto refresh = [this, remove, all] {
        remove->setEnabled(m_document.annotations().hasChosen());
        all->setEnabled(!m_document.annotations().marks().empty());
    };
    connect(&m_document.annotations(), &Annotations::changed, this, refresh);
    connect(&m_document.annotations(), &Annotations::chosenChanged, this, refresh);
    refresh();
}

void MainWindow::addRangeActions(QMenu& menu)
{
    addTo(menu, tr("&Keep as a named range …"), "range.keep");
    addTo(menu, tr("Re&name the chosen range …"), "range.rename");
    QMenu& jump = *menu.addMenu(tr("&Jump to a range"));
    QMenu& store = *menu.addMenu(tr("Sto&re as the range"));
    QList<QAction*> jumps;
    QList<QAction*> stores;
    for (int key = 1; key <= kRangeKeys; ++key) {
        jumps << jump.addAction(QString(), this, [this, key] { jumpToKey(m_document, key); });
        stores << store.addAction(QString(), this, [this, key] { storeWindow(m_document, key); });
        jumps.back()->setObjectName(QStringLiteral("range.jump-%1").arg(key));
        stores.back()->setObjectName(QStringLiteral("range.store-%1").arg(key));
    }
    m_needTrace << jump.menuAction() << store.menuAction();
    const auto refresh = [this, jumps, stores] {
        for (int key = 1; key <= kRangeKeys; ++key) {
            const Annotations::Range* range = m_document.annotations().ofKey(key);
            // In a menu an ampersand is a key.
            const QString name =
                range == nullptr
                    ? tr("none")
                    : QString::fromStdString(range->name).replace(u'&', QStringLiteral("&&"));
            jumps.at(key - 1)->setText(QStringLiteral("&%1  %2").arg(key).arg(name));
            jumps.at(key - 1)->setEnabled(range != nullptr);
            stores.at(key - 1)->setText(
                QStringLiteral("&%1  %2").arg(key).arg(range == nullptr ? tr("new") : name));
        }
    };
    connect(&m_document.annotations(), &Annotations::changed, this, refresh);
    refresh();
}

} // namespace nv
