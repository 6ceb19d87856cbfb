// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/made_trace.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sqlite3.h>

using namespace nv;

namespace {

/// Two processes, two devices, every kind of row.
TraceMaker sample(ExportLayout layout)
{
    TraceMaker maker(layout);
    const auto pid = maker.process(10, "trainer");
    const auto tid = maker.thread(pid, 11, "worker");
    MadeKernel kernel;
    kernel.place.globalPid = pid;
    kernel.name = maker.kernelName("void ns::gemm<float, 128>(float *, int)");
    for (int i = 0; i < 5; ++i) {
        kernel.start = 1000 + i * 100;
        kernel.end = kernel.start + 50 + i;
        kernel.place.device = i % 2;
        maker.launch(tid, {kernel.start - 500, kernel.start - 450}, kernel);
    }
    MadeMemcpy copy;
    copy.start = 2000;
    copy.end = 2100;
    copy.place.globalPid = pid;
    copy.bytes = 4096;
    copy.copyKind = 1;
    copy.srcKind = 0;
    copy.dstKind = 2;
    maker.copy(tid, {1900, 1950}, copy);
    MadeMemset set;
    set.start = 2200;
    set.end = 2210;
    set.place.globalPid = pid;
    set.bytes = 64;
    maker.add(set);
    MadeSync sync;
    sync.start = 2300;
    sync.end = 2400;
    sync.place.globalPid = pid;
    maker.add(sync);
    maker.domain(tid, 5, "lib");
    maker.range(tid, "step", {400, 2500});
    maker.range(tid, "inner", {450, 500}, 5);
    maker.mark(tid, "here", 777);
    maker.openRange(tid, "never closed", 900);
    maker.osCall(tid, "poll", {2600, 2700});
    return maker;
}

/// What the model says, as text, in an order that does not depend on that of the rows.
QString text(const TraceModel& t)
{
    QStringList out;
    for (std::size_t i = 0; i < t.ops.size(); ++i) {
        const OpIndex op(i);
        const Stream& stream = t.streams[t.ops.stream[i]()];
        out << QStringLiteral("op %1 %2-%3 device %4 stream %5 call %6")
                   .arg(static_cast<int>(t.ops.kind[i]))
                   .arg(t.ops.start[i])
                   .arg(t.ops.end[i])
                   .arg(QString::fromStdString(t.devices[stream.device()].label))
                   .arg(stream.number)
                   .arg(t.ops.call[i].isNone() ? -1 : t.calls.start[t.ops.call[i]()]);
        if (t.ops.kind[i] == OpKind::Kernel)
            out.back() += ' ' + QString::fromStdString(t.names.display(t.kernel(op).shortName));
    }
    for (std::size_t i = 0; i < t.ranges.size(); ++i)
        out << QStringLiteral("range %1-%2 %3 domain %4 open %5")
                   .arg(t.ranges.start[i])
                   .arg(t.ranges.end[i])
                   .arg(QString::fromStdString(t.names.display(t.ranges.text[i])))
                   .arg(t.ranges.domain[i].isNone() ? QStringLiteral("-")
                                                    : QString::fromStdString(t.names.display(
                                                        t.domains[t.ranges.domain[i]()].name)))
                   .arg(t.ranges.isOpen[i]);
    for (const Lane& lane : t.lanes)
        out << "lane " + QString::fromStdString(lane.label) + ' '
                   + QString::number(lane.eventCount);
    return out.join('\n');
}

} // namespace

class NsysSqliteTest : public QObject
{
    Q_OBJECT
private slots:

    void readsEveryLayoutAlike_data()
    {
        QTest::addColumn<int>("layout");
        QTest::newRow("2022") << static_cast<int>(ExportLayout::Nsys2022);
        QTest::newRow("2023") << static_cast<int>(ExportLayout::Nsys2023);
        QTest::newRow("2024") << static_cast<int>(ExportLayout::Nsys2024);
        QTest::newRow("2026") << static_cast<int>(ExportLayout::Nsys2026);
    }

