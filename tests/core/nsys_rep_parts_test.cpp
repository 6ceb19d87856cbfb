// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of opening a report: versions, the search for nsys, what it prints, children, keys.
#include "core/base/private_folder.h"
#include "core/sources/nsys_rep/child_process.h"
#include "core/sources/nsys_rep/convert.h"
#include "core/sources/nsys_rep/converted_cache.h"
#include "core/sources/nsys_rep/find_nsys.h"
#include "core/sources/nsys_rep/scrub.h"
#include "tests/support/report_fixture.h"
#include "tests/support/trace_fixture.h"

#include <QElapsedTimer>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

using namespace nv;
using namespace nv::nsys;
using namespace nv::test;
namespace fs = std::filesystem;

namespace {

std::string versionIn(std::string_view text)
{
    const auto version = findVersion(text);
    return version ? fullText(*version) : "none";
}

void playVersion(const fs::path& program, const std::string& version)
{
    writeFile(program, "#!/bin/sh\necho 'NVIDIA Nsight Systems version " + version + "-1v0'\n");
    fs::permissions(program, fs::perms::owner_all);
}

/// The number of a process that is gone.
long deadProcess()
{
    const pid_t pid = ::fork();
    if (pid == 0)
        ::_exit(0);
    ::waitpid(pid, nullptr, 0);
    return pid;
}

} // namespace

class NsysRepPartsTest : public QObject
{
    Q_OBJECT
private slots:

    void versions()
    {
        QCOMPARE(versionIn("NVIDIA Nsight Systems version 2022.4.2.1-df9881f"),
                 std::string("2022.4.2.1"));
        QCOMPARE(versionIn("version 2024.2.3.38-242334140272v0\n"), std::string("2024.2.3.38"));
        QCOMPARE(versionIn("NVIDIA Nsight Systems version 2020.3"), std::string("2020.3.0.0"));
        QCOMPARE(versionIn("12.4, then 2025.1.1"), std::string("2025.1.1.0"));
        QCOMPARE(versionIn("cuda 12.4"), std::string("none"));
        QCOMPARE(versionIn(""), std::string("none"));
        QCOMPARE(versionIn("99999999999999999999.1"), std::string("none"));
        QVERIFY(*findVersion("2024.10.1") > *findVersion("2024.9.3")); // numbers, not texts
        QVERIFY(*findVersion("2024.2.3.38") > *findVersion("2023.4.4.54"));
        QCOMPARE(shortText(*findVersion("2024.2.3.38")), std::string("2024.2.3"));
    }

    void reportsSayWhoRecordedThem()
    {
        const std::string magic = "NVIDIA Tegra Profiler Report ";
        QVERIFY(isReportHead(magic + "1.\n"));
        QVERIFY(!isReportHead("NVIDIA Tegra Profiler"));
        QVERIFY(!recordedVersion(magic + "1.\n\x0bLocal 2024.1.1")); // 2022: the line says nothing
        QCOMPARE(fullText(*recordedVersion(magic + "2023@4@4@54-234433681190v0.\n")),
                 std::string("2023.4.4.54"));
        QVERIFY(!recordedVersion("2023@4@4@54"));
    }

    void theNewestNsysIsTaken()
    {
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        NsysSearch search;
        search.root = root / "root";
        search.pathVariable = (root / "first").string() + ":" + (root / "second").string();
        QCOMPARE(findNsys(search, {}).error().code, Errc::ToolMissing);
        playVersion(root / "first" / "nsys", "2023.4.4.54");
        playVersion(root / "second" / "nsys", "2022.4.2.1");
        QCOMPARE(findNsys(search, {}).value().path, root / "first" / "nsys");
        const fs::path usual = root / "root/opt/nvidia/nsight-systems/2024.10.1/bin/nsys";
        playVersion(usual, "2024.10.1.5");
        playVersion(root / "root/opt/nvidia/nsight-systems/2024.9.1/bin/nsys", "2024.9.1.5");
        playVersion(root / "root/usr/local/cuda-12.4/bin/nsys", "2024.1.1.1");
        QCOMPARE(findNsys(search, {}).value().path, usual);
        QCOMPARE(fullText(findNsys(search, {}).value().version), std::string("2024.10.1.5"));
        search.chosen = root / "second" / "nsys";
        QCOMPARE(findNsys(search, {}).value().path, search.chosen);
    }

