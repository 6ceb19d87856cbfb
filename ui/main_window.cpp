// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "core/sources/source.h"
#include "ui/appearance.h"
#include "ui/capture_banner.h"
#include "ui/control_names.h"
#include "ui/dock_titles.h"
#include "ui/early_view.h"
#include "ui/format.h"
#include "ui/lane_session.h"
#include "ui/lane_settings.h"
#include "ui/load_bar.h"
#include "ui/message_bar.h"
#include "ui/panel.h"
#include "ui/panels/compare/compare_pair.h"
#include "ui/panels/compare/compare_split.h"
#include "ui/panels/start/start_page.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/review_desk.h"
#include "ui/save_bar.h"
#include "ui/session_store.h"
#include "ui/status_line.h"
#include "ui/window_text.h"

#include <QApplication>
#include <QCloseEvent>
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
constexpr int kNoticeAir = 24;  ///< beside what the status bar says
constexpr int kNoticeMs = 8000; ///< long enough to read a sentence twice

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
    buildReview();
    buildMenus();
    auto* status = new StatusLine(m_document, this);
    statusBar()->addWidget(status, 1);
    statusBar()->setSizeGripEnabled(false);
    connect(statusBar(), &QStatusBar::messageChanged, this, [this](const QString& message) {
        if (message.isEmpty())
            statusBar()->setToolTip({});
    });

    connect(&m_save, &SaveJob::saved, this, &MainWindow::onSaved);
    connect(&m_save, &SaveJob::failed, this, &MainWindow::showError);
    connect(&m_load, &LoadJob::loaded, this, &MainWindow::showAnalysis);
    connect(&m_load, &LoadJob::drawable, this, &MainWindow::showEarly);
    connect(&m_load, &LoadJob::started, this, &MainWindow::dropEarly);
    connect(&m_load, &LoadJob::cancelled, this, &MainWindow::dropEarly);
    connect(&m_load, &LoadJob::failed, this, &MainWindow::onFailed);
    connect(&m_document, &Document::verdictChanged, this, &MainWindow::onVerdict);
    connect(&m_document, &Document::viewChanged, this, &MainWindow::updateActions);
    connect(&m_document, &Document::noticed, this, &MainWindow::showNotice);
    // What was said of the moment before would be wrong of this one.
    for (const auto changed : {&Document::windowChanged, &Document::selectionChanged})
        connect(&m_document, changed, statusBar(), &QStatusBar::clearMessage);
    restoreLabels();
    restoreThresholds();
    resize(kFirstSize);
    if (const auto layout = m_settings.layout())
        restoreGeometry(layout->geometry);
    updateTitle();
    updateActions();
}