    void readsEveryLayoutAlike()
    {
        QFETCH(int, layout);
        const TracePtr trace = test::loadMade(sample(static_cast<ExportLayout>(layout)));
        QVERIFY(trace);
        QCOMPARE(text(*trace), QStringLiteral("op 0 1000-1050 device 0 stream 7 call 500 gemm\n"
                                              "op 0 1100-1151 device 1 stream 7 call 600 gemm\n"
                                              "op 0 1200-1252 device 0 stream 7 call 700 gemm\n"
                                              "op 0 1300-1353 device 1 stream 7 call 800 gemm\n"
                                              "op 0 1400-1454 device 0 stream 7 call 900 gemm\n"
                                              "op 2 2000-2100 device 0 stream 7 call 1900\n"
                                              "op 3 2200-2210 device 0 stream 7 call -1\n"
                                              "range 400-2500 step domain - open 0\n"
                                              "range 450-500 inner domain lib open 0\n"
                                              "range 777-777 here domain - open 0\n"
                                              "range 900-2700 never closed domain - open 1\n"
                                              "lane GPU 0 0\n"
                                              "lane stream 7 · kernels 3\n"
                                              "lane stream 7 · copies 2\n"
                                              "lane GPU 1 0\n"
                                              "lane stream 7 · kernels 2\n"
                                              "lane trainer (10) 0\n"
                                              "lane worker 11 · NVTX 4\n"
                                              "lane worker 11 · CUDA API 6\n"
                                              "lane worker 11 · OS runtime 1\n"
                                              "lane synchronisation on the GPU 1"));
    }

    void theOrderOfRowsDoesNotMatter()
    {
        TraceMaker ordered = sample(ExportLayout::Nsys2024);
        TraceMaker shuffled = sample(ExportLayout::Nsys2024);
        shuffled.shuffleRows(42);
        const TracePtr a = test::loadMade(ordered);
        const TracePtr b = test::loadMade(shuffled);
        QVERIFY(a && b);
        QCOMPARE(text(*a), text(*b));
        QVERIFY(std::is_sorted(b->calls.start.begin(), b->calls.start.end()));
        QVERIFY(a->calls.fileOrder != b->calls.fileOrder);
    }

    void rowsThatCannotBePlacedAreCountedAside()
    {
        TraceMaker maker = sample(ExportLayout::Nsys2024);
        // SQLite columns have no fixed type: a text, a real and an end before the start.
        maker.afterwards("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = 'soon' WHERE start = 1000");
        maker.afterwards("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = 1151.5 WHERE start = 1100");
        maker.afterwards("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = 1 WHERE start = 1200");
        maker.afterwards("UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET end = start - 1 "
                         "WHERE start = 500");
        const TracePtr trace = test::loadMade(maker);
        QVERIFY(trace);
        QCOMPARE(trace->counts[TableKind::Kernel], std::uint64_t{5});
        QCOMPARE(trace->aside[TableKind::Kernel], std::uint64_t{3});
        QCOMPARE(trace->aside[TableKind::Runtime], std::uint64_t{1});
        QCOMPARE(trace->aside[TableKind::Nvtx], std::uint64_t{1}); // the domain's announcement
        QCOMPARE(trace->ops.size(), std::size_t{4});
    }

    void ofSeveralCallsTheLatestOwnsTheCorrelation()
    {
        TraceMaker maker;
        const auto pid = maker.process(1, "a");
        const auto tid = maker.thread(pid, 1, "main");
        const auto stranger = maker.thread(maker.process(2, "b"), 2, "main");
        maker.call(tid, "cuLaunchKernel", {120, 140}, 77);
        maker.call(tid, "cudaLaunchKernel_v7000", {100, 150}, 77);
        maker.call(stranger, "cudaLaunchKernel_v7000", {130, 140}, 77);
        MadeKernel kernel;
        kernel.start = 200;
        kernel.end = 300;
        kernel.place.globalPid = pid;
        kernel.correlation = 77;
        kernel.name = maker.kernelName("k");
        maker.add(kernel);
        kernel.correlation.reset(); // NULL matches nothing
        kernel.start = 400;
        kernel.end = 500;
        maker.add(kernel);
        const TracePtr trace = test::loadMade(maker);
        QVERIFY(trace);
        QCOMPARE(trace->calls.start[trace->ops.call[0]()], Ns{120});
        QVERIFY(trace->ops.call[1].isNone());
        const auto [first, last] = trace->opsOf(trace->ops.call[0]);
        QCOMPARE(last - first, std::ptrdiff_t{1});
    }

