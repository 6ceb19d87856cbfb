// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/limits_dialog.h"
#include "ui/main_window.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

/// Settings: the limits of the verdict, and what names are called.
namespace nv {

void MainWindow::buildSettingsMenu()
{
    QMenu& menu = *menuBar()->addMenu(tr("&Settings"));
    menu.setToolTipsVisible(true);
    QAction* limits = menu.addAction(tr("&Thresholds …"), this, &MainWindow::showLimits);
    limits->setToolTip(tr("Every limit a figure or a verdict depends on"));
    addKeySettings(menu);
    menu.addSeparator();
    QAction* rules = menu.addAction(tr("&Name rules …"), this, &MainWindow::chooseNameRules);
    rules->setToolTip(tr("A file of lines: regular expression, tab, label, tab, family"));
    QAction* used = menu.addAction(QString());
    used->setObjectName(QStringLiteral("names.used"));
    used->setCheckable(true);
    connect(used, &QAction::toggled, &m_document.labels(), &NameLabels::setOn);
    const auto refresh = [this, used] {
        const NameLabels& labels = m_document.labels();
        const bool hasFile = !labels.file().isEmpty();
        used->setText(hasFile ? tr("&Use %1").arg(QFileInfo(labels.file()).fileName())
                              : tr("&Use the name rules"));
        used->setEnabled(hasFile);
        used->setChecked(labels.isOn());
    };
    connect(&menu, &QMenu::aboutToShow, this, refresh);
    refresh();
}

void MainWindow::restoreThresholds()
{
    const QString stored = m_settings.thresholds();
    if (!stored.isEmpty()) {
        const Result<Thresholds> thresholds = parseThresholds(stored.toStdString());
        if (thresholds)
            m_document.setThresholds(thresholds.value());
        else
            showError(tr("The stored thresholds are not used: %1")
                          .arg(QString::fromStdString(thresholds.error().message)));
    }
    connect(&m_document, &Document::failed, this, &MainWindow::showError);
    connect(&m_document, &Document::thresholdsChanged, this, [this] {
        const Thresholds& used = m_document.thresholds();
        m_settings.setThresholds(
            used == Thresholds{} ? QString() : QString::fromStdString(thresholdsJson(used)));
    });
}

void MainWindow::showLimits()
{
    const QString name = QStringLiteral("thresholds");
    auto* dialog = findChild<LimitsDialog*>(name);
    if (dialog == nullptr) {
        dialog = new LimitsDialog(m_document.thresholds(), this);
        dialog->setObjectName(name);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &LimitsDialog::applied, &m_document, &Document::setThresholds);
        connect(&m_document, &Document::thresholdsChanged, dialog, [this, dialog] {
            if (dialog->thresholds() != m_document.thresholds())
                dialog->setThresholds(m_document.thresholds());
        });
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::chooseNameRules()
{
    auto* dialog = new QFileDialog(this, tr("Choose a file of name rules"), m_settings.lastFolder(),
                                   tr("All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (const QString wrong = m_document.labels().use(path); !wrong.isEmpty())
            showError(wrong);
    });
    dialog->open();
}

} // namespace nv
