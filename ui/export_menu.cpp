// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"
#include "ui/exporter.h"
#include "ui/format.h"
#include "ui/main_window.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/picture_desk.h"
#include "ui/review_desk.h"
#include "ui/save_dialog.h"

#include <QAction>
#include <QFileInfo>
#include <QMenu>

/// What leaves the window as a file, by the File menu.
namespace nv {

void MainWindow::buildReview()
{
    new SaveFolder(m_settings, *this);
    m_exporter = new Exporter(m_document, this);
    m_exporter->setLook([this] { return m_timeline->state().look(); });
    m_review = new ReviewDesk(m_document, *this);
    m_review->setExporter(m_exporter);
    m_pictures = new PictureDesk(*m_exporter, *this);
    connect(m_review, &ReviewDesk::said, this, &MainWindow::say);
    connect(m_pictures, &PictureDesk::said, this, &MainWindow::say);
    connect(m_exporter, &Exporter::failed, this, &MainWindow::showError);
    connect(m_exporter, &Exporter::saved, this,
            [this](const QString& path) { showNotice(tr("Written: %1").arg(path)); });
}

void MainWindow::buildExportMenu(QMenu& menu)
{
    m_needTrace << menu.addAction(tr("Export &picture …"), this, [this] {
        m_pictures->setName(QFileInfo(m_path).completeBaseName());
        m_pictures->ask();
    });
    m_needTrace << menu.addAction(tr("Export &review page …"), this, [this] { exportPage(false); });
    m_needTrace << menu.addAction(tr("Export review page &without names …"), this,
                                  [this] { exportPage(true); });
    for (const Report& report : reports()) {
        if (report.id == "html") // the review page is more
            continue;
        const QString title =
            QString::fromUtf8(report.title.data(), static_cast<qsizetype>(report.title.size()));
        m_needTrace << menu.addAction(tr("Export report as %1 …").arg(title), this,
                                      [this, &report] { exportReport(report); });
    }
    m_needTrace << menu.addAction(tr("&Save the window as …"), this, &MainWindow::saveWindow);
}

void MainWindow::askSave(const QString& title, const QString& filter, const QString& ending,
                         const std::function<void(const QString&)>& save)
{
    askWhereToSave(
        *this,
        {title, filter, ending.section(u'.', -1), QFileInfo(m_path).completeBaseName() + ending},
        save);
}

void MainWindow::exportReport(const Report& report)
{
    const QString extension =
        QString::fromUtf8(report.extension.data(), static_cast<qsizetype>(report.extension.size()));
    askSave(tr("Export the report"), u"*." + extension, u'.' + extension,
            [this, &report](const QString& path) { m_exporter->saveReport(report, path); });
}

void MainWindow::exportPage(bool isRedacted)
{
    askSave(isRedacted ? tr("Export the review page without names") : tr("Export the review page"),
            tr("Web page (*.html)"), QStringLiteral(".html"),
            [this, isRedacted](const QString& path) {
                m_exporter->savePage(m_path, isRedacted, path);
            });
}

void MainWindow::saveWindow()
{
    askSave(tr("Save the window as a smaller export"), tr("SQLite export (*.sqlite)"),
            QStringLiteral("-window.sqlite"), [this](const QString& path) {
                if (QFileInfo(path) == QFileInfo(m_path))
                    showError(tr("The window cannot be saved over the trace it is taken from."));
                else
                    m_save.start(m_document.analysis(), m_document.window(), path);
            });
}

void MainWindow::onSaved(const QString& path, quint64 bytes, quint64 bytesOfTrace)
{
    showNotice(tr("Written: %1 (%2 of %3); it holds no environment variable.")
                   .arg(path, format::bytes(static_cast<double>(bytes)),
                        format::bytes(static_cast<double>(bytesOfTrace))));
}

} // namespace nv
