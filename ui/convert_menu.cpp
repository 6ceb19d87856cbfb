// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>

/// File > Converting reports: which nsys does it, and how much room its work may take.
namespace nv {

namespace {

/// Where somebody looks for a program first.
QString programsFolder(const QString& chosen)
{
    if (!chosen.isEmpty())
        return QFileInfo(chosen).absolutePath();
    const QString usual = QStringLiteral("/opt/nvidia");
    return QFileInfo::exists(usual) ? usual : QDir::rootPath();
}

} // namespace

void MainWindow::buildConvertMenu(QMenu& menu)
{
    QMenu& convert = *menu.addMenu(tr("&Converting reports"));
    convert.setToolTipsVisible(true);
    QAction* choose = convert.addAction(tr("&Choose the nsys …"), this, &MainWindow::chooseNsys);
    QAction* newest = convert.addAction(tr("The &newest nsys that is found"), this, [this] {
        m_settings.setNsysPath({});
        m_nsys.clear();
    });
    newest->setCheckable(true);
    convert.addSeparator();
    QAction* room = convert.addAction(QString(), this, &MainWindow::askCacheRoom);
    room->setObjectName(QStringLiteral("convert.room"));
    const auto refresh = [this, choose, newest, room] {
        const QString chosen = nsysPath();
        choose->setToolTip(chosen.isEmpty() ? tr("Reports (.nsys-rep, .qdrep) are converted by it")
                                            : chosen);
        newest->setChecked(chosen.isEmpty());
        room->setText(tr("&Room for converted reports: %1 GiB …").arg(m_settings.cacheGiB()));
    };
    connect(&convert, &QMenu::aboutToShow, this, refresh);
    refresh();
}

QString MainWindow::nsysPath() const
{
    return m_nsys.isEmpty() ? m_settings.nsysPath() : m_nsys;
}

void MainWindow::setNsys(const QString& path)
{
    m_nsys = path;
}

LoadOptions MainWindow::loadOptions() const
{
    LoadOptions options;
    options.nsysPath = std::filesystem::path(nsysPath().toStdU16String());
    options.cacheBytes = static_cast<std::uint64_t>(m_settings.cacheGiB()) << 30U;
    if (m_keepsOpened)
        options.opened = {openedFolder(), options.cacheBytes};
    return options;
}

void MainWindow::chooseNsys()
{
    auto* dialog = new QFileDialog(this, tr("Choose the nsys that converts reports"),
                                   programsFolder(nsysPath()), tr("All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_settings.setNsysPath(path);
        m_nsys.clear();
    });
    dialog->open();
}

void MainWindow::askCacheRoom()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Room for converted reports"));
    dialog->setLabelText(tr("GiB; beyond it those used longest ago are removed"));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(1, Settings::kMaxCacheGiB);
    dialog->setIntValue(m_settings.cacheGiB());
    connect(dialog, &QInputDialog::intValueSelected, this,
            [this](int size) { m_settings.setCacheGiB(size); });
    dialog->open();
}

} // namespace nv
