// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality.h"
#include "core/analysis/steady_notes.h"
#include "tests/support/loop_fixture.h"

#include <QTest>

#include <algorithm>

using namespace nv;

namespace {

using Notes = std::vector<Note>;

Notes notesOf(const TracePtr& trace)
{
    const auto index = BudgetIndex::build(trace, {}, {}).value();
    return qualityNotes(*index, {}).value();
}

const Note* find(const Notes& notes, const char* id)
{
    const auto it = std::ranges::find(notes, id, &Note::id);
    return it == notes.end() ? nullptr : &*it;
}

TraceModel& writable(const TracePtr& trace)
{
    return *std::const_pointer_cast<TraceModel>(trace);
}

} // namespace

class QualityTest : public QObject
{
    Q_OBJECT
private slots:

    void anOrdinaryCaptureHasNoNotes()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 100, 200);
        loop.launch("gemm()", 50, 200, 300); // touches, does not overlap
        const Notes notes = notesOf(loop.model.finish());
        QVERIFY2(notes.empty(), notes.empty() ? "" : notes.front().message.c_str());
    }

    /// The program's own word for it, beside what was found by what repeats.
    void aSteadyStateThatBeginsInAWarmUp()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 100, 200);
        loop.model.range(loop.thread, "epoch", 0, 9000);
        loop.model.range(loop.thread, "Model Warm-Up of job 7", 50, 2500);
        loop.model.range(loop.thread, "warmup", 60, 900);
        const TracePtr trace = loop.model.finish();
        SteadyState steady;
        steady.window = {1000, 5000};
        steady.stepCount = 4;
        for (Ns begin = 0; begin < 6000; begin += 1000) {
            Step step;
            step.begin = begin;
            step.end = begin + 1000;
            steady.steps.push_back(step);
        }
        QVERIFY(!warmUpNote(*trace, steady)); // none proposed
        steady.found = true;
        const std::optional<Note> note = warmUpNote(*trace, steady);
        QVERIFY(note.has_value());
        QCOMPARE(note->severity, Severity::Warning);
        QVERIFY2(note->message.find("called \"Warm-Up\" (50 to 2500 ns), with 2 of its 4 steps")
                     != std::string::npos,
                 note->message.c_str());
        QCOMPARE(warmUpDoubt({*note}), note->message);
        steady.window.begin = 2500; // its end
        QVERIFY(!warmUpNote(*trace, steady));
        QVERIFY(warmUpDoubt({}).empty());
    }

    void wholeGraphs()
    {
        test::LoopFixture loop;
        loop.model.call(loop.thread, "cudaGraphLaunch_v10000", 0, 5, 1);
        loop.model.graph(loop.stream, 1, 10, 20, 1);
        const Notes notes = notesOf(loop.model.finish());
        QVERIFY(find(notes, "graph-level-capture"));
        QCOMPARE(find(notes, "graph-level-capture")->severity, Severity::Warning);
        QVERIFY(find(notes, "graph-level-capture")->message.starts_with("1 graph launch was "));
        QVERIFY(find(notes, "graph-level-capture")->message.find("--cuda-graph-trace=node")
                != std::string::npos);
        QVERIFY(!find(notes, "graph-replays-not-recorded"));
        QVERIFY(!find(notes, "kernels-missing"));
    }

    void lostGraphs()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 100, 200);
        loop.model.call(loop.thread, "cudaGraphLaunch_v10000", 300, 305, 901);
        loop.model.call(loop.thread, "cudaGraphLaunch_v10000", 310, 315, 902);
        const Notes notes = notesOf(loop.model.finish());
        QVERIFY(find(notes, "graph-replays-not-recorded"));
        QVERIFY(find(notes, "graph-replays-not-recorded")->message.find("2 graph launches")
                != std::string::npos);
    }

    void missingRows()
    {
        test::LoopFixture noKernels;
        noKernels.model.call(noKernels.thread, "cudaLaunchKernel_v7000", 0, 5, 1);
        const Notes kernels = notesOf(noKernels.model.finish());
        QVERIFY(find(kernels, "kernels-missing"));
        QCOMPARE(kernels.front().id, std::string("kernels-missing")); // worst first
        QCOMPARE(kernels.front().severity, Severity::Error);

        test::LoopFixture noCalls;
        noCalls.model.kernel(noCalls.stream, "gemm()", 0, 100);
        const Notes calls = notesOf(noCalls.model.finish());
        QVERIFY(find(calls, "api-missing"));
        QVERIFY(!find(calls, "ops-without-api")); // said once
    }

    void correlation()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 100, 200, 300);
        loop.launch("early()", 400, 390, 395);              // starts before its call
        loop.model.kernel(loop.stream, "lost()", 50, 60);   // before the first call
        loop.model.kernel(loop.stream, "lost()", 500, 510); // and after it
        const Notes notes = notesOf(loop.model.finish());
        QVERIFY(find(notes, "ops-without-api"));
        QVERIFY(find(notes, "ops-without-api")->message.starts_with("2 of 4 operations (50.0 %)"));
        QVERIFY(find(notes, "kernels-before-call"));
        QVERIFY(find(notes, "kernels-before-call")->message.starts_with("1 of 2 kernels "));
        QVERIFY(find(notes, "truncated-left"));
        QVERIFY(find(notes, "truncated-left")->message.starts_with("1 operation "));
    }

    void overlapAndNoLength()
    {
        test::LoopFixture loop;
        loop.launch("outer()", 0, 100, 300);
        loop.launch("inner()", 10, 150, 160);
        loop.launch("tail()", 20, 299, 400);
        loop.launch("point()", 30, 500, 500);
        const StreamId second = loop.model.stream(loop.device, loop.process, 8);
        loop.model.kernel(second, "elsewhere()", 100, 300);
        const Notes notes = notesOf(loop.model.finish());
        QVERIFY(find(notes, "overlapping-kernels"));
        QVERIFY(find(notes, "overlapping-kernels")->message.starts_with("2 kernels "));
        QVERIFY(find(notes, "zero-length"));
        QVERIFY(find(notes, "zero-length")->message.starts_with("1 operation "));
    }

    void rowsAside()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 100, 200);
        const TracePtr trace = loop.model.finish();
        writable(trace).counts[TableKind::Kernel] = 4;
        writable(trace).aside[TableKind::Kernel] = 3;
        writable(trace).counts[TableKind::Nvtx] = 2;
        writable(trace).aside[TableKind::Nvtx] = 1;
        const Notes notes = notesOf(trace);
        QVERIFY(find(notes, "rows-aside-kernel"));
        QVERIFY(find(notes, "rows-aside-kernel")->message.starts_with("3 of 4 kernel rows"));
        QVERIFY(find(notes, "rows-aside-nvtx"));
        QVERIFY(!find(notes, "rows-aside-memcpy"));
    }

    void overheadIsAUnionInsideTheCapture()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 0, 100);
        loop.launch("gemm()", 10, 900, 1000);
        const TracePtr trace = loop.model.finish();
        OverheadTable& rows = writable(trace).overheads;
        // inside [0, 1000): 0-50, 40-60 and 990-1000 -> 60 + 10 = 70 ns
        rows.start = {-20, 40, 990};
        rows.end = {50, 60, 1200};
        rows.process = {ProcessId(), ProcessId(), ProcessId()};
        rows.name = {NameId(), NameId(), NameId()};
        const Notes notes = notesOf(trace);
        QVERIFY(find(notes, "profiler-overhead"));
        QVERIFY2(find(notes, "profiler-overhead")
                     ->message.starts_with(
                         "The profiler itself took 7.0 % of the span of all GPU work ("),
                 find(notes, "profiler-overhead")->message.c_str());
        QCOMPARE(find(notes, "profiler-overhead")->severity, Severity::Warning); // above 5 %
    }

    void severalProcessesAndMachines()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 100, 200);
        loop.model.process(2000);
        const TracePtr trace = loop.model.finish();
        QVERIFY(find(notesOf(trace), "one-process-on-gpu"));
        Device other = trace->devices.front();
        other.hwVm += 1;
        writable(trace).devices.push_back(other);
        QVERIFY(find(notesOf(trace), "several-machines"));
    }

    void theReadersNotesComeFirstAmongEquals()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 100, 200);
        loop.model.kernel(loop.stream, "lost()", 500, 510);
        const TracePtr trace = loop.model.finish();
        writable(trace).notes = {{"info-of-the-reader", Severity::Info, "i", {}},
                                 {"diagnostics", Severity::Warning, "w", {}},
                                 {"ops-without-api", Severity::Warning, "said before", {}}};
        const Notes notes = notesOf(trace);
        QCOMPARE(notes[0].id, std::string("diagnostics"));
        QCOMPARE(notes[1].message, std::string("said before")); // not said twice
        QCOMPARE(notes.back().id, std::string("info-of-the-reader"));
        QCOMPARE(notes.size(), std::size_t{3});
    }
};

QTEST_APPLESS_MAIN(QualityTest)
#include "quality_test.moc"