    void everyUsualPlaceIsLookedAt()
    {
        const QTemporaryDir folder;
        NsysSearch search;
        search.root = folder.path().toStdString();
        // The places of nsys.md 6, in its order.
        std::vector<fs::path> expected;
        for (const char* place :
             {"usr/local/cuda/bin/nsys", "usr/local/cuda-12.4/bin/nsys",
              "opt/nvidia/nsight-systems/2024.2.3/bin/nsys",
              "opt/nvidia/nsight-systems/2024.2.3/target-linux-x64/nsys",
              "opt/nvidia/nsight-systems-cli/2024.2.3/target-linux-x64/nsys",
              "opt/nvidia/hpc_sdk/Linux_x86_64/24.5/profilers/Nsight_Systems/bin/nsys",
              "usr/bin/nsys", "usr/lib/nsight-systems/bin/nsys",
              "usr/lib/x86_64-linux-gnu/nsight-systems/target-linux-x64/nsys"}) {
            expected.push_back(search.root / place);
            playVersion(expected.back(), "2024.2.3.38");
        }
        QVERIFY(nsysCandidates(search) == expected);
        // Links to the same program count once, what cannot be run not at all.
        search.pathVariable = (search.root / "links").string() + "::";
        fs::create_directories(search.root / "links");
        fs::create_symlink(expected[0], search.root / "links" / "nsys");
        fs::permissions(expected[1], fs::perms::owner_read);
        const auto found = nsysCandidates(search);
        QCOMPARE(found.size(), expected.size() - 1);
        QCOMPARE(found[0], search.root / "links" / "nsys");
        QCOMPARE(found[1], expected[2]);
    }

    void percentagesAreReadHoweverTheyAreCut()
    {
        PercentReader reader;
        QVERIFY(!reader.read("Processing 143 events: "));
        QCOMPARE(reader.read("[=6%   ]\r[=7%  ]"), std::optional<int>(7));
        QCOMPARE(reader.read("\rProcessing 143 events: [==3"), std::optional<int>(7));
        QCOMPARE(reader.read("7%"), std::optional<int>(37));
        QCOMPARE(reader.read("  ] 10"), std::optional<int>(37));
        QCOMPARE(reader.read("0"), std::optional<int>(37));
        QCOMPARE(reader.read("%]\n"), std::optional<int>(100));
        QCOMPARE(reader.read("a % b"), std::optional<int>(100)); // no number, no percentage
    }

    void lastLinesLeaveProgressOut()
    {
        const std::string output =
            "one\n\rProcessing 9 events: [1%  ]\rProcessing 9 events: [=100%]\ntwo\n\nthree   \n";
        QVERIFY((lastLines(output, 2) == std::vector<std::string>{"two", "three"}));
        QVERIFY((lastLines(output, 9) == std::vector<std::string>{"one", "two", "three"}));
        QVERIFY(lastLines("", 3).empty());
    }

    void environmentBlocks()
    {
        using namespace std::string_view_literals;
        QVERIFY(isEnvironmentBlock("A=1\0B=2"sv));
        QVERIFY(isEnvironmentBlock("A=1\0"sv));
        QVERIFY(isEnvironmentBlock("odd\0TOKEN=secret"sv));
        QVERIFY(!isEnvironmentBlock("batch=4")); // a name somebody gave a range
        QVERIFY(!isEnvironmentBlock("a\0b"sv));
        QVERIFY(!isEnvironmentBlock("=x\0"sv));
        QVERIFY(!isEnvironmentBlock(""));
    }

    void textsThatEventsReferToStay()
    {
        using namespace std::string_literals;
        const TraceFixture fixture;
        TraceMaker maker;
        const auto pid = maker.process(10, "p");
        const auto tid = maker.thread(pid, 11, "t");
        const auto named = maker.freshString("A=1\0B=2"s); // an event's own text
        const auto block = maker.freshString("C=1\0D=2"s);
        MadeNvtx range;
        range.start = 10;
        range.end = 20;
        range.globalTid = tid;
        range.textId = named;
        maker.add(range);
        const fs::path file = fixture.path("export.sqlite");
        QVERIFY(maker.writeTo(file));
        QVERIFY(scrub(file, "x", {}));
        const auto count = [&](std::int64_t id) {
            const std::string sql =
                "SELECT count(*) FROM StringIds WHERE id = " + std::to_string(id);
            return querySql(file, sql.c_str());
        };
        QCOMPARE(count(named), QStringList{"1"});
        QCOMPARE(count(block), QStringList{"0"});
        QVERIFY(bytesOf(file).find("C=1"s) == std::string::npos); // overwritten, not only unlinked
    }

