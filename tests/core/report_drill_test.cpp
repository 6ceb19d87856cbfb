// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the JSON that lead from a step to its parts.
#include "core/report/report.h"
#include "tests/support/steps_fixture.h"

#include <QFloat16> // QTest prints JSON by trying all it knows
#include <QTest>

#include <nlohmann/json.hpp>

#include <sstream>

using namespace nv;
using namespace nv::test;
using nlohmann::json;

namespace {

json reportOf(const Analysis& analysis)
{
    const Window window = wholeWindow(analysis);
    const WindowTables tables = windowTables(analysis, window, {}, {}).value();
    const HostOverhead host = hostOverhead(analysis, window, {}, {}).value();
    const Verdict verdict;
    return json::parse(jsonReport({analysis, tables, verdict, host, {}, false}));
}

std::string markdownOf(const Analysis& analysis)
{
    const Window window = wholeWindow(analysis);
    const WindowTables tables = windowTables(analysis, window, {}, {}).value();
    const HostOverhead host = hostOverhead(analysis, window, {}, {}).value();
    const Verdict verdict;
    return markdownReport({analysis, tables, verdict, host, {}, false});
}

/// The element of a list with this name.
json named(const json& list, const std::string& name)
{
    for (const json& element : list)
        if (element["name"] == name)
            return element;
    return {};
}

} // namespace

class ReportDrillTest : public QObject
{
    Q_OBJECT

private slots:
    void perStepOfExampleC();
    void unknownIsNull();
    void nodesAndPatternOfAGraph();
    void nodesOfWholeReplaysAreNull();
    void peopleReadTheCostOfAStep();
    void peopleReadNodesAndLayers();
    void peopleReadWhyNodesAreUnknown();
};

void ReportDrillTest::perStepOfExampleC()
{
    const json out = reportOf(nv::test::exampleC(false));
    const json& step = out["per_step"];
    QCOMPARE(step["choice"].get<std::string>(), std::string("generation"));
    QCOMPARE(step["generation_requests"].get<int>(), 8);
    QCOMPARE(step["wall"]["avg_ns"].get<double>(), 2e6);
    QCOMPARE(step["gap"]["p50_ns"].get<int>(), 1'440'000);
    QVERIFY(step["enough"].get<bool>());
    QVERIFY(step["reason"].is_null());
    QCOMPARE(step["ranks"].size(), std::size_t{2});
    const json& rank = step["ranks"][0];
    QCOMPARE(rank["pid"].get<int>(), 100);
    QCOMPARE(rank["busy_avg_ns"].get<double>(), 120e3);
    QCOMPARE(rank["kernels_per_step"].get<double>(), 3.0);
    QCOMPARE(named(rank["nvtx"], "_fetch_new_requests")["step_avg_ns"].get<double>(), 30e3);
    QCOMPARE(named(rank["nvtx"], "_old_op")["per_step"].get<double>(), 1.0);
    QCOMPARE(named(rank["api"], "cudaStreamSynchronize")["step_avg_ns"].get<double>(), 80e3);
    QCOMPARE(named(rank["kernels"], "gemm")["step_avg_ns"].get<double>(), 40e3);
    const json& check = out["host_overhead"]["iteration_check"];
    QCOMPARE(check["method"].get<std::string>(), std::string("markers"));
    QCOMPARE(check["ranks"][1]["iterations"].get<int>(), 7);
    QCOMPARE(check["ranks"][1]["marked_steps"].get<int>(), 7);
    QCOMPARE(check["ranks"][1]["common_count"].get<int>(), 2);
}

void ReportDrillTest::unknownIsNull()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel", 0, 10, 1});
    sketch.kernel({"k", 20, 30, 1});
    const json out = reportOf(sketch.finish());
    QVERIFY(out["per_step"]["wall"]["avg_ns"].is_null());
    QVERIFY(out["per_step"]["gap"]["count"].is_null());
    QVERIFY(out["per_step"]["ranks"].empty());
    QVERIFY(out["per_step"]["reason"].is_string());
    QVERIFY(out["pattern"]["anchor"].is_null());
    QVERIFY(out["pattern"]["stream"].is_null());
    QVERIFY(out["pattern"]["reason"].is_string());
    QCOMPARE(out["graphs"]["nodes"], json::array()); // it is known that there is none
    QCOMPARE(out["graphs"]["node_count"].get<int>(), 0);
    QCOMPARE(out["host_overhead"]["iteration_check"]["method"].get<std::string>(),
             std::string("none"));
}

