// SPDX-License-Identifier: GPL-3.0-or-later
// How does the window look in every state that a user meets?  Drives the real window, off-screen,
// into each of them and writes a picture: FOLDER/STATE-THEME-WIDTHxHEIGHT@SCALE.png.  To be looked
// at by somebody; nothing is compared.
#include "tests/pictures/states.h"
#include "ui/appearance.h"
#include "ui/panel.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QProcess>

#include <algorithm>
#include <clocale>
#include <cstdio>

using namespace nv;
using namespace nv::pictures;

namespace {

struct Request
{
    QDir folder;
    QStringList states; ///< empty: all
    QStringList themes;
    QStringList scales;
    QList<QSize> sizes;
    QStringList traces;
};

/// Exit status 2: the question was wrong or could not be answered.
[[noreturn]] void fail(const QString& sentence)
{
    std::fprintf(stderr, "%s\n", qPrintable(sentence));
    std::exit(2);
}

QSize sizeOf(const QString& text)
{
    const QStringList sides = text.split(u'x');
    const QSize size(sides.value(0).toInt(), sides.value(1).toInt());
    if (sides.size() != 2 || size.width() < 200 || size.height() < 200)
        fail(QStringLiteral("A size is written like 1280x720."));
    return size;
}

Request requestOf(const QCoreApplication& app)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Writes a picture of the window in every state, for each theme, scale and size.\n"
        "With TRACE: that trace as it opens and in every panel, instead of the states."));
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("TRACE"), QStringLiteral("SQLite exports"),
                                 QStringLiteral("[TRACE...]"));
    const auto option = [&parser](const char* name, const char* help, const char* value,
                                  const QStringList& standard) {
        QCommandLineOption one(QString::fromLatin1(name), QString::fromLatin1(help),
                               QString::fromLatin1(value));
        one.setDefaultValues(standard);
        parser.addOption(one);
    };
    QStringList names;
    for (const State& state : states())
        names << QString::fromLatin1(state.name);
    option("out", "The folder of the pictures.", "FOLDER", {QStringLiteral("pictures")});
    option("state", "Only this state; may be given again.", "NAME", {});
    option("theme", "light or dark; both unless given.", "THEME",
           {QStringLiteral("light"), QStringLiteral("dark")});
    option("scale", "Pixels of the device for each; may be given again.", "S",
           {QStringLiteral("1")});
    option("size", "Of the window; may be given again.", "WxH", {QStringLiteral("1280x720")});
    parser.process(app);
    Request out;
    out.folder = QDir(parser.value(QStringLiteral("out")));
    out.states = parser.values(QStringLiteral("state"));
    out.themes = parser.values(QStringLiteral("theme"));
    out.scales = parser.values(QStringLiteral("scale"));
    out.traces = parser.positionalArguments();
    for (const QString& size : parser.values(QStringLiteral("size")))
        out.sizes << sizeOf(size);
    for (const QString& state : out.states)
        if (!names.contains(state))
            fail(QStringLiteral("There is no state %1; there are: %2.")
                     .arg(state, names.join(QStringLiteral(", "))));
    if (!out.folder.mkpath(QStringLiteral(".")))
        fail(QStringLiteral("The folder cannot be made."));
    return out;
}

class Photographer
{
public:
    Photographer(const Request& request, const Traces& traces)
        : m_request(request)
        , m_traces(traces)
    {}

    void takeAll()
    {
        for (const QString& theme : m_request.themes) {
            applyTheme(theme == QStringLiteral("dark") ? Settings::ThemeChoice::Dark
                                                       : Settings::ThemeChoice::Light);
            for (const QSize size : m_request.sizes)
                takeTheme(theme, size);
        }
    }

private:
    void takeTheme(const QString& theme, QSize size)
    {
        const QString ending = QStringLiteral("-%1-%2x%3@%4.png")
                                   .arg(theme)
                                   .arg(size.width())
                                   .arg(size.height())
                                   .arg(m_request.scales.value(0));
        for (const QString& trace : m_request.traces)
            takeGiven(trace, size, ending);
        if (!m_request.traces.isEmpty())
            return;
        for (const State& state : states()) {
            const QString name = QString::fromLatin1(state.name);
            if (m_request.states.isEmpty() || m_request.states.contains(name))
                take(name + ending, size, state.show);
        }
    }

    void takeGiven(const QString& trace, QSize size, const QString& ending)
    {
        const QString name = QFileInfo(trace).completeBaseName();
        take(name + ending, size, [&](Studio& studio) { showGiven(studio, trace, {}); });
        for (const PanelInfo& panel : panels()) {
            const QString id = QString::fromLatin1(panel.id);
            take(name + u'-' + id + ending, size,
                 [&](Studio& studio) { showGiven(studio, trace, id); });
        }
    }

    template <class Show>
    void take(const QString& file, QSize size, const Show& show)
    {
        Studio studio(m_traces, size);
        show(studio);
        if (!studio.grab().save(m_request.folder.filePath(file), "PNG"))
            fail(file + QStringLiteral(" cannot be written."));
        std::printf("%s\n", qPrintable(file));
        std::fflush(stdout);
    }

    const Request& m_request;
    const Traces& m_traces;
};

/// Qt takes the scale at the start of a process: one for each.
int takeScales(const Request& request, QStringList arguments)
{
    arguments.removeFirst();
    for (const QString& scale : request.scales) {
        QProcess one;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), scale);
        one.setProcessEnvironment(environment);
        one.setProcessChannelMode(QProcess::ForwardedChannels);
        one.start(QCoreApplication::applicationFilePath(), arguments);
        one.waitForFinished(-1);
        if (one.exitStatus() != QProcess::NormalExit || one.exitCode() != 0)
            return 2;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("nsys-verdict"));
    // Qt has taken over the locale of the system; figures that the core writes keep their point.
    std::setlocale(LC_NUMERIC, "C");
    Request request = requestOf(app);
    const QString scale = qEnvironmentVariable("QT_SCALE_FACTOR");
    if (scale.isEmpty())
        return takeScales(request, QCoreApplication::arguments());
    request.scales = {scale};
    setUpAppearance();
    Traces traces;
    if (const QString wrong = traces.make(); !wrong.isEmpty())
        fail(wrong);
    Photographer(request, traces).takeAll();
    return 0;
}