    void missingNamesAreShownByNumber()
    {
        TraceMaker maker = sample(ExportLayout::Nsys2024);
        maker.afterwards("UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET nameId = 888888 "
                         "WHERE start = 500");
        const TracePtr trace = test::loadMade(maker);
        QVERIFY(trace);
        QCOMPARE(trace->callNames[trace->calls.name[0]()].base,
                 std::string("(unknown name 888888)"));
        QVERIFY(std::any_of(trace->notes.begin(), trace->notes.end(),
                            [](const Note& note) { return note.id == "unknown-names"; }));
    }

    void theEnvironmentStaysInTheFile()
    {
        TraceMaker maker = sample(ExportLayout::Nsys2024);
        maker.capture("PROCESS_0:ENVIRONMENT_VARIABLE", "TOKEN=secret-1");
        maker.capture("PROCESS_0:COMMAND", "python");
        maker.capture("PROCESS_0:ARGUMENT_1", "second");
        maker.capture("PROCESS_0:ARGUMENT_0", "first");
        maker.capture("PROCESS_0:USER_NAME", "somebody");
        maker.string(std::string("TOKEN=secret-2\0PATH=/bin", 23)); // no event refers to it
        const TracePtr trace = test::loadMade(maker);
        QVERIFY(trace);
        QCOMPARE(trace->capture.command, (std::vector<std::string>{"python", "first", "second"}));
        for (const auto& [key, value] : trace->capture.traceOptions)
            QVERIFY(value.find("secret") == std::string::npos && value != "somebody");
        for (std::size_t i = 0; i < trace->names.size(); ++i)
            QVERIFY(trace->names.text(NameId(i)).find("secret") == std::string_view::npos);
    }

    void aPathMayHoldAnyCharacter()
    {
        const test::MadeFile file(sample(ExportLayout::Nsys2024), "a?b#c%20 d&mode=rwc.sqlite");
        QVERIFY2(file.error.empty(), file.error.c_str());
        QVERIFY(test::load(file.path));
        QCOMPARE(QDir(file.folder.path()).entryList(QDir::Files).size(), 1);
    }

    void aFileInUseIsReadWithAWarning()
    {
        const test::MadeFile file(sample(ExportLayout::Nsys2024));
        sqlite3* writer = nullptr;
        QCOMPARE(sqlite3_open(file.path.c_str(), &writer), SQLITE_OK);
        QCOMPARE(sqlite3_exec(writer, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
        const TracePtr trace = test::load(file.path);
        sqlite3_close(writer);
        QVERIFY(trace);
        QVERIFY(std::any_of(trace->notes.begin(), trace->notes.end(),
                            [](const Note& note) { return note.id == "file-in-use"; }));
    }

    void tablesNobodyKnowsAreListed()
    {
        TraceMaker maker = sample(ExportLayout::Nsys2024);
        maker.afterwards("CREATE TABLE FUTURE_EVENTS (start INTEGER)");
        const TracePtr trace = test::loadMade(maker);
        QVERIFY(trace);
        QVERIFY(std::find(trace->capture.otherTables.begin(), trace->capture.otherTables.end(),
                          "FUTURE_EVENTS")
                != trace->capture.otherTables.end());
    }

    void aFolderAndAMissingFileAreRefused()
    {
        std::string error;
        QVERIFY(!test::load(QDir::tempPath().toStdString(), &error));
        QVERIFY(QString::fromStdString(error).endsWith("is a folder, not a trace."));
        QVERIFY(!test::load("/nowhere/absent.sqlite", &error));
        QCOMPARE(error, std::string("There is no file absent.sqlite."));
    }
};

QTEST_APPLESS_MAIN(NsysSqliteTest)
#include "nsys_sqlite_test.moc"