/// Panels speak to the document to their end: a note that is being written is kept.
MainWindow::~MainWindow()
{
    qDeleteAll(std::exchange(m_docks, {}));
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
    keepLanesInSession(m_timeline->state());
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
    nameControls(*m_start, tr("Start"));
    nameControls(*m_timeline, tr("Timeline"));
    connect(m_start, &StartPage::openAsked, this, &MainWindow::openDialog);
    connect(m_start, &StartPage::fileAsked, this, [this](const QString& path) { open(path); });
    connect(m_start, &StartPage::sampleAsked, this, [this] { open(m_samplePath); });
    m_start->offerTour(!m_samplePath.isEmpty() && !m_settings.knowsTour());
    connect(m_start, &StartPage::tourAsked, this, &MainWindow::takeTour);
    connect(m_start, &StartPage::tourDeclined, this, [this] { m_settings.setKnowsTour(); });
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

void MainWindow::showEarly(const AnalysisPtr& early)
{
    if (m_stack->currentWidget() != m_start)
        return;
    m_early = new EarlyView(early, m_settings, *m_timeline, m_stack);
    connect(&m_early->document(), &Document::noticed, this, &MainWindow::showNotice);
    m_stack->addWidget(m_early);
    m_stack->setCurrentWidget(m_early);
    m_early->timeline().canvas().setFocus();
}

void MainWindow::dropEarly()
{
    if (m_early == nullptr)
        return;
    if (m_stack->currentWidget() == m_early)
        m_stack->setCurrentWidget(m_start);
    delete std::exchange(m_early, nullptr);
}

void MainWindow::showAnalysis(const AnalysisPtr& analysis, const QString& path)
{
    m_path = path;
    m_remembered = false;
    m_document.setAnalysis(analysis);
    const bool isElsewhere = isOpenElsewhere();
    m_sessions->setFolder(isElsewhere ? QString() : m_sessionFolder);
    m_sessions->open(path);
    m_review->setTrace(path);
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
    if (m_early != nullptr)
        m_early->handOver(m_document);
    dropEarly();
    if (isElsewhere && !m_sessionFolder.isEmpty())
        m_message->say(MessageBar::Kind::Info,
                       tr("This trace is open in another window, which keeps its marks and ranges; "
                          "those of this window go with it."));
    sayWhatGraphsHide(*m_message, *analysis);
    m_timeline->canvas().setFocus();
    updateTitle();
    updateActions();
    if (m_wantsTour)
        startTour();
    if (const QString next = std::exchange(m_compareNext, {}); !next.isEmpty())
        compareWith(next);
}

void MainWindow::showError(const QString& sentence)
{
    say(sentence, true);
}

void MainWindow::showNotice(const QString& sentence)
{
    // Of a path both ends tell most; the whole is in the tooltip.
    const int room = statusBar()->width() - kNoticeAir;
    const QString shown =
        statusBar()->isVisible()
            ? statusBar()->fontMetrics().elidedText(sentence, Qt::ElideMiddle, room)
            : sentence; // nobody knows yet how wide it will be
    statusBar()->showMessage(shown, kNoticeMs);
    statusBar()->setToolTip(shown == sentence ? QString() : format::wrapped(sentence));
}

void MainWindow::onFailed(const Error& error, const QString& path)
{
    m_wantsTour = false;
    m_compareNext.clear();
    dropEarly();
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
    remember(m_document, m_path);
}

void MainWindow::remember(const Document& document, const QString& path)
{
    const auto& gpus = document.trace()->devices;
    m_settings.addRecentFile(
        {path, gpus.empty() ? QString() : QString::fromStdString(gpus.front().name),
         QString::fromStdString(document.verdict().primary), QDateTime::currentDateTimeUtc()});
    showRecent();
}

void MainWindow::say(const QString& sentence, bool isProblem)
{
    // What went well is said in passing; what did not stays until it is closed.
    if (isProblem)
        m_message->say(MessageBar::Kind::Error, sentence);
    else
        showNotice(sentence);
}

void MainWindow::updateTitle()
{
    const TraceModel* trace = m_document.trace();
    if (trace == nullptr) {
        setWindowTitle(tr("nsys-verdict"));
        return;
    }
    const QString file = QString::fromStdString(trace->capture.fileName);
    QStringList parts{isPartOfCapture(*trace) ? tr("%1 (part of its time)").arg(file) : file};
    if (!trace->devices.empty() && !trace->devices.front().name.empty())
        parts << QString::fromStdString(trace->devices.front().name);
    if (!trace->capture.nsysVersion.empty())
        parts << tr("nsys %1").arg(QString::fromStdString(trace->capture.nsysVersion));
    setWindowTitle(parts.join(QStringLiteral(" · ")) + u" — nsys-verdict");
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
    if (m_titles != nullptr)
        m_titles->adopt(*tabs);
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // A key nobody took belongs to the timeline, wherever the focus is.  Ctrl alone is no key yet:
    // the focus must stay where the rest of Ctrl+C is meant for.
    constexpr std::array kModifiers{Qt::Key_Control, Qt::Key_Shift, Qt::Key_Alt, Qt::Key_AltGr,
                                    Qt::Key_Meta};
    const bool isModifier =
        std::find(kModifiers.begin(), kModifiers.end(), event->key()) != kModifiers.end();
    QWidget& canvas = m_timeline->canvas();
    if (m_stack->currentWidget() != m_timeline || canvas.hasFocus() || isModifier) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    canvas.setFocus();
    QCoreApplication::sendEvent(&canvas, event);
}

} // namespace nv
