// SPDX-License-Identifier: GPL-3.0-or-later
// Reports (.nsys-rep) on the command line: every command opens them, none shows their environment.
#include "tests/support/command_run.h"
#include "tests/support/report_fixture.h"

#include <QProcess>
#include <QSettings>
#include <QTest>

#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace nv;
using namespace nv::test;
namespace fs = std::filesystem;

namespace {

constexpr int kLongestMs = 120'000;

/// A terminal; what is written to `name()` comes out of read().
class Terminal
{
public:
    Terminal()
        : m_master(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK))
    {
        if (m_master >= 0 && ::grantpt(m_master) == 0 && ::unlockpt(m_master) == 0)
            m_name = ::ptsname(m_master);
        m_slave = m_name.empty() ? -1 : ::open(m_name.c_str(), O_RDWR | O_NOCTTY);
    }

    ~Terminal()
    {
        ::close(m_slave); // until now: a terminal nobody holds open loses its text
        ::close(m_master);
    }

    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    const std::string& name() const { return m_name; }

    std::string read() const
    {
        std::string out;
        std::array<char, 4096> block{};
        for (ssize_t size = 0; (size = ::read(m_master, block.data(), block.size())) > 0;)
            out.append(block.data(), static_cast<std::size_t>(size));
        return out;
    }

private:
    int m_master;
    int m_slave = -1;
    std::string m_name;
};

} // namespace

class ReportCliTest : public QObject
{
    Q_OBJECT
private slots:

