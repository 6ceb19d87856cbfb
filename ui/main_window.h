// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document.h"
#include "ui/jobs/load_job.h"
#include "ui/jobs/save_job.h"
#include "ui/settings.h"

#include <QMainWindow>

#include <functional>
#include <optional>
#include <string>

class QAction;
class QDockWidget;
class QMenu;
class QStackedWidget;

namespace nv {

class CommandPalette;
class Commands;
class ComparePair;
class DockTitles;
class DockWalk;
class EarlyView;
class Exporter;
class MessageBar;
class PictureDesk;
class ReviewDesk;
class SessionStore;
class StartPage;
class TimelinePanel;
class Tour;

/// The window: start page or timeline in the centre, panels around it, menus, status line.
/// It opens files, remembers the layout and knows nothing of what the panels show.
/// What failed is one sentence in the message bar, what was done or there is not one in the status
/// bar; nothing here is modal.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    /// `samplePath`: the bundled sample, empty when there is none.
    MainWindow(Settings& settings, QString samplePath, QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return m_document; }

    LoadJob& loader() { return m_load; }

    SaveJob& saver() { return m_save; }

    /// `windowSpec`: as on the command line; empty: the proposed window.
    void open(const QString& path, const std::string& windowSpec);

    void open(const QString& path) { open(path, {}); }

    /// Opens a second trace beside the open one, or beside the one that is being opened.
    void compareWith(const QString& path);
    ComparePair& pair();

    /// Shows what was loaded elsewhere, as pictures of the window do.
    void showAnalysis(const AnalysisPtr& analysis, const QString& path);
    /// Its lanes, until the rest is known; another trace that is shown stays until then.
    void showEarly(const AnalysisPtr& early);
    void showError(const QString& sentence);
    /// In the status bar for a while: nothing moves, nothing has to be closed.
    void showNotice(const QString& sentence);
    /// Brings a panel to the front by its id; unknown ids are ignored.
    void raisePanel(const QString& id, bool takesFocus = false);
    void setTheme(Settings::ThemeChoice choice);

    /// False: large traces are neither kept for their next opening nor taken from there.
    void setKeepsOpened(bool keeps) { m_keepsOpened = keeps; }

    /// The nsys of the command line, which comes before that of the settings.
    void setNsys(const QString& path);
    /// The next file is opened for this part of its time only; nullopt: whole.
    void setLoadRange(const std::optional<TimeRange>& range);
    /// Where marks and ranges of the traces are kept; at first nowhere.
    void setSessionFolder(const QString& folder);

    SessionStore& sessions() { return *m_sessions; }

    /// Everything its keys and menus do.
    Commands& commands() const;

    /// How files are opened, `path` aside.
    LoadOptions loadOptions() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void childEvent(QChildEvent* event) override;

private:
    void restoreLabels();
    void buildCentre();
    void buildDocks();
    void arrangeDocks();
    void restoreLayout();
    void saveLayout();
    void onFailed(const Error& error, const QString& path);
    void onVerdict();
    void updateTitle();
    void dropEarly();
    void openDialog();
    static QString traceFilter();
    void showRecent();
    /// Among the recent files, with what limits its window.
    void remember(const Document& document, const QString& path);
    void say(const QString& sentence, bool isProblem);

    // export_menu.cpp
    void buildExportMenu(QMenu& menu);
    void exportReport(const struct Report& report);
    void exportPage(bool isRedacted);
    void saveWindow();
    void onSaved(const QString& path, quint64 bytes, quint64 bytesOfTrace);
    /// `ending`: what the proposed name adds to that of the trace, up to the extension.
    void askSave(const QString& title, const QString& filter, const QString& ending,
                 const std::function<void(const QString&)>& save);
    void buildReview();
    // main_menu.cpp
    void buildMenus();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildWindowMenu();
    void buildHelpMenu();
    void fillRecentMenu();
    void updateActions();
    // convert_menu.cpp
    void buildConvertMenu(QMenu& menu);
    // session_menu.cpp
    void buildSessions();
    void addSessionFiles(QMenu& menu);
    void addMarkActions(QMenu& menu);
    void addRangeActions(QMenu& menu);
    // limits_menu.cpp
    void buildSettingsMenu();
    void restoreThresholds();
    void showLimits();
    void chooseNameRules();
    QString nsysPath() const;
    void chooseNsys();
    void askCacheRoom();
    // part_menu.cpp
    void askPart();
    // compare_menu.cpp
    void buildCompare();
    void buildCompareMenu(QMenu& menu);
    void askCompare();
    void reopenCompared(const QString& name);
    void keepTargetSession();
    void swapCompared();
    void exportComparison();

    /// An entry that does what a command of the timeline does.
    QAction* addTo(QMenu& menu, const QString& text, const char* command);
    // command_menu.cpp
    void buildCommands();
    void addPartActions(QMenu& menu);
    void addKeySettings(QMenu& menu);
    void addHelp(QMenu& menu);
    void showPalette();
    void showKeys();
    void showHelp();
    void takeTour();
    void startTour();
    void openNewWindow();
    bool isOpenElsewhere() const;
    void placeNewPanels(const QStringList& known);
    // go_menu.cpp
    void ask(const QString& name, const QString& title, const QString& label,
             void (MainWindow::*answer)(const QString&));
    void addWindowInput(QMenu& menu);
    void addGoTo(QMenu& menu);
    void setWindowTyped(const QString& typed);
    void goToTyped(const QString& typed);

    Settings& m_settings;
    QString m_samplePath;
    QString m_path; ///< of the trace shown
    bool m_keepsOpened = true;
    QString m_nsys;                  ///< of the command line
    QString m_asked;                 ///< the trace that was opened, or refused, last
    std::string m_windowSpec;        ///< of the trace being opened
    std::optional<TimeRange> m_part; ///< of its time, when not all
    Document m_document;
    LoadJob m_load;
    SaveJob m_save;
    QStackedWidget* m_stack = nullptr;
    StartPage* m_start = nullptr;
    TimelinePanel* m_timeline = nullptr;
    EarlyView* m_early = nullptr; ///< while a large trace is analysed
    MessageBar* m_message = nullptr;
    Exporter* m_exporter = nullptr;
    SessionStore* m_sessions = nullptr;
    SessionStore* m_targetSessions = nullptr; ///< of the second trace, while there is one
    ReviewDesk* m_review = nullptr;
    PictureDesk* m_pictures = nullptr;
    CommandPalette* m_palette = nullptr;
    DockWalk* m_walk = nullptr;
    DockTitles* m_titles = nullptr;
    Tour* m_tour = nullptr;
    QList<QDockWidget*> m_docks;
    QMenu* m_recentMenu = nullptr;
    QList<QAction*> m_needTrace; ///< actions that mean something only with a trace
    QList<QAction*> m_needPair;  ///< and only while two are compared
    QString m_compareNext;       ///< to be opened beside the trace that is being opened
    LatestJob m_compareJob;
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
    QAction* m_steady = nullptr;
    QAction* m_wheel = nullptr;
    QString m_sessionFolder;
    bool m_layoutShown = false; ///< docks are out: their state is worth saving
    bool m_wantsTour = false;   ///< as soon as the sample is open
    bool m_remembered = false;  ///< the verdict of this trace stands in the recent files
};

} // namespace nv