void ReportDrillTest::nodesAndPatternOfAGraph()
{
    TraceSketch sketch; // one launch of 300 nodes: more than are listed
    sketch.call({"cudaGraphLaunch", 0, 10, 1});
    for (std::int64_t n = 0; n < 300; ++n)
        sketch.kernel({n % 2 == 0 ? "attention" : "gemm",
                       100 + n * 20,
                       100 + n * 20 + 5 + n % 2,
                       1,
                       {},
                       n + 1});
    const json out = reportOf(sketch.finish());
    const json& graphs = out["graphs"];
    QCOMPARE(graphs["node_count"].get<int>(), 300);
    QCOMPARE(graphs["node_limit"].get<int>(), 200);
    QCOMPARE(graphs["nodes"].size(), std::size_t{200});
    QCOMPARE(graphs["nodes"][0]["name"].get<std::string>(), std::string("gemm"));
    QCOMPARE(graphs["nodes"][0]["total_ns"].get<int>(), 6);
    QCOMPARE(graphs["nodes"][0]["gap_before_ns"].get<int>(), 15); // after an attention of 5
    QCOMPARE(graphs["replays"][0]["nodes"].get<int>(), 300);
    QCOMPARE(graphs["replays"][0]["mode"].get<std::string>(), std::string("node"));
    QVERIFY(graphs["replays"][0]["graph_id"].is_null());
    const json& pattern = out["pattern"];
    QCOMPARE(pattern["anchor"].get<std::string>(), std::string("attention"));
    QCOMPARE(pattern["repetitions"].get<int>(), 150);
    QCOMPARE(pattern["matched"].get<int>(), 149);
    QCOMPARE(pattern["groups"][1]["operation"].get<std::string>(), std::string("GEMM"));
    QCOMPARE(pattern["groups"][1]["gap_avg_ns"].get<double>(), 15.0);
    QCOMPARE(pattern["groups"][1]["gap_step_avg_ns"].get<double>(), 15.0 * 150);
    QCOMPARE(pattern["groups"][1]["priority"].get<std::string>(), std::string("high"));
}

void ReportDrillTest::nodesOfWholeReplaysAreNull()
{
    TraceSketch sketch;
    sketch.call({"cudaGraphLaunch", 0, 10, 1});
    sketch.replay(20, 90, 1);
    const json graphs = reportOf(sketch.finish())["graphs"];
    QVERIFY(graphs["nodes"].is_null());
    QVERIFY(graphs["node_count"].is_null());
    QVERIFY(graphs["nodes_reason"].is_string());
    QVERIFY(graphs["coverage_by_count"].is_null());
    QVERIFY(graphs["reason"].is_string());
    QCOMPARE(graphs["replays"][0]["mode"].get<std::string>(), std::string("graph"));
    QCOMPARE(graphs["replays"][0]["p50_ns"].get<int>(), 70);
}

namespace {

/// A line of a table with these cells, in this order, other cells between them or not.
bool hasRow(const std::string& markdown, std::initializer_list<std::string_view> cells)
{
    std::istringstream lines(markdown);
    for (std::string line; std::getline(lines, line);) {
        std::size_t at = 0;
        for (const std::string_view cell : cells) {
            at = line.find(cell, at);
            if (at == std::string::npos)
                break;
            at += cell.size();
        }
        if (at != std::string::npos && line.starts_with("|"))
            return true;
    }
    return false;
}

} // namespace

void ReportDrillTest::peopleReadTheCostOfAStep()
{
    const std::string text = markdownOf(nv::test::exampleC(false));
    QVERIFY(text.find("## Cost of a step") != std::string::npos);
    QVERIFY(text.find("of 8 generation requests") != std::string::npos);
    QVERIFY(text.find("p50 2.00 ms") != std::string::npos);
    QVERIFY(text.find("From an end to the next begin: p50 1.44 ms. p50 is the nearest rank: ")
            != std::string::npos);
    QVERIFY(hasRow(text, {"| 0 |", " 100 |", " 2.00 ms |", " 120 µs |", " 3 |", " 0 |"}));
    QVERIFY(hasRow(text, {"fetch", "new", "requests", " 1 |", " 30.0 µs |", " 30.0 µs |"}));
    QVERIFY(hasRow(text, {"cudaStreamSynchronize", " 80.0 µs |"}));
    QVERIFY(hasRow(text, {"gemm", " 1 |", " 40.0 µs |"}));
    QVERIFY(text.find("those of rank 0") != std::string::npos);
}

void ReportDrillTest::peopleReadNodesAndLayers()
{
    TraceSketch sketch; // attention of 5 ns and gemm of 6 ns, 20 ns apart, in one launch
    sketch.call({"cudaGraphLaunch", 0, 10, 1});
    for (std::int64_t n = 0; n < 300; ++n)
        sketch.kernel({n % 2 == 0 ? "attention" : "gemm",
                       100 + n * 20,
                       100 + n * 20 + 5 + n % 2,
                       1,
                       {},
                       n + 1});
    const std::string text = markdownOf(sketch.finish());
    QVERIFY(
        text.find("Graphs hold 100.0 % of the kernels and 100.0 % of their time, in 1 launches.")
        != std::string::npos);
    QVERIFY(hasRow(text, {"| 1 |", "nodes |", " 300 |", " 1 |"}));
    QVERIFY(hasRow(text, {"gemm", " 1 |", " 1 |", " 6", " 15"}));
    QVERIFY(text.find("285 more rows by analyze --json.") != std::string::npos);
    QVERIFY(text.find("## What repeats inside a step") != std::string::npos);
    QVERIFY(text.find("149 repetitions in 1 steps") != std::string::npos);
    QVERIFY(hasRow(text, {"| B |", "GEMM", " 15", " 2.25 µs |", "high |"}));
}

void ReportDrillTest::peopleReadWhyNodesAreUnknown()
{
    TraceSketch sketch;
    sketch.call({"cudaGraphLaunch", 0, 10, 1});
    sketch.replay(20, 90, 1);
    const std::string text = markdownOf(sketch.finish());
    QVERIFY(hasRow(text, {"whole replays", " — |", " 1 |", " 70"}));
    QVERIFY(text.find("Nodes, folded") == std::string::npos);
    QVERIFY(text.find("--cuda-graph-trace=node") != std::string::npos);
    QVERIFY(text.find("## What repeats inside a step") == std::string::npos);
}

QTEST_APPLESS_MAIN(ReportDrillTest)
#include "report_drill_test.moc"
