// SPDX-License-Identifier: GPL-3.0-or-later
// Reports opened through a script that plays nsys: what is shown, what is kept, what is forgotten.
#include "core/sources/nsys_rep/converted_cache.h"
#include "core/sources/nsys_rep/scrub.h"
#include "core/trace/row_source.h"
#include "tests/support/made_trace.h"
#include "tests/support/model_text.h"
#include "tests/support/report_fixture.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>

using namespace nv;
using namespace nv::test;
namespace fs = std::filesystem;

namespace {

bool holdsSecret(const fs::path& file)
{
    return bytesOf(file).find(kFakeSecret) != std::string::npos;
}

unsigned modeOf(const fs::path& path)
{
    return static_cast<unsigned>(fs::status(path).permissions());
}

/// A time of the last use that long ago.
void usedBefore(const fs::path& file, int seconds)
{
    const std::array<timespec, 2> times{{{::time(nullptr) - seconds, 0}, {0, UTIME_OMIT}}};
    QCOMPARE(::utimensat(AT_FDCWD, file.c_str(), times.data(), 0), 0);
}

} // namespace

class NsysRepTest : public QObject
{
    Q_OBJECT
private slots:

    void opensWhatNsysExports()
    {
        const ReportFixture fixture;
        const auto trace = fixture.open();
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        const TracePtr direct = load(fixture.exported());
        QVERIFY(direct);
        QCOMPARE(modelText(*trace.value()), modelText(*direct));
        QCOMPARE(trace.value()->counts[TableKind::Kernel], std::uint64_t{3}); // of secretTrace()
        QCOMPARE(trace.value()->capture.fileName, std::string("run 7.nsys-rep"));
        QCOMPARE(fixture.runs(), 1);
    }

    void theRegistryFindsReportsByContent()
    {
        const ReportFixture fixture;
        qputenv("XDG_CACHE_HOME", QByteArray::fromStdString((fixture.folder() / "xdg").string()));
        LoadOptions options;
        options.nsysPath = fixture.nsys();
        for (const char* name : {"odd name.bin", "old.qdrep", "no ending"}) {
            options.path = fixture.folder() / "elsewhere" / name;
            fs::create_directories(options.path.parent_path());
            fs::copy_file(fixture.report(), options.path);
            Progress progress;
            const auto trace = loadTrace(options, {}, progress);
            QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
            QCOMPARE(trace.value()->capture.fileName, std::string(name));
        }
        const auto kept = filesBelow(fixture.folder() / "xdg" / "nsys-verdict" / "converted");
        QCOMPARE(kept.size(), std::size_t{3}); // three files, three times
        qunsetenv("XDG_CACHE_HOME");
    }

    void otherFilesAreNotTakenForReports()
    {
        const ReportFixture fixture;
        for (const char* content :
             {"some text", "NVIDIA is a company", "XNVIDIA Tegra Profiler Report 1.\n"}) {
            const fs::path file = fixture.folder() / "other.txt";
            writeFile(file, content);
            Progress progress;
            const auto trace = loadTrace({file}, {}, progress);
            QVERIFY(!trace);
            QCOMPARE(trace.error().code, Errc::NotATrace);
        }
        const fs::path named = fixture.folder() / "text.nsys-rep";
        writeFile(named, "just text");
        Progress progress;
        QCOMPARE(loadTrace({named}, {}, progress).error().code, Errc::NotATrace);
        QCOMPARE(fixture.runs(), 0);
    }

    void theSecretStaysInTheReport()
    {
        const ReportFixture fixture;
        QVERIFY(holdsSecret(fixture.exported())); // else this test shows nothing
        const auto trace = fixture.open();
        QVERIFY(trace);
        const auto kept = filesBelow(fixture.cache());
        QCOMPARE(kept.size(), std::size_t{1});
        QVERIFY(!holdsSecret(kept.front()));
        QCOMPARE(querySql(kept.front(), "SELECT count(*) FROM TARGET_INFO_SYSTEM_ENV"),
                 QStringList{"0"});
        QCOMPARE(querySql(kept.front(), "SELECT count(*) FROM ProcessStreams"), QStringList{"0"});
        QCOMPARE(querySql(kept.front(), "SELECT name FROM META_DATA_CAPTURE"),
                 QStringList{"PROCESS_0:COMMAND"});
        QCOMPARE(querySql(kept.front(), "SELECT count(*) FROM StringIds WHERE instr(value, '=')"),
                 QStringList{"0"});
        QCOMPARE(modeOf(fixture.cache()), 0700U);
        QCOMPARE(modeOf(kept.front()), 0600U);
    }

