// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "core/sources/source.h"
#include "ui/appearance.h"
#include "ui/capture_banner.h"
#include "ui/exporter.h"
#include "ui/lane_settings.h"
#include "ui/load_bar.h"
#include "ui/message_bar.h"
#include "ui/panel.h"
#include "ui/panels/compare/compare_pair.h"
#include "ui/panels/compare/compare_split.h"
#include "ui/panels/start/start_page.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/save_bar.h"
#include "ui/session_store.h"
#include "ui/status_line.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QVBoxLayout>

#include <utility>

namespace nv {

namespace {

constexpr QSize kFirstSize(1280, 720);
constexpr QSize kLeastSize(640, 400);
constexpr int kLeastCentre = 160;
constexpr double kDockShare = 0.42; ///< of the height, for the row of docks at first
constexpr double kLeftShare = 0.48; ///< of the width, for the verdict

} // namespace

MainWindow::MainWindow(Settings& settings, QString samplePath, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_samplePath(std::move(samplePath))
{
    setObjectName(QStringLiteral("mainWindow"));
    setMinimumSize(kLeastSize);
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setDocumentMode(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    buildSessions();
    buildCompare();
    buildCentre();
    buildDocks();
    buildMenus();
    auto* status = new StatusLine(m_document, this);
    statusBar()->addWidget(status, 1);
    statusBar()->setSizeGripEnabled(false);

    m_exporter = new Exporter(m_document, this);
    connect(m_exporter, &Exporter::failed, this, &MainWindow::showError);
    connect(m_exporter, &Exporter::saved, this, [this](const QString& path) {
        m_message->say(MessageBar::Kind::Info, tr("Written: %1").arg(path));
    });
    connect(&m_save, &SaveJob::saved, this, &MainWindow::onSaved);
    connect(&m_save, &SaveJob::failed, this, &MainWindow::showError);
    connect(&m_load, &LoadJob::loaded, this, &MainWindow::showAnalysis);
    connect(&m_load, &LoadJob::failed, this, &MainWindow::onFailed);
    connect(&m_document, &Document::verdictChanged, this, &MainWindow::onVerdict);
    connect(&m_document, &Document::viewChanged, this, &MainWindow::updateActions);
    restoreLabels();
    restoreThresholds();
    resize(kFirstSize);
    if (const auto layout = m_settings.layout())
        restoreGeometry(layout->geometry);
    updateTitle();
    updateActions();
}

void MainWindow::restoreLabels()
{
    NameLabels& labels = m_document.labels();
    if (const QString problem =
            labels.restore(m_settings.nameRulesFile(), m_settings.usesNameRules());
        !problem.isEmpty())
        showError(problem);
    connect(&labels, &NameLabels::changed, this,
            [this, &labels] { m_settings.setNameRules(labels.file(), labels.isOn()); });
}

void MainWindow::buildCentre()
{
    m_message = new MessageBar(this);
    m_start = new StartPage(!m_samplePath.isEmpty(), this);
    showRecent();
    m_timeline = new TimelinePanel(m_document, this);
    keepLaneSettings(m_settings, m_timeline->state());
    m_stack = new QStackedWidget(this);
    m_stack->setMinimumHeight(kLeastCentre); // docks must leave room for the timeline
    m_stack->addWidget(m_start);
    m_stack->addWidget(m_timeline);
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_message);
    column->addWidget(new LoadBar(m_load, centre));
    column->addWidget(new LoadBar(pair().loader(), centre));
    column->addWidget(new SaveBar(m_save, centre));
    column->addWidget(new CompareSplit(m_stack, *m_timeline, pair(), centre), 1);
    setCentralWidget(centre);
    connect(m_start, &StartPage::openAsked, this, &MainWindow::openDialog);
    connect(m_start, &StartPage::fileAsked, this, [this](const QString& path) { open(path); });
    connect(m_start, &StartPage::sampleAsked, this, [this] { open(m_samplePath); });
}

void MainWindow::buildDocks()
{
    for (const PanelInfo& info : panels()) {
        auto* dock = new QDockWidget(tr(info.title), this);
        dock->setObjectName(QString::fromLatin1(info.id));
        Panel* panel = info.create(m_document, dock);
        dock->setWidget(panel);
        dock->hide(); // until there is a trace to look at
        addDockWidget(Qt::BottomDockWidgetArea, dock);
        m_docks << dock;
        connect(panel, &Panel::panelRequested, this, [this](const QString& id) { raisePanel(id); });
    }
}

void MainWindow::arrangeDocks()
{
    const std::span<const PanelInfo> infos = panels();
    const auto firstOf = [&](Qt::DockWidgetArea half) -> QDockWidget* {
        for (qsizetype i = 0; i < m_docks.size(); ++i)
            if (infos[static_cast<std::size_t>(i)].area == half)
                return m_docks.at(i);
        return nullptr;
    };
    QDockWidget* left = firstOf(Qt::LeftDockWidgetArea);
    QDockWidget* right = firstOf(Qt::RightDockWidgetArea);
    for (QDockWidget* dock : std::as_const(m_docks)) {
        dock->setFloating(false);
        dock->show();
    }
    if (left != nullptr)
        addDockWidget(Qt::BottomDockWidgetArea, left);
    if (left != nullptr && right != nullptr)
        splitDockWidget(left, right, Qt::Horizontal); // before tabs: Qt does not split these
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        const bool isLeft = infos[static_cast<std::size_t>(i)].area == Qt::LeftDockWidgetArea;
        QDockWidget* half = isLeft ? left : right;
        if (m_docks.at(i) != half)
            tabifyDockWidget(half, m_docks.at(i));
    }
    for (QDockWidget* first : {left, right}) {
        if (first != nullptr)
            first->raise();
    }
    if (left != nullptr && right != nullptr) {
        const auto leftWidth = static_cast<int>(width() * kLeftShare);
        resizeDocks({left, right}, {leftWidth, width() - leftWidth}, Qt::Horizontal);
        resizeDocks(
            {left, right},
            {static_cast<int>(height() * kDockShare), static_cast<int>(height() * kDockShare)},
            Qt::Vertical);
    }
}

void MainWindow::restoreLayout()
{
    const auto layout = m_settings.layout();
    if (!layout || layout->docks.isEmpty()
        || !restoreState(layout->docks, Settings::kLayoutVersion))
        arrangeDocks();
    m_layoutShown = true;
}

void MainWindow::saveLayout()
{
    Settings::Layout layout = m_settings.layout().value_or(Settings::Layout{});
    layout.geometry = saveGeometry();
    if (m_layoutShown)
        layout.docks = saveState(Settings::kLayoutVersion);
    m_settings.setLayout(layout);
}

void MainWindow::open(const QString& path, const std::string& windowSpec)
{
    m_windowSpec = windowSpec;
    m_compareNext.clear();
    m_message->hide();
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    m_asked = path;
    LoadOptions options = loadOptions();
    options.range = std::exchange(m_part, std::nullopt);
    m_load.setOptions(options);
    m_load.setThresholds(m_document.thresholds());
    m_load.start(path);
}

void MainWindow::showAnalysis(const AnalysisPtr& analysis, const QString& path)
{
    m_path = path;
    m_remembered = false;
    m_document.setAnalysis(analysis);
    m_sessions->open(path);
    m_stack->setCurrentWidget(m_timeline);
    if (!m_layoutShown)
        restoreLayout();
    if (const std::string spec = std::exchange(m_windowSpec, {}); !spec.empty()) {
        const Result<Window> asked = resolveWindow(*analysis, spec);
        if (asked)
            m_document.setWindow(asked.value());
        else
            showError(QString::fromStdString(asked.error().message));
    }
    sayWhatGraphsHide(*m_message, *analysis);
    m_timeline->canvas().setFocus();
    updateTitle();
    updateActions();
    if (const QString next = std::exchange(m_compareNext, {}); !next.isEmpty())
        compareWith(next);
}

void MainWindow::showError(const QString& sentence)
{
    m_message->say(MessageBar::Kind::Error, sentence);
}

void MainWindow::onFailed(const Error& error, const QString& path)
{
    m_compareNext.clear();
    showError(QString::fromStdString(error.message));
    if (!QFileInfo::exists(path)) {
        m_settings.removeRecentFile(path);
        showRecent();
    }
}

void MainWindow::showRecent()
{
    m_start->setRecent(m_settings.recentFiles());
}

void MainWindow::onVerdict()
{
    // The first complete verdict is that of the window the program proposed.
    if (m_remembered || m_path.isEmpty() || m_path == m_samplePath
        || !m_document.tablesAreCurrent())
        return;
    m_remembered = true;
    const auto& gpus = m_document.trace()->devices;
    m_settings.addRecentFile(
        {m_path, gpus.empty() ? QString() : QString::fromStdString(gpus.front().name),
         QString::fromStdString(m_document.verdict().primary), QDateTime::currentDateTimeUtc()});
    showRecent();
}

void MainWindow::updateTitle()
{
    const TraceModel* trace = m_document.trace();
    if (trace == nullptr) {
        setWindowTitle(tr("nsys-verdict"));
        return;
    }
    QStringList parts{QString::fromStdString(trace->capture.fileName)};
    if (!trace->devices.empty() && !trace->devices.front().name.empty())
        parts << QString::fromStdString(trace->devices.front().name);
    if (!trace->capture.nsysVersion.empty())
        parts << tr("nsys %1").arg(QString::fromStdString(trace->capture.nsysVersion));
    setWindowTitle(parts.join(QStringLiteral(" · ")) + u" — nsys-verdict");
}

void MainWindow::raisePanel(const QString& id, bool takesFocus)
{
    for (QDockWidget* dock : std::as_const(m_docks)) {
        if (dock->objectName() == id) {
            dock->show();
            dock->raise();
            if (takesFocus)
                dock->widget()->setFocus(Qt::ShortcutFocusReason);
        }
    }
}

void MainWindow::setTheme(Settings::ThemeChoice choice)
{
    m_settings.setTheme(choice);
    applyTheme(choice);
}

/// For the open dialog: every format the program reads, together and each.
QString MainWindow::traceFilter()
{
    QStringList all;
    QStringList each;
    for (const Source& source : sources()) {
        const QString endings = QString::fromUtf8(source.extensions.data(),
                                                  static_cast<qsizetype>(source.extensions.size()));
        const QString title =
            QString::fromUtf8(source.title.data(), static_cast<qsizetype>(source.title.size()));
        all << endings;
        each << title + u" (" + endings + u')';
    }
    QStringList filters{tr("Traces of Nsight Systems (%1)").arg(all.join(u' '))};
    filters << each << tr("All files (*)");
    return filters.join(QStringLiteral(";;"));
}

void MainWindow::openDialog()
{
    auto* dialog =
        new QFileDialog(this, tr("Open a trace"), m_settings.lastFolder(), traceFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { open(path); });
    dialog->open();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_load.cancel();
    pair().loader().cancel();
    m_save.cancel();
    m_sessions->flush();
    if (m_targetSessions != nullptr)
        m_targetSessions->flush();
    saveLayout();
    QMainWindow::closeEvent(event);
}

/// A dozen docks share half the width: names that scroll can be read, names of two letters not.
void MainWindow::childEvent(QChildEvent* event)
{
    QMainWindow::childEvent(event);
    auto* tabs = event->polished() ? qobject_cast<QTabBar*>(event->child()) : nullptr;
    if (tabs == nullptr)
        return;
    tabs->setElideMode(Qt::ElideNone);
    tabs->setUsesScrollButtons(true);
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // A key nobody took belongs to the timeline, wherever the focus is.
    QWidget& canvas = m_timeline->canvas();
    if (m_stack->currentWidget() != m_timeline || canvas.hasFocus()) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    canvas.setFocus();
    QCoreApplication::sendEvent(&canvas, event);
}

} // namespace nv
