// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graph_leftovers.h"
#include "core/analysis/tables/table_parts.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

struct Found
{
    GraphSummary summary;
    GraphLeftovers leftovers;
};

Found foundIn(const Analysis& analysis, const Window& window)
{
    TableContext context(analysis, window, {}, {});
    Found found;
    found.summary = graphSummary(context);
    found.leftovers = graphLeftovers(analysis, window, found.summary, {}, {});
    return found;
}

std::optional<std::uint64_t> suspicious(const Analysis& analysis, const Found& found,
                                        std::string_view name)
{
    return found.leftovers.suspicious(analysis.trace->names.find(name));
}

using Count = std::optional<std::uint64_t>;

} // namespace

/// What a step launches beside its graphs, host-overhead.md 6.2.
class GraphLeftoversTest : public QObject
{
    Q_OBJECT

private slots:
    void whatAStepLeavesOutOfItsGraph();
    void stepsOnTheDevice();
    void withoutStepsNothingIsSuspected();
    void coverageThatCannotBeKnown();
    void launchesNobodyRecorded();
};

void GraphLeftoversTest::whatAStepLeavesOutOfItsGraph()
{
    // Step 0 prefills eagerly; steps 1 to 3 replay a graph and leave work beside it.  A second
    // process has no graphs: its GEMM at the same time is not suspicious.
    TraceSketch sketch;
    std::int64_t correlation = 1;
    const auto eager = [&](const char* name, Ns at, std::int64_t pid = 100) {
        sketch.call({"cudaLaunchKernel_v7000", at, at + 2, correlation, 1, pid});
        // The device runs a whole step behind the host.
        sketch.kernel({name, at + 1000, at + 1005, correlation++, {pid, pid - 100, 7}});
    };
    for (int i = 0; i < 4; ++i) {
        const Ns t = i * 1000;
        for (const std::int64_t pid : {100, 101})
            sketch.range({"[Executor] _forward_step " + std::to_string(i) + ": "
                              + (i == 0 ? "1 ctx reqs, 0" : "0 ctx reqs, 8") + " gen reqs",
                          t, t + 900, 5, pid});
        eager("sm90_gemm", t + 100);
        eager("flash_fwd_attention", t + 200);
        eager("softmax_warp_forward", t + 300);
        eager("sm90_gemm", t + 400, 101);
        if (i == 0)
            continue;
        eager("rms_norm", t + 500);
        eager("allreduce_fusion", t + 600);
        sketch.call({"cudaGraphLaunch_v10000", t + 700, t + 705, correlation});
        for (int n = 1; n <= 3; ++n)
            sketch.kernel({"node", t + 1700 + n * 10, t + 1705 + n * 10, correlation, {}, n});
        ++correlation;
    }
    const Analysis analysis = sketch.finish();
    const Found found = foundIn(analysis, wholeWindow(analysis));
    QCOMPARE(suspicious(analysis, found, "sm90_gemm"), Count(3)); // of 8 launches
    QCOMPARE(suspicious(analysis, found, "rms_norm"), Count(3));
    QCOMPARE(suspicious(analysis, found, "allreduce_fusion"), Count(3));
    QCOMPARE(suspicious(analysis, found, "flash_fwd_attention"), Count(0));
    QCOMPARE(suspicious(analysis, found, "softmax_warp_forward"), Count(0));
    QCOMPARE(found.leftovers.rows.size(), std::size_t{3});
    QCOMPARE(found.leftovers.unknown, std::uint64_t{0});
    QVERIFY(found.leftovers.reason.empty());
    QCOMPARE(found.summary.coverageByCount, std::optional(9.0 / 31.0));
    QCOMPARE(found.summary.coverageByTime, std::optional(45.0 / 155.0));
    // Of a window with the kernels of the prefill only, nothing.
    const Found prefill = foundIn(analysis, windowOf(1000, 1500));
    QCOMPARE(suspicious(analysis, prefill, "sm90_gemm"), Count(0));
}

