// SPDX-License-Identifier: GPL-3.0-or-later
// A trace that is opened again says what it said the first time, and nothing that was kept is
// believed that is not whole, not of this file, or not of these limits.
#include "core/analysis/host_overhead.h"
#include "core/analysis/window_budget.h"
#include "core/opening/opening.h"
#include "core/report/report.h"
#include "core/trace/row_source.h"
#include "core/trace/trace_cache.h"
#include "tests/support/real_traces.h"
#include "tests/support/report_fixture.h"
#include "tests/support/scenario.h"

#include <QTest>

#include <sqlite3.h>

#include <random>

using namespace nv;
using namespace nv::test;
namespace fs = std::filesystem;

namespace {

LoadOptions optionsFor(const fs::path& trace, const fs::path& folder)
{
    LoadOptions options;
    options.path = trace;
    options.opened.folder = folder;
    options.opened.leastRows = 0;
    return options;
}

AnalysisPtr openedWith(const LoadOptions& options, const Thresholds& thresholds = {})
{
    Progress progress;
    const auto analysis = openAnalysed(options, thresholds, {}, progress);
    if (!analysis)
        qWarning("%s", analysis.error().message.c_str());
    return analysis ? analysis.value() : nullptr;
}

/// The middle half of what the file spans: its tables begin and end inside blocks of the index.
Window middleOf(const Analysis& analysis)
{
    const TimeRange all = analysis.trace->all;
    const auto quarter = static_cast<Ns>(all.length() / 4);
    return userWindow(analysis, {all.begin + quarter, all.end - quarter});
}

/// All that the command line says of the whole capture, its middle and of the default window.
std::string saidOf(const Analysis& analysis)
{
    std::string out;
    for (const Window& window :
         {defaultWindow(analysis), middleOf(analysis), resolveWindow(analysis, "all").value()}) {
        const WindowTables tables = windowTables(analysis, window, {}, {}).value();
        const HostOverhead host = hostOverhead(analysis, window, {}, {}).value();
        const WindowBudget budget =
            windowBudget(*analysis.budget, window.range, {}, analysis.thresholds.classes.active);
        out += jsonReport({analysis, tables, fullVerdict(analysis, budget, tables), host, {}});
    }
    return out;
}

/// Which events lie in which row of which lane, and what further columns of the file say.
std::string drawnOf(const TraceModel& trace)
{
    std::string out;
    for (const Lane& lane : trace.lanes) {
        out += lane.label + '\n';
        for (const LaneRow& row : lane.rows) {
            for (const std::uint32_t event : row.events)
                out += std::to_string(event) + ' ';
            const TimeColumns times = timeColumns(trace, lane.events);
            const auto all = row.pyramid.query(0, row.events.size(), row.events, times);
            out += std::to_string(all.busy) + ' ' + std::to_string(all.longest) + '\n';
        }
    }
    for (std::size_t i = 0; i < trace.names.size(); ++i)
        out += trace.names.display(NameId(i)) + (trace.names.isDangling(NameId(i)) ? "?\n" : "\n");
    const std::vector<std::string_view> columns{"returnValue"};
    if (trace.fileRows && trace.fileRows->has("CUPTI_ACTIVITY_KIND_RUNTIME")) {
        const auto rows = trace.fileRows->read("CUPTI_ACTIVITY_KIND_RUNTIME", columns, {});
        out += rows ? std::to_string(rows.value()->size()) : rows.error().message;
    }
    return out;
}

TraceMaker loop(int steps)
{
    Scenario run;
    for (int n = 0; n < steps; ++n)
        run.run([&](int i) {
            run.range("step " + std::to_string(i), 0, 700);
            run.kernel(0, 5, 5, 605, "gemm");
            run.kernel(6, 9, 610, 620, "add");
            run.sync(6, 650);
        });
    return run.maker;
}

} // namespace

class OpeningTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;
    int m_folders = 0;

    fs::path newFolder()
    {
        return fs::path(m_temporary.path().toStdString()) / "cache" / std::to_string(m_folders++);
    }

