// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui_session.h"

#include "app/cli_session.h"
#include "app/cli_steps.h"
#include "app/interrupt.h"
#include "app/progress_line.h"
#include "core/analysis/window.h"
#include "ui/appearance.h"
#include "ui/main_window.h"
#include "ui/panels/compare/compare_pair.h"
#include "ui/session_store.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QSignalBlocker>
#include <QTemporaryDir>
#include <QTimer>

#include <array>
#include <clocale>
#include <cstdio>
#include <string>

namespace nv {

namespace {

constexpr int kDone = 0;
constexpr int kBadInput = 2;
constexpr int kSettleMs = 400; ///< for what panels work out from the tables, as histograms

int complain(const std::string& sentence)
{
    std::fprintf(stderr, "nsys-verdict: %s\n", sentence.c_str());
    return kBadInput;
}

/// Qt wants arguments that live as long as the application; ours are parsed already.
struct Arguments
{
    std::array<char, 13> name{"nsys-verdict"};
    std::array<char*, 2> list{name.data(), nullptr};
    int count = 1;
};

void nameApplication()
{
    // Qt has taken over the locale of the system; figures that the core writes keep their point.
    std::setlocale(LC_NUMERIC, "C"); // NOLINT(concurrency-mt-unsafe): before any thread
    QApplication::setApplicationName(QStringLiteral("nsys-verdict"));
    QApplication::setApplicationDisplayName(QString());
    QApplication::setApplicationVersion(QStringLiteral(NV_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("nsys-verdict"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/nsys-verdict.svg")));
}

/// The sample trace: beside the program when installed, else where the build put it.
QString samplePath()
{
    QStringList places{
        QDir(QApplication::applicationDirPath())
            .absoluteFilePath(QStringLiteral("../share/nsys-verdict/sample.sqlite"))};
#ifdef NV_SAMPLE_BUILD_PATH
    places << QStringLiteral(NV_SAMPLE_BUILD_PATH);
#endif
    for (const QString& place : places) {
        if (QFileInfo::exists(place))
            return QDir::cleanPath(place);
    }
    return {};
}

QString toQString(const std::filesystem::path& path)
{
    return QString::fromStdU16String(path.u16string());
}

bool hasDisplay()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
           || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
#else
    return true;
#endif
}

/// Written whole or not at all.
bool savePng(const QPixmap& picture, const QString& path)
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && picture.save(&file, "PNG") && file.commit();
}

/// Ctrl-C ends it with what it has started, as it does the commands.
Result<AnalysisPtr> loadForGrab(const LoadOptions& options, const Thresholds& thresholds)
{
    const Interrupt interrupt;
    Progress progress;
    const ProgressLine line(progress);
    return loadAnalysis(options, thresholds, interrupt.token(), progress);
}

/// The second trace of a picture; false when it cannot be read.
Status compareForGrab(MainWindow& window, const Options& options)
{
    LoadOptions load = loadOptionsOf(options);
    load.path = options.compare;
    NV_TRY(analysis, loadForGrab(load, window.document().thresholds()));
    window.pair().begin(analysis, toQString(options.compare));
    return Nothing{};
}

/// Names and limits of the command line, for this run only; empty, or why not.
QString useFiles(MainWindow& window, const Options& options)
{
    Document& document = window.document();
    const QSignalBlocker notStored(document);
    const QSignalBlocker norThese(document.labels());
    if (!options.thresholds.empty()) {
        const auto thresholds = thresholdsOf(options);
        if (!thresholds)
            return QString::fromStdString(thresholds.error().message);
        document.setThresholds(thresholds.value());
    }
    return options.nameRules.empty() ? QString()
                                     : document.labels().use(toQString(options.nameRules));
}

/// Calls `done` once the figures of the window stand on the screen.
template <class Done>
void whenComplete(MainWindow& window, Done done)
{
    const auto later = [&window, done] {
        ComparePair& pair = window.pair();
        const auto settled = [&window, done] { QTimer::singleShot(kSettleMs, &window, done); };
        if (pair.target() == nullptr || pair.isCurrent() || !pair.error().isEmpty())
            settled();
        else
            QObject::connect(&pair, &ComparePair::answered, &window, settled);
    };
    Document& document = window.document();
    if (!document.analysis() || document.tablesAreCurrent() || !document.tablesError().isEmpty()) {
        later();
        return;
    }
    QObject::connect(&document, &Document::tablesChanged, &window, [&document, later] {
        if (document.tablesAreCurrent() || !document.tablesError().isEmpty())
            later();
    });
}

} // namespace

Settings::ThemeChoice themeOf(const Options& options, const Settings& settings)
{
    if (!options.hasTheme)
        return settings.theme();
    return options.dark ? Settings::ThemeChoice::Dark : Settings::ThemeChoice::Light;
}

int runGui(const Options& options)
{
    if (!hasDisplay())
        return complain("There is no display to show the window on; use the commands analyze, "
                        "stats and render, or --grab FILE.png.");
    Arguments arguments;
    const QApplication application(arguments.count, arguments.list.data());
    nameApplication();
    setUpAppearance();
    Settings settings;
    applyTheme(themeOf(options, settings));
    MainWindow window(settings, samplePath());
    window.setSessionFolder(userSessionFolder());
    if (!options.nsys.empty())
        window.setNsys(toQString(options.nsys));
    window.setKeepsOpened(!options.noCache);
    if (const QString wrong = useFiles(window, options); !wrong.isEmpty())
        return complain(wrong.toStdString());
    window.show();
    window.setLoadRange(options.loadRange); // of the trace that is opened at once
    if (!options.trace.empty())
        window.open(toQString(options.trace), options.window);
    if (!options.compare.empty())
        window.compareWith(toQString(options.compare));
    return QApplication::exec();
}

int runGrab(const Options& options)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    Arguments arguments;
    const QApplication application(arguments.count, arguments.list.data());
    nameApplication();
    setUpAppearance();
    const QTemporaryDir folder;
    if (!folder.isValid())
        return complain("No temporary folder could be made for the picture of the window.");
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    applyTheme(options.dark ? Settings::ThemeChoice::Dark : Settings::ThemeChoice::Light);
    MainWindow window(settings, samplePath());
    if (const QString wrong = useFiles(window, options); !wrong.isEmpty())
        return complain(wrong.toStdString());
    window.resize(options.size.width, options.size.height);
    window.show();
    if (!options.trace.empty()) {
        const auto analysis = loadForGrab(loadOptionsOf(options), window.document().thresholds());
        if (!analysis)
            return fail(analysis.error());
        window.showAnalysis(analysis.value(), toQString(options.trace));
        if (!options.window.empty()) {
            const auto asked = resolveWindow(*analysis.value(), options.window);
            if (!asked)
                return complain(asked.error().message);
            window.document().setWindow(asked.value());
        }
        if (!options.compare.empty())
            if (Status compared = compareForGrab(window, options); !compared)
                return fail(compared.error());
    }
    int status = kDone;
    whenComplete(window, [&window, &options, &status] {
        QApplication::processEvents(); // charts draw what they were given with the next event
        if (!savePng(window.grab(), toQString(options.grab)))
            status = complain(options.grab.filename().string()
                              + " could not be written; check the folder and its permissions.");
        QApplication::quit();
    });
    QApplication::exec();
    return status;
}

} // namespace nv