    void keysFollowTheContent()
    {
        const QTemporaryDir folder;
        const fs::path file = fs::path(folder.path().toStdString()) / "report";
        // Larger than what is read whole: a change at either end and in the middle block.
        const std::string content(9'000'000, 'a');
        writeFile(file, content);
        const auto key = FileKey::of(file, {});
        QVERIFY(key);
        QCOMPARE(key.value().size, std::uint64_t{9'000'000});
        QCOMPARE(FileKey::of(file, {}).value().fingerprint, key.value().fingerprint);
        for (const std::size_t at : {std::size_t{0}, content.size() - 1}) {
            std::string changed = content;
            changed[at] = 'b';
            writeFile(file, changed);
            QVERIFY(FileKey::of(file, {}).value().fingerprint != key.value().fingerprint);
        }
        for (const std::size_t size : {1U, 65'535U, 65'536U, 65'537U, 200'000U}) {
            std::string small(size, 'a');
            writeFile(file, small);
            const auto before = FileKey::of(file, {}).value().fingerprint;
            small[size * 2 / 3] = 'b'; // small ones are read whole
            writeFile(file, small);
            QVERIFY(FileKey::of(file, {}).value().fingerprint != before);
        }
        QVERIFY(!FileKey::of(fs::path(folder.path().toStdString()) / "none", {}));
    }

    void childrenGetNoInputAndNoShell()
    {
        const auto out =
            runChild({"/bin/sh", {"-c", "cat; printf '%s' \"$1\"; exit 7", "sh", "$(x) ;"}}, {});
        QVERIFY(out);
        QCOMPARE(out.value().exitCode, std::optional<int>(7));
        QCOMPARE(out.value().output, std::string("$(x) ;"));
        const auto none = runChild({"/no/such/program", {}}, {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, Errc::Io);
    }

    void childrenEndAtTheirLimit()
    {
        ChildCommand command{"/bin/sh", {"-c", "exec >&- 2>&-; sleep 600"}};
        command.limit = std::chrono::milliseconds(50);
        QElapsedTimer timer;
        timer.start();
        const auto out = runChild(command, {});
        QVERIFY(out && out.value().timedOut);
        QVERIFY(timer.elapsed() < 30'000);
    }

    void muchOutputIsReadAndItsEndKept()
    {
        std::size_t seen = 0;
        const auto out = runChild({"/bin/sh",
                                   {"-c", "i=0; while [ $i -lt 20000 ]; do echo line $i; "
                                          "i=$((i+1)); done"}},
                                  {}, [&seen](std::string_view text) { seen += text.size(); });
        QVERIFY(out);
        QCOMPARE(seen, std::size_t{20'000 * 6 + 10 + 90 * 2 + 900 * 3 + 9000 * 4 + 10'000 * 5});
        QVERIFY(out.value().output.size() < 64 * 1024);
        QVERIFY(out.value().output.ends_with("line 19999\n"));
    }

    void leftoversOfKilledRunsGo()
    {
        const QTemporaryDir folder;
        const fs::path base = folder.path().toStdString();
        const auto mine = PrivateFolder::makeIn(base);
        QVERIFY(mine);
        QCOMPARE(fs::status(mine.value()->path()).permissions(), fs::perms::owner_all);
        const std::string dead = "nsys-verdict-" + std::to_string(deadProcess());
        fs::create_directories(base / (dead + "-abcdef") / "inner");
        writeFile(base / (dead + "-abcdef") / "export.sqlite", kFakeSecret);
        fs::create_directories(base / "nsys-verdict-1-abcdef"); // a process that lives
        fs::create_directories(base / "nsys-verdict-other");
        fs::create_directories(base / "other-7");
        removeStaleFolders(base);
        QVERIFY(!fs::exists(base / (dead + "-abcdef")));
        QVERIFY(fs::exists(mine.value()->path()));
        QVERIFY(fs::exists(base / "nsys-verdict-1-abcdef"));
        QVERIFY(fs::exists(base / "nsys-verdict-other"));
        QVERIFY(fs::exists(base / "other-7"));
        // A live process of another container has no number here, but holds the lock.
        fs::rename(mine.value()->path(), base / (dead + "-locked"));
        removeStaleFolders(base);
        QVERIFY(fs::exists(base / (dead + "-locked")));
    }
};

QTEST_APPLESS_MAIN(NsysRepPartsTest)
#include "nsys_rep_parts_test.moc"
