// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare_report.h"
#include "ui/main_window.h"
#include "ui/message_bar.h"
#include "ui/panels/compare/compare_pair.h"
#include "ui/session_store.h"
#include "ui/whole_file.h"

#include <QAction>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

#include <exception>
#include <utility>

/// A second trace beside the open one: what the menus, drops and the command line ask for.
namespace nv {
namespace {

/// The local files of a drop.
QStringList droppedFiles(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    return files;
}

using Write = std::string (*)(const CompareInput&);

Write writerOf(const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == u"json")
        return compareJson;
    return ending == u"md" ? compareMarkdown : compareHtml;
}

/// Empty, or why not.
QString writeComparison(const CompareAnswer& answer, const QString& path,
                        const std::stop_token& stop)
{
    try {
        const auto host = hostOverhead(*answer.target, answer.targetWindow, {}, stop);
        if (!host)
            return QString::fromStdString(host.error().message);
        const CompareSide base = answer.baseSide();
        const CompareSide target = answer.targetSide();
        return writeWhole(path,
                          writerOf(path)({base, target, answer.comparison, host.value(), false}));
    } catch (const std::exception&) {
        return MainWindow::tr("The comparison could not be written: a fault of the program.");
    }
}

} // namespace

ComparePair& MainWindow::pair()
{
    return ComparePair::of(m_document);
}

void MainWindow::buildCompare()
{
    connect(&pair(), &ComparePair::chooseRequested, this, &MainWindow::askCompare);
    connect(&pair(), &ComparePair::swapRequested, this, &MainWindow::swapCompared);
    connect(&pair(), &ComparePair::fileRequested, this, &MainWindow::reopenCompared);
    connect(&pair().loader(), &LoadJob::failed, this, &MainWindow::onFailed);
    connect(&pair(), &ComparePair::aboutToEnd, this, [this] {
        delete m_targetSessions; // writes what is pending
        m_targetSessions = nullptr;
    });
    connect(&pair(), &ComparePair::begun, this, [this] {
        keepTargetSession();
        raisePanel(QStringLiteral("compare"));
        updateActions();
        if (pair().targetPath() != m_samplePath)
            remember(*pair().target(), pair().targetPath());
    });
    connect(&pair(), &ComparePair::ended, this, &MainWindow::updateActions);
    connect(&pair(), &ComparePair::answered, this, &MainWindow::updateActions);
}

void MainWindow::buildCompareMenu(QMenu& menu)
{
    QAction* with = menu.addAction(tr("&Compare with …"), this, &MainWindow::askCompare);
    with->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_D));
    QMenu* recent = menu.addMenu(tr("Compare with a recent one"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        for (const Settings::RecentFile& file : m_settings.recentFiles()) {
            if (file.path == m_path)
                continue;
            QAction* action = recent->addAction(QFileInfo(file.path).fileName(), this,
                                                [this, path = file.path] { compareWith(path); });
            action->setToolTip(file.path);
        }
        if (recent->isEmpty())
            recent->addAction(tr("No other trace was opened"))->setEnabled(false);
    });
    m_needTrace << with << recent->menuAction();
    m_needPair << menu.addAction(tr("S&wap the compared traces"), this, &MainWindow::swapCompared)
               << menu.addAction(tr("Export the comparison …"), this, &MainWindow::exportComparison)
               << menu.addAction(tr("End comparing"), &pair(), &ComparePair::end);
}

void MainWindow::askCompare()
{
    auto* dialog = new QFileDialog(this, tr("Compare %1 with").arg(QFileInfo(m_path).fileName()),
                                   m_settings.lastFolder(), traceFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::compareWith);
    dialog->open();
}

/// The second trace of a finding, which knows its name only: beside the open one, else where one of
/// that name was opened last.
void MainWindow::reopenCompared(const QString& name)
{
    QStringList places{QFileInfo(m_path).dir().filePath(name)};
    for (const Settings::RecentFile& file : m_settings.recentFiles())
        if (QFileInfo(file.path).fileName() == name)
            places << file.path;
    for (const QString& place : std::as_const(places))
        if (QFileInfo::exists(place) && QFileInfo(place) != QFileInfo(m_path)) {
            compareWith(place);
            return;
        }
    say(tr("%1, with which this finding compares, is not where it was; choose it with File > "
           "Compare "
           "with.")
            .arg(name),
        true);
}

void MainWindow::compareWith(const QString& path)
{
    // While the first is being opened the second waits for it.
    if (m_load.isRunning() || !m_document.analysis()) {
        m_compareNext = path;
        return;
    }
    m_message->hide();
    LoadJob& loader = pair().loader();
    loader.setOptions(loadOptions());
    loader.setThresholds(m_document.thresholds());
    loader.start(path);
}

/// Marks and ranges of the second trace are kept as those of the first; of one trace twice only the
/// first keeps them.
void MainWindow::keepTargetSession()
{
    if (QFileInfo(pair().targetPath()) == QFileInfo(m_path))
        return;
    m_targetSessions = new SessionStore(*pair().target(), this);
    m_targetSessions->setFolder(m_sessionFolder);
    connect(m_targetSessions, &SessionStore::said, this, &MainWindow::say);
    m_targetSessions->open(pair().targetPath());
}

void MainWindow::swapCompared()
{
    m_sessions->flush(); // each is read anew in its other place
    if (m_targetSessions != nullptr)
        m_targetSessions->flush();
    pair().swap(m_path, [this](const AnalysisPtr& analysis, const QString& path) {
        showAnalysis(analysis, path);
    });
    if (m_targetSessions != nullptr)
        m_targetSessions->open(pair().targetPath());
    updateActions();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

/// One trace is opened, with Ctrl beside the open one; of two the second beside the first.
void MainWindow::dropEvent(QDropEvent* event)
{
    const QStringList files = droppedFiles(*event->mimeData());
    if (files.isEmpty())
        return;
    event->acceptProposedAction();
    if (event->modifiers().testFlag(Qt::ControlModifier) && m_document.analysis()) {
        compareWith(files.front());
        return;
    }
    open(files.front());
    if (files.size() > 1)
        compareWith(files.at(1));
}

void MainWindow::exportComparison()
{
    const CompareAnswerPtr answer = pair().answer();
    if (!answer)
        return;
    askSave(tr("Export the comparison"), tr("Web page (*.html);;Markdown (*.md);;JSON (*.json)"),
            QStringLiteral("-compared.html"), [this, answer](const QString& path) {
                m_compareJob.follow(
                    [answer, path](const std::stop_token& stop) {
                        return writeComparison(*answer, path, stop);
                    },
                    [this, path](const QString& wrong) {
                        say(wrong.isEmpty() ? tr("Written: %1").arg(path) : wrong,
                            !wrong.isEmpty());
                    });
            });
}

} // namespace nv