private slots:

    void realTracesSayTheSameAgain_data() { addRealTraces(); }

    void realTracesSayTheSameAgain()
    {
        QFETCH(QString, file);
        constexpr std::uintmax_t kSlowUnderSanitizers = std::uintmax_t{6} << 20U;
        if (fs::file_size(file.toStdString()) > kSlowUnderSanitizers)
            QSKIP("large; its kind is among the others");
        const LoadOptions options = optionsFor(file.toStdString(), newFolder());
        const AnalysisPtr first = openedWith(options);
        QVERIFY(first);
        QVERIFY(!first->wasKept && !first->trace->wasKept);
        QVERIFY(keepOpened(*first, options, {}));
        const AnalysisPtr again = openedWith(options);
        QVERIFY(again);
        QVERIFY(again->wasKept && again->trace->wasKept);
        QVERIFY(first->trace->ops.size() == 0 || again->trace->ops.kind.isView());
        QCOMPARE(again->trace->capture.fileName, first->trace->capture.fileName);
        QVERIFY(saidOf(*again) == saidOf(*first));
        QVERIFY(drawnOf(*again->trace) == drawnOf(*first->trace));
    }

    void whatIsKeptIsPrivateAndWithoutTheEnvironment()
    {
        const MadeFile file(secretTrace());
        QVERIFY(bytesOf(file.path).find(kFakeSecret) != std::string::npos);
        const LoadOptions options = optionsFor(file.path, newFolder());
        QVERIFY(keepOpened(*openedWith(options), options, {}));
        const auto kept = filesBelow(options.opened.folder);
        QCOMPARE(kept.size(), std::size_t{2});
        for (const fs::path& entry : kept) {
            QVERIFY(bytesOf(entry).find(kFakeSecret) == std::string::npos);
            QCOMPARE(fs::status(entry).permissions(),
                     fs::perms::owner_read | fs::perms::owner_write);
        }
        QCOMPARE(fs::status(options.opened.folder).permissions(), fs::perms::owner_all);
    }

    void aMovedFileIsTheSameAndAChangedOneIsNot()
    {
        const MadeFile file(loop(3));
        LoadOptions options = optionsFor(file.path, newFolder());
        QVERIFY(keepOpened(*openedWith(options), options, {}));
        const fs::path moved = file.path.parent_path() / "moved.sqlite";
        fs::rename(file.path, moved);
        options.path = moved;
        const AnalysisPtr again = openedWith(options);
        QVERIFY(again->wasKept);
        QCOMPARE(again->trace->capture.fileName, std::string("moved.sqlite"));

        fs::last_write_time(moved, fs::last_write_time(moved) + std::chrono::seconds(1));
        QVERIFY(!openedWith(options)->trace->wasKept); // by its time
        const MadeFile other(loop(4));
        options.path = other.path;
        QVERIFY(!openedWith(options)->trace->wasKept); // by what it holds
    }

    void otherLimitsAreWorkedOutAgain()
    {
        const MadeFile file(loop(3));
        const LoadOptions options = optionsFor(file.path, newFolder());
        const AnalysisPtr first = openedWith(options);
        QVERIFY(keepOpened(*first, options, {}));
        Thresholds thresholds;
        thresholds.budget.hostPieceNs = 7;
        const AnalysisPtr other = openedWith(options, thresholds);
        QVERIFY(other->trace->wasKept);
        QVERIFY(!other->wasKept);
        QVERIFY(saidOf(*other) != saidOf(*first));
        QVERIFY(keepOpened(*other, options, {}));
        const AnalysisPtr again = openedWith(options, thresholds);
        QVERIFY(again->wasKept);
        QVERIFY(saidOf(*again) == saidOf(*other));
        QCOMPARE(filesBelow(options.opened.folder).size(), std::size_t{2}); // the newest only
    }

    /// A flipped byte anywhere, a file cut off, somebody else's file under the name.
    void aDamagedEntryIsMadeAgain()
    {
        const MadeFile file(loop(3));
        const LoadOptions options = optionsFor(file.path, newFolder());
        const std::string said = saidOf(*openedWith(options));
        std::mt19937_64 random(4);
        for (int round = 0; round < 24; ++round) {
            QVERIFY(keepOpened(*openedWith(options), options, {}));
            const auto entries = filesBelow(options.opened.folder);
            QCOMPARE(entries.size(), std::size_t{2});
            const fs::path& entry = entries[static_cast<std::size_t>(round) % 2];
            std::string bytes = bytesOf(entry);
            if (round % 3 == 0)
                bytes[random() % bytes.size()] ^= 0x10;
            else if (round % 3 == 1)
                bytes.resize(random() % bytes.size());
            else
                bytes = "SQLite format 3";
            writeFile(entry, bytes);
            const AnalysisPtr again = openedWith(options);
            QVERIFY(again);
            QVERIFY(saidOf(*again) == said);
        }
    }

    void onlyWhatIsWorthItAndWhole()
    {
        const MadeFile file(loop(3));
        LoadOptions options = optionsFor(file.path, newFolder());
        options.opened.leastRows = 1'000'000;
        QVERIFY(keepOpened(*openedWith(options), options, {}));
        QVERIFY(!fs::exists(options.opened.folder)); // too small

        options.opened.leastRows = 0;
        options.range = TimeRange{0, kMaxNs};
        const AnalysisPtr part = openedWith(options);
        QVERIFY(keepOpened(*part, options, {}));
        QVERIFY(!fs::exists(options.opened.folder)); // a part of the capture
        options.range.reset();

        LoadOptions bare = options;
        bare.lanes = false;
        QVERIFY(keepOpened(*openedWith(bare), bare, {}));
        QVERIFY(!fs::exists(options.opened.folder)); // nothing could be drawn of it

        options.opened.folder.clear();
        QVERIFY(keepOpened(*openedWith(options), options, {}));
        QVERIFY(!openedWith(options)->wasKept);

        options.opened.folder = newFolder();
        std::stop_source stop;
        stop.request_stop();
        const AnalysisPtr whole = openedWith(options);
        QCOMPARE(keepOpened(*whole, options, stop.get_token()).error().code, Errc::Cancelled);
        QVERIFY(filesBelow(options.opened.folder).empty()); // nothing half-written
    }

    /// Beyond the limit the trace that was opened longest ago goes; the newest stays.
    void theFolderKeepsToItsLimit()
    {
        const fs::path folder = newFolder();
        std::vector<std::unique_ptr<MadeFile>> files;
        std::uintmax_t one = 0;
        for (int n = 0; n < 4; ++n) {
            files.push_back(std::make_unique<MadeFile>(loop(3 + n)));
            LoadOptions options = optionsFor(files.back()->path, folder);
            if (n > 0)
                options.opened.limitBytes = 3 * one; // each a little larger than the one before
            QVERIFY(keepOpened(*openedWith(options), options, {}));
            std::uintmax_t total = 0;
            for (const fs::path& entry : filesBelow(folder))
                total += fs::file_size(entry);
            if (n == 0)
                one = total;
            else
                QVERIFY(total <= options.opened.limitBytes);
        }
        QVERIFY(!openedWith(optionsFor(files.front()->path, folder))->wasKept);
        QVERIFY(openedWith(optionsFor(files.back()->path, folder))->wasKept);
    }

    /// The entry may go while a trace looks at it.
    void anEntryInUseMayGo()
    {
        const MadeFile file(loop(3));
        const LoadOptions options = optionsFor(file.path, newFolder());
        QVERIFY(keepOpened(*openedWith(options), options, {}));
        const AnalysisPtr again = openedWith(options);
        QVERIFY(again->wasKept);
        const std::string said = saidOf(*again);
        fs::remove_all(options.opened.folder);
        QVERIFY(saidOf(*again) == said);
    }

    /// What somebody still writes to is read with its journal: no key tells that state.
    void aFileWithAJournalIsNotKept()
    {
        const MadeFile file(loop(3));
        const LoadOptions options = optionsFor(file.path, newFolder());
        QVERIFY(openedWith(options)->trace->key.has_value());
        sqlite3* db = nullptr;
        QCOMPARE(sqlite3_open(file.path.c_str(), &db), SQLITE_OK);
        QCOMPARE(sqlite3_exec(db, "PRAGMA journal_mode=WAL; CREATE TABLE MORE(a)", nullptr, nullptr,
                              nullptr),
                 SQLITE_OK);
        QVERIFY(!openedWith(options)->trace->key);
        sqlite3_close(db);
    }
};

QTEST_APPLESS_MAIN(OpeningTest)
#include "opening_test.moc"