    void init()
    {
        m_fixture.reset();
        m_fixture = std::make_unique<ReportFixture>();
        const auto set = [](const char* name, const fs::path& value) {
            qputenv(name, QByteArray::fromStdString(value.string()));
        };
        set("XDG_CACHE_HOME", m_fixture->folder() / "xdg");
        set("XDG_CONFIG_HOME", m_fixture->folder() / "config");
        // Where the system gives none Qt makes one among the temporary files.
        const fs::path runtime = m_fixture->folder() / "runtime";
        fs::create_directories(runtime);
        fs::permissions(runtime, fs::perms::owner_all);
        set("XDG_RUNTIME_DIR", runtime);
        // Settings of an earlier test are remembered by the place they were first read from.
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                           QString::fromStdString((m_fixture->folder() / "config").string()));
    }

    void cleanup()
    {
        for (const char* below : {"xdg", "out"})
            for (const fs::path& file : filesBelow(m_fixture->folder() / below))
                QVERIFY2(bytesOf(file).find(kFakeSecret) == std::string::npos, file.c_str());
        QCOMPARE(filesBelow(m_fixture->report().parent_path()).size(), std::size_t{1});
        QVERIFY(fs::is_empty(m_fixture->temporary()));
    }

    void everyCommandOpensReports()
    {
        const std::string report = m_fixture->report().string();
        const std::string nsys = m_fixture->nsys().string();
        const Ran analyze = run({"analyze", report, "--nsys", nsys, "--json", "-"});
        QCOMPARE(analyze.status, 0);
        QCOMPARE(analyze.err, std::string());
        const auto json = nlohmann::json::parse(analyze.out);
        QCOMPARE(json["trace"]["file"].get<std::string>(), std::string("run 7.nsys-rep"));
        QCOMPARE(json["trace"]["counts"]["kernel"].get<int>(), 3);
        QVERIFY(analyze.out.find(kFakeSecret) == std::string::npos);

        const Ran stats =
            run({"stats", report, "--nsys=" + nsys, "-r", "cuda_gpu_kern_sum", "--format", "csv"});
        QCOMPARE(stats.status, 0);
        QVERIFY(stats.out.find("gemm") != std::string::npos);
        QVERIFY(stats.out.find(kFakeSecret) == std::string::npos);

        const Ran markdown = run({"analyze", report, "--nsys", nsys});
        QCOMPARE(markdown.status, 0);
        QVERIFY(markdown.out.find("run 7.nsys-rep") != std::string::npos);
        QVERIFY(markdown.out.find(kFakeSecret) == std::string::npos);
        QCOMPARE(m_fixture->runs(), 1); // the others took it from the cache
    }

    void picturesOpenReports()
    {
        fs::create_directories(m_fixture->folder() / "out");
        const QString report = QString::fromStdString(m_fixture->report().string());
        const QString nsys = QString::fromStdString(m_fixture->nsys().string());
        const auto draw = [&](const QStringList& words, const char* name) {
            const fs::path picture = m_fixture->folder() / "out" / name;
            QProcess program;
            QStringList all = words;
            all.replaceInStrings("PICTURE", QString::fromStdString(picture.string()));
            program.start(qEnvironmentVariable("NV_PROGRAM"), all);
            QVERIFY(program.waitForFinished(kLongestMs));
            QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
            QVERIFY(bytesOf(picture).starts_with("\x89PNG"));
        };
        draw({"render", report, "--nsys", nsys, "-o", "PICTURE"}, "timeline.png");
        draw({report, "--nsys", nsys, "--grab", "PICTURE"}, "window.png");
    }

    void theNsysOfTheSettingsIsUsed()
    {
        QSettings settings(QSettings::IniFormat, QSettings::UserScope, "nsys-verdict",
                           "nsys-verdict");
        settings.setValue("convert/nsys", QString::fromStdString(m_fixture->nsys().string()));
        settings.sync();
        const Ran ran = run({"analyze", m_fixture->report().string()});
        QCOMPARE(ran.status, 0);
        QCOMPARE(m_fixture->runs(), 1);
        // The command line comes first.
        const Ran other = run({"analyze", m_fixture->report().string(), "--nsys", "/no/such/nsys"});
        QCOMPARE(other.status, 0); // and what is in the cache needs none
        fs::remove_all(m_fixture->folder() / "xdg");
        const Ran none = run({"analyze", m_fixture->report().string(), "--nsys", "/no/such/nsys"});
        QCOMPARE(none.status, 2);
    }

    void failuresAreOneSentence()
    {
        m_fixture->playNsys("echo 'Exportation error: it is broken.' >&2; exit 1");
        const Ran ran = run({"analyze", m_fixture->report().string(), "--nsys",
                             m_fixture->nsys().string(), "--json", "-"});
        QCOMPARE(ran.status, 2);
        QCOMPARE(ran.out, std::string());
        QCOMPARE(ran.err,
                 std::string("nsys-verdict: nsys 2024.2.3 could not convert run 7.nsys-rep:"
                             " Exportation error: it is broken.\n"));
    }

    void aTerminalShowsTheConversion()
    {
        m_fixture->playNsys("printf '\\rProcessing 9 events: [=42%%  ]' >&2; sleep 0.6; "
                            + ReportFixture::kCopies);
        const Terminal terminal;
        QVERIFY(!terminal.name().empty());
        QProcess program;
        program.setStandardErrorFile(QString::fromStdString(terminal.name()));
        program.start(qEnvironmentVariable("NV_PROGRAM"),
                      {"analyze", QString::fromStdString(m_fixture->report().string()), "--nsys",
                       QString::fromStdString(m_fixture->nsys().string())});
        QVERIFY(program.waitForFinished(kLongestMs));
        QCOMPARE(program.exitCode(), 0);
        const std::string shown = terminal.read();
        QVERIFY2(shown.find("converting with nsys 42 %") != std::string::npos, shown.c_str());
    }

    void interruptionLeavesNothing()
    {
        m_fixture->playNsys("echo $$ > \"$fixture/pid\"; sleep 600");
        QProcess program;
        program.start(qEnvironmentVariable("NV_PROGRAM"),
                      {"analyze", QString::fromStdString(m_fixture->report().string()), "--nsys",
                       QString::fromStdString(m_fixture->nsys().string())});
        QVERIFY(QTest::qWaitFor([&] { return !bytesOf(m_fixture->folder() / "pid").empty(); },
                                kLongestMs));
        const long pid = std::strtol(bytesOf(m_fixture->folder() / "pid").c_str(), nullptr, 10);
        QVERIFY(pid > 0);
        program.terminate();
        QVERIFY(program.waitForFinished(kLongestMs));
        QCOMPARE(program.exitCode(), kStatusInterrupted);
        QVERIFY(::kill(static_cast<pid_t>(pid), 0) != 0);
    }

    void helpNamesTheOption()
    {
        for (const auto& words :
             {std::vector<std::string>{"analyze", "--help"},
              std::vector<std::string>{"stats", "--help"},
              std::vector<std::string>{"render", "--help"}, std::vector<std::string>{"--help"}}) {
            const auto options = parseOptions(words);
            QVERIFY(options);
            const std::string help = helpText(options.value().command);
            QVERIFY(help.find("--nsys PATH") != std::string::npos);
        }
        QCOMPARE(run({"analyze", "x.nsys-rep", "--nsys"}).status, 2);
    }

private:
    std::unique_ptr<ReportFixture> m_fixture;
};

QTEST_MAIN(ReportCliTest)
#include "report_cli_test.moc"
