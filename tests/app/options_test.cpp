// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options.h"

#include <QTest>

using namespace nv;

namespace {

Result<Options> parse(std::vector<std::string> words)
{
    return parseOptions(words);
}

} // namespace

class OptionsTest : public QObject
{
    Q_OBJECT
private slots:

    void nothingOpensTheWindow()
    {
        const auto o = parse({});
        QVERIFY(o.hasValue());
        QCOMPARE(o.value().command, Command::Window);
        QVERIFY(o.value().trace.empty());
        QCOMPARE(o.value().size.width, 1280);
        QCOMPARE(o.value().size.height, 720);
        QVERIFY(!o.value().dark);
        QVERIFY(!o.value().hasTheme);
    }

    void aFileAloneOpensTheWindow()
    {
        const auto o = parse({"a.sqlite", "--window", "all"});
        QVERIFY(o.hasValue());
        QCOMPARE(o.value().command, Command::Window);
        QCOMPARE(o.value().trace.string(), std::string("a.sqlite"));
        QCOMPARE(o.value().window, std::string("all"));
    }

    void aSecondTraceForTheWindow()
    {
        const auto o = parse({"a.sqlite", "--compare", "b.sqlite"});
        QVERIFY(o.hasValue());
        QCOMPARE(o.value().command, Command::Window);
        QCOMPARE(o.value().compare.string(), std::string("b.sqlite"));
        QVERIFY(!parse({"--compare", "b.sqlite"}).hasValue()); // with what?
        QVERIFY(!parse({"analyze", "a.sqlite", "--compare", "b.sqlite"}).hasValue());
    }

    void optionsStandBeforeOrAfterTheTrace()
    {
        for (const auto& words : {std::vector<std::string>{"analyze", "--json", "-", "t.sqlite"},
                                  std::vector<std::string>{"analyze", "t.sqlite", "--json", "-"},
                                  std::vector<std::string>{"--json", "-", "analyze", "t.sqlite"},
                                  std::vector<std::string>{"analyze", "t.sqlite", "--json=-"}}) {
            const auto o = parse(words);
            QVERIFY(o.hasValue());
            QCOMPARE(o.value().command, Command::Analyze);
            QCOMPARE(o.value().trace.string(), std::string("t.sqlite"));
            QVERIFY(o.value().json == std::optional<std::string>("-"));
        }
    }

    void gatesAndReportsAddUp()
    {
        const auto a = parse({"analyze", "t.sqlite", "--fail-if", "class.sync-bound", "--fail-if",
                              "gpu_idle_ratio>0.3"});
        QVERIFY(a.hasValue());
        QCOMPARE(a.value().failIf,
                 (std::vector<std::string>{"class.sync-bound", "gpu_idle_ratio>0.3"}));
        const auto s = parse({"stats", "-r", "a,b:base", "t.sqlite", "-r", "c", "--timeunit", "us",
                              "--format", "csv", "-o", "-"});
        QVERIFY(s.hasValue());
        QCOMPARE(s.value().reports, (std::vector<std::string>{"a", "b:base", "c"}));
        QCOMPARE(s.value().timeunit, std::string("usec"));
        QCOMPARE(s.value().output, std::string("-"));
    }

    void picture()
    {
        const auto o = parse({"render", "t.sqlite", "-o", "p.svg", "--size", "640x480", "--theme",
                              "dark", "--view", "1s/2s", "--redact", "--no-cache"});
        QVERIFY(o.hasValue());
        QCOMPARE(o.value().size.width, 640);
        QCOMPARE(o.value().size.height, 480);
        QVERIFY(o.value().dark);
        QVERIFY(o.value().redact);
        QVERIFY(o.value().noCache);
        QCOMPARE(o.value().view, std::string("1s/2s"));
    }