void GraphLeftoversTest::stepsOnTheDevice()
{
    // Edges on the device: the host has issued everything before the first step begins.
    TraceSketch sketch;
    for (Ns i = 0; i < 4; ++i) {
        sketch.call({"cudaLaunchKernel", i * 10, i * 10 + 2, 2 * i + 1});
        sketch.call({"cudaGraphLaunch", i * 10 + 4, i * 10 + 6, 2 * i + 2});
        const Ns t = 1000 + i * 100;
        sketch.kernel({"gemm", t + 10, t + 20, 2 * i + 1});
        if (i != 2) // one launch lost its work
            sketch.kernel({"node", t + 30, t + 60, 2 * i + 2, {}, 5});
        Step step;
        step.begin = t;
        step.end = t + 100;
        step.regular = true;
        sketch.steady.steps.push_back(step);
    }
    sketch.steady.found = true;
    sketch.steady.method = StepMethod::Graph;
    sketch.steady.edges = StepEdges::Device;
    const Analysis analysis = sketch.finish();
    QCOMPARE(suspicious(analysis, foundIn(analysis, wholeWindow(analysis)), "gemm"), Count(3));
}

void GraphLeftoversTest::withoutStepsNothingIsSuspected()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel", 0, 10, 1});
    sketch.kernel({"gemm", 20, 30, 1});
    sketch.call({"cudaLaunchKernel", 40, 50, 2});
    sketch.kernel({"attention", 50, 60, 2});
    sketch.call({"cudaGraphLaunch", 70, 80, 3});
    sketch.kernel({"gemm", 90, 95, 3, {}, 7});
    const Analysis analysis = sketch.finish();
    const Found found = foundIn(analysis, wholeWindow(analysis));
    QCOMPARE(suspicious(analysis, found, "gemm"), Count());
    QCOMPARE(suspicious(analysis, found, "attention"), Count(0)); // of this it is known

    TraceSketch without; // and without graphs there is nothing to be left out of
    without.call({"cudaLaunchKernel", 0, 10, 1});
    without.kernel({"gemm", 20, 30, 1});
    const Analysis eager = without.finish();
    QCOMPARE(suspicious(eager, foundIn(eager, wholeWindow(eager)), "gemm"), Count(0));
}

void GraphLeftoversTest::coverageThatCannotBeKnown()
{
    TraceSketch sketch;
    sketch.call({"cudaGraphLaunch", 0, 10, 1});
    sketch.replay(20, 90, 1);
    sketch.call({"cudaLaunchKernel", 30, 40, 2});
    sketch.kernel({"sampler", 90, 100, 2});
    const Analysis whole = sketch.finish();
    const Found found = foundIn(whole, wholeWindow(whole));
    QVERIFY(!found.summary.coverageByCount);
    QVERIFY(found.leftovers.reason.find("--cuda-graph-trace=node") != std::string::npos);

    TraceSketch plain;
    plain.call({"cudaLaunchKernel", 0, 10, 1});
    plain.kernel({"k", 20, 20, 1});
    const Analysis analysis = plain.finish();
    QCOMPARE(foundIn(analysis, windowOf(100, 200)).leftovers.reason,
             std::string("No kernel ran in this window."));
    const Found instant = foundIn(analysis, wholeWindow(analysis));
    QCOMPARE(instant.summary.coverageByCount, std::optional(0.0));
    QVERIFY(!instant.summary.coverageByTime);
    QCOMPARE(instant.leftovers.reason, std::string("The kernels of this window have no length."));
}

void GraphLeftoversTest::launchesNobodyRecorded()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel", 0, 10, 1});
    sketch.kernel({"gemm", 20, 30, 1});
    sketch.kernel({"gemm", 40, 50});
    sketch.call({"cudaEventRecord", 55, 56, 3});
    sketch.kernel({"gemm", 60, 70, 3}); // the call of its id launches nothing
    const Analysis analysis = sketch.finish();
    const Found found = foundIn(analysis, wholeWindow(analysis));
    QCOMPARE(found.leftovers.unknown, std::uint64_t{2});
    QCOMPARE(found.summary.eager[0].count, std::uint64_t{1});
}

QTEST_APPLESS_MAIN(GraphLeftoversTest)
#include "graph_leftovers_test.moc"