    void temporaryFilesGo()
    {
        const ReportFixture fixture;
        QVERIFY(fixture.open());
        QVERIFY(fs::is_empty(fixture.temporary()));
        for (const auto& entry : fs::directory_iterator(fixture.cache()))
            QVERIFY(entry.is_regular_file()); // no folder of a half-done entry
    }

    void nothingIsWrittenBesideTheReport()
    {
        ReportFixture fixture;
        // nsys writes beside what it is given: that must not be the folder of the user.
        fixture.playNsys("touch \"$in.lock\"; " + ReportFixture::kCopies);
        const fs::path folder = fixture.report().parent_path();
        const auto before = fs::last_write_time(folder);
        fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
        const auto trace = fixture.open();
        fs::permissions(folder, fs::perms::owner_all);
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(filesBelow(folder).size(), std::size_t{1});
        QVERIFY(fs::last_write_time(folder) == before);
    }

    void theSecondOpeningNeedsNoNsys()
    {
        const ReportFixture fixture;
        QVERIFY(fixture.open());
        QVERIFY(fixture.open());
        QCOMPARE(fixture.runs(), 1); // kept for this version
        fs::remove(fixture.nsys());
        const auto trace = fixture.open();
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace.value()->counts[TableKind::Kernel], std::uint64_t{3});
        QCOMPARE(trace.value()->capture.fileName, std::string("run 7.nsys-rep"));
    }

    void anotherNsysConvertsAnew()
    {
        ReportFixture fixture;
        QVERIFY(fixture.open());
        fixture.playNsys(ReportFixture::kCopies, "2025.1.1.1");
        QVERIFY(fixture.open());
        QCOMPARE(fixture.runs(), 2);
        QCOMPARE(filesBelow(fixture.cache()).size(), std::size_t{2});
        // One that fails is no reason to refuse what is there.
        fixture.playNsys("echo 'Exportation error: no.' >&2; exit 1", "2023.4.4.54");
        QVERIFY(fixture.open());
    }

    void anotherReportIsAnother()
    {
        ReportFixture fixture;
        QVERIFY(fixture.open());
        std::string content = bytesOf(fixture.report());
        const auto time = fs::last_write_time(fixture.report());
        content[content.size() / 2] = 'y'; // same size, same time
        writeFile(fixture.report(), content);
        fs::last_write_time(fixture.report(), time);
        QVERIFY(fixture.open());
        QCOMPARE(fixture.runs(), 2);
    }

    void brokenEntriesAreRebuilt_data()
    {
        QTest::addColumn<QString>("damage");
        for (const char* name : {"cut short", "emptied", "another database", "pages of noise"})
            QTest::newRow(name) << QString(name);
    }

    void brokenEntriesAreRebuilt()
    {
        const ReportFixture fixture;
        QFETCH(QString, damage);
        QVERIFY(fixture.open());
        const fs::path entry = filesBelow(fixture.cache()).front();
        std::string content = bytesOf(entry);
        if (damage == "cut short")
            content.resize(content.size() / 2);
        else if (damage == "emptied")
            content.clear();
        else if (damage == "another database") // an export, but none that was scrubbed
            content = bytesOf(fixture.exported());
        else // the first page is sound, the others are not
            std::fill(content.begin() + 4096, content.end(), '\x5a');
        writeFile(entry, content);
        const auto trace = fixture.open();
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(fixture.runs(), 2);
        QVERIFY(fixture.open());
        QCOMPARE(fixture.runs(), 2); // what was rebuilt is sound
        QVERIFY(!holdsSecret(entry));
    }

    void theLimitEvictsTheLongestUnused()
    {
        ReportFixture fixture;
        LoadOptions options;
        const auto openCopy = [&](const std::string& name) {
            options.path = fixture.folder() / "reports" / name;
            if (!fs::exists(options.path))
                fs::copy_file(fixture.report(), options.path);
            const auto trace = fixture.open(options);
            QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        };
        const auto entryNewerThan = [&](const std::vector<fs::path>& before) {
            for (const fs::path& file : filesBelow(fixture.cache()))
                if (std::find(before.begin(), before.end(), file) == before.end())
                    return file;
            return fs::path();
        };
        openCopy("a.nsys-rep");
        const fs::path a = entryNewerThan({});
        const std::uint64_t size = fs::file_size(a);
        openCopy("b.nsys-rep");
        const fs::path b = entryNewerThan({a});
        usedBefore(a, 200);
        usedBefore(b, 100);
        openCopy("a.nsys-rep"); // from now on b is the one used longest ago
        QCOMPARE(fixture.runs(), 2);
        options.cacheBytes = 2 * size + size / 2;
        openCopy("c.nsys-rep");
        QVERIFY(fs::exists(a));
        QVERIFY(!fs::exists(b));
        options.cacheBytes = 1; // the newest stays whatever the limit
        openCopy("d.nsys-rep");
        QCOMPARE(filesBelow(fixture.cache()).size(), std::size_t{1});
    }

    void anOpenTraceKeepsItsFile()
    {
        ReportFixture fixture;
        auto open = fixture.open();
        QVERIFY(open);
        const fs::path entry = filesBelow(fixture.cache()).front();
        LoadOptions options;
        options.path = fixture.folder() / "reports" / "other.nsys-rep";
        fs::copy_file(fixture.report(), options.path);
        options.cacheBytes = 1;
        QVERIFY(fixture.open(options));
        QVERIFY(fs::exists(entry)); // its rows may still be asked for
        const std::array<std::string_view, 1> columns{"value"};
        const auto rows = open.value()->fileRows->read("StringIds", columns, {});
        QVERIFY(rows && rows.value() && rows.value()->size() > 0);
        open = Error{};
        options.path = fixture.folder() / "reports" / "third.nsys-rep";
        fs::copy_file(fixture.report(), options.path);
        QVERIFY(fixture.open(options));
        QVERIFY(!fs::exists(entry));
    }

    void withoutACacheTheTraceStillOpens()
    {
        ReportFixture fixture;
        nsys::ReportPlaces places = fixture.places();
        writeFile(fixture.folder() / "file", "no folder");
        for (const fs::path& folder : {fixture.folder() / "file" / "converted", fs::path()}) {
            places.cacheFolder = folder;
            LoadOptions options;
            options.path = fixture.report();
            {
                const auto trace = nsys::loadReport(options, places, {}, fixture.progress);
                QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
                const auto kept = filesBelow(fixture.temporary());
                QCOMPARE(kept.size(), std::size_t{1});
                QVERIFY(!holdsSecret(kept.front()));
                const std::array<std::string_view, 1> columns{"value"};
                QVERIFY(trace.value()->fileRows->read("StringIds", columns, {}));
            }
            QVERIFY(fs::is_empty(fixture.temporary())); // gone with the trace
        }
    }

    void theUserChoosesTheCache()
    {
        qputenv("XDG_CACHE_HOME", "/a/cache");
        QCOMPARE(nsys::convertedFolder().string(), std::string("/a/cache/nsys-verdict/converted"));
        qputenv("XDG_CACHE_HOME", "relative"); // not a place, by the specification of XDG
        qputenv("HOME", "/home/user");
        QCOMPARE(nsys::convertedFolder().string(),
                 std::string("/home/user/.cache/nsys-verdict/converted"));
        qunsetenv("XDG_CACHE_HOME");
    }
};

QTEST_APPLESS_MAIN(NsysRepTest)
#include "nsys_rep_test.moc"