    void helpAndVersionOfEveryCommand()
    {
        for (const char* word : {"analyze", "stats", "render"}) {
            const auto help = parse({word, "--help"});
            QVERIFY(help.hasValue());
            QCOMPARE(help.value().request, Request::Help);
            QVERIFY(helpText(help.value().command).find(std::string("nsys-verdict ") + word)
                    != std::string::npos);
            const auto version = parse({word, "--version"});
            QVERIFY(version.hasValue());
            QCOMPARE(version.value().request, Request::Version);
        }
        QCOMPARE(parse({"--help"}).value().request, Request::Help);
        QCOMPARE(parse({"--help", "--nonsense"}).value().request, Request::Help);
        QVERIFY(helpText(Command::Window).find("compare BASE TARGET") != std::string::npos);
        QVERIFY(versionText().starts_with("nsys-verdict "));
    }

    void aWordAfterDashesIsAFile()
    {
        const auto o = parse({"analyze", "--", "--odd.sqlite"});
        QVERIFY(o.hasValue());
        QCOMPARE(o.value().trace.string(), std::string("--odd.sqlite"));
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* name, QStringList words, const char* named) {
            QTest::newRow(name) << words << QString::fromLatin1(named);
        };
        row("unknown option", {"t.sqlite", "--frobnicate"}, "--frobnicate");
        row("unknown command", {"contrast", "a.sqlite", "b.sqlite"}, "Unknown command contrast");
        row("unknown command alone", {"contrast"}, "Unknown command contrast");
        row("unknown command asks for help", {"contrast", "--help"}, "Unknown command contrast");
        row("two traces", {"a.sqlite", "b.sqlite"}, "b.sqlite");
        row("no trace", {"analyze"}, "needs a trace");
        row("no trace to grab", {"--grab", "p.png"}, "needs a trace");
        row("missing value", {"analyze", "t.sqlite", "--json"}, "--json needs a value");
        row("empty value", {"analyze", "t.sqlite", "--window="}, "--window needs a value");
        row("a second flag", {"analyze", "t.sqlite", "--no-cache=1"}, "--no-cache");
        row("flag with a value", {"analyze", "t.sqlite", "--redact=yes"}, "--redact");
        row("twice", {"analyze", "t.sqlite", "--device", "0", "--device", "1"}, "given twice");
        row("two on stdout", {"analyze", "t.sqlite", "--json", "-", "--markdown", "-"},
            "Only one output");
        row("two in one file", {"analyze", "t.sqlite", "--json", "x", "--html", "x"},
            "the same file");
        row("foreign option", {"stats", "t.sqlite", "-r", "a", "--json", "-"}, "--json");
        row("option without its command", {"t.sqlite", "--json", "-"}, "--json needs a command");
        row("no report", {"stats", "t.sqlite"}, "-r REPORT");
        row("empty report", {"stats", "t.sqlite", "-r", "a,,b"}, "-r");
        row("unit", {"stats", "t.sqlite", "-r", "a", "--timeunit", "h"}, "--timeunit");
        row("format", {"stats", "t.sqlite", "-r", "a", "--format", "xml"}, "--format");
        row("no picture", {"render", "t.sqlite"}, "-o FILE");
        row("ending", {"render", "t.sqlite", "-o", "p.gif"}, ".png, .svg or .pdf");
        row("grab ending", {"t.sqlite", "--grab", "p.svg"}, ".png");
        row("size", {"render", "t.sqlite", "-o", "p.png", "--size", "640*480"}, "WxH");
        row("size with a tail", {"render", "t.sqlite", "-o", "p.png", "--size", "640x480px"},
            "WxH");
        row("size too large", {"render", "t.sqlite", "-o", "p.png", "--size", "99999x10"},
            "pixels");
        row("theme", {"render", "t.sqlite", "-o", "p.png", "--theme", "blue"}, "light or dark");
        row("empty trace", {"analyze", ""}, "empty");
    }

    void refuses()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, named);
        std::vector<std::string> arguments;
        for (const QString& word : words)
            arguments.push_back(word.toStdString());
        const auto o = parseOptions(arguments);
        QVERIFY(!o.hasValue());
        QCOMPARE(o.error().code, Errc::BadArgument);
        QVERIFY2(o.error().message.find(named.toStdString()) != std::string::npos,
                 o.error().message.c_str());
        QVERIFY(o.error().message.ends_with('.'));
    }
};

QTEST_APPLESS_MAIN(OptionsTest)
#include "options_test.moc"
