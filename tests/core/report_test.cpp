// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/report/content.h"
#include "tests/support/loop_fixture.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace nv;
using nlohmann::json;

namespace {

/// Everything a report is made from, for the window `all` unless another is given.
struct Answer
{
    AnalysisPtr analysis;
    WindowTables tables;
    HostOverhead host;
    Verdict verdict;

    explicit Answer(const TracePtr& trace, std::optional<TimeRange> range = {})
    {
        Progress progress;
        analysis = analyse(trace, {}, {}, progress).value();
        const Window window = range ? userWindow(*analysis, *range) : allWindow(*analysis);
        tables = windowTables(*analysis, window, {}, {}).value();
        host = hostOverhead(*analysis, window, {}, {}).value();
        verdict = fullVerdict(*analysis, windowBudget(*analysis->budget, window.range), tables);
    }

    ReportInput input(bool redact = false) const
    {
        return {*analysis, tables, verdict, host, {}, redact};
    }

    json parsed(bool redact = false) const { return json::parse(jsonReport(input(redact))); }
};

TracePtr smallTrace()
{
    test::LoopFixture loop;
    loop.launch("gemm()", 0, 1000, 1600);
    loop.launch("gemm()", 10, 1800, 2000);
    loop.model.call(loop.thread, "cudaStreamSynchronize_v3020", 2000, 2100);
    const TracePtr trace = loop.model.finish();
    TraceModel& model = *std::const_pointer_cast<TraceModel>(trace);
    model.capture.fileName = "run.sqlite";
    model.capture.command = {"/opt/app", "--token", "s3cret word"};
    model.capture.traceOptions = {{"CUDA_GRAPH_TRACE", "node"}};
    model.processes.front().name = "secretive-process";
    return trace;
}

/// A call at 0, then 12 marked steps from 10 µs on: two of 30 µs, the others of 10 µs, each with two
/// kernels.  The first holds first-seen kernels, the second is three times as long as the others.
TracePtr markedLoop()
{
    test::LoopFixture loop;
    loop.model.call(loop.thread, "cudaMalloc_v3020", 0, 10);
    Ns begin = 10'000;
    for (int i = 0; i < 12; ++i) {
        const Ns length = i < 2 ? 30'000 : 10'000;
        loop.model.range(loop.thread, "step " + std::to_string(i), begin, begin + length - 100);
        loop.burst(begin + 100, 2, 3'000);
        begin += length;
    }
    loop.model.call(loop.thread, "cudaFree_v3020", begin, begin + 40'000);
    return loop.model.finish();
}

constexpr const char* kHostile = "evil|`x`<script>alert 1</script>\n\x1b[31m\u202Egnp& $HOME";

} // namespace

class ReportTest : public QObject
{
    Q_OBJECT
private slots:

    /// The rule of the window, so that the same share reads the same in both.
    void sharesNeverRoundToNothingOrAll()
    {
        QCOMPARE(text::percent(0.0), std::string("0.0 %"));
        QCOMPARE(text::percent(0.0004), std::string("<0.1 %"));
        QCOMPARE(text::percent(0.0005), std::string("0.1 %"));
        QCOMPARE(text::percent(0.9996), std::string(">99.9 %"));
        QCOMPARE(text::percent(1.0), std::string("100.0 %"));
    }

    void jsonHasTheFormOfTheDocument()
    {
        const json out = Answer(smallTrace()).parsed();
        // product.md, "The JSON of analyze"
        const std::vector<std::string> wanted{"schema_version",
                                              "trace",
                                              "window",
                                              "steady_state",
                                              "devices",
                                              "classification",
                                              "host_overhead",
                                              "kernels",
                                              "families",
                                              "launches",
                                              "api",
                                              "transfers",
                                              "compile_after_warmup",
                                              "gaps",
                                              "outliers",
                                              "graphs",
                                              "iterations",
                                              "phases",
                                              "ranks"};
        for (const std::string& key : wanted)
            QVERIFY2(out.contains(key), key.c_str());
        QCOMPARE(out["schema_version"].get<int>(), 1);
        QVERIFY(out["iterations"] == json::array());
        QVERIFY(out["phases"] == json::object());
        QVERIFY(out["ranks"].is_null());

        QCOMPARE(out["trace"]["file"].get<std::string>(), std::string("run.sqlite"));
        QVERIFY(out["trace"]["nsys_version"].is_null());
        QCOMPARE(out["trace"]["counts"]["kernel"].get<int>(), 2);
        QCOMPARE(out["trace"]["counts"]["runtime"].get<int>(), 3);
        QCOMPARE(out["trace"]["rows_aside"]["kernel"].get<int>(), 0);
        QCOMPARE(out["trace"]["capture"]["command"][2].get<std::string>(),
                 std::string("s3cret word"));
    }

    void jsonBudgetAddsUp()
    {
        const json out = Answer(smallTrace()).parsed();
        QCOMPARE(out["window"]["start_ns"].get<Ns>(), Ns{1000});
        QCOMPARE(out["window"]["end_ns"].get<Ns>(), Ns{2000});
        QCOMPARE(out["window"]["source"].get<std::string>(), std::string("all"));
        QVERIFY(out["window"]["instances"].is_null());
        const json& device = out["devices"][0];
        QCOMPARE(device["budget"].size(), kBudgetClasses);
        DurationNs sum = 0;
        for (const auto& [key, value] : device["budget"].items()) {
            QVERIFY(value.is_number_unsigned());
            sum += value.get<DurationNs>();
        }
        QCOMPARE(sum, DurationNs{1000});
        QCOMPARE(device["budget"]["compute_ns"].get<int>(), 800);
        QCOMPARE(device["busy_ns"].get<int>(), 800);
        QCOMPARE(device["idle_ns"].get<int>(), 200);
        QCOMPARE(out["classification"]["primary"].get<std::string>(), std::string("kernel-bound"));
        QCOMPARE(out["classification"]["shares"]["compute"].get<double>(), 0.8);
        const json& first = out["classification"]["classes"][0];
        QCOMPARE(first["id"].get<std::string>(), std::string("kernel-bound"));
        QCOMPARE(first["state"].get<std::string>(), std::string("yes"));
        QVERIFY(first["qualifier"].is_null());
    }

    void jsonTables()
    {
        const json out = Answer(smallTrace()).parsed();
        const json& kernel = out["kernels"][0];
        QCOMPARE(kernel["count"].get<int>(), 2);
        QCOMPARE(kernel["total_ns"].get<int>(), 800);
        QVERIFY(kernel["total_ns"].is_number_integer());
        QCOMPARE(kernel["share"].get<double>(), 1.0);
        QCOMPARE(kernel["p50_ns"].get<int>(), 200); // nearest rank of {200, 600}
        QCOMPARE(kernel["median_ns"].get<double>(), 400.0);
        QVERIFY(out["steady_state"]["found"] == false);
        QVERIFY(out["steady_state"]["start_ns"].is_null());
        QCOMPARE(out["steady_state"]["method"].get<std::string>(), std::string("none"));
        QCOMPARE(out["steady_state"]["steps"].get<int>(), 0);
        QVERIFY(out["steady_state"]["step_ns"]["p50"].is_null());
        QVERIFY(out["compile_after_warmup"].is_null());
        QVERIFY(out["host_overhead"]["verdict"].is_string());
        // M1 of the span of kernels: 200 of 1000 idle
        QCOMPARE(out["host_overhead"]["aggregate_metrics"]["gpu_idle_ratio"].get<double>(), 0.2);
        QCOMPARE(out["host_overhead"]["devices"][0]["span_ns"].get<int>(), 1000);
    }

    void jsonOfNothingIsHonest()
    {
        test::ModelFixture bare;
        const ThreadId thread = bare.thread(bare.process(1), 1);
        bare.range(thread, "only a range", 0, 100);
        const json out = Answer(bare.finish()).parsed();
        QVERIFY(out["devices"] == json::array());
        QCOMPARE(out["classification"]["primary"].get<std::string>(),
                 std::string("no-gpu-activity"));
        QVERIFY(out["classification"]["shares"]["compute"].is_null());
        QVERIFY(out["host_overhead"]["verdict"].is_null());
        QVERIFY(out["host_overhead"]["aggregate_metrics"].is_null());
        QVERIFY(out["host_overhead"]["reason"].is_string());
        QVERIFY(out["kernels"] == json::array());
    }

    void integersStayExact()
    {
        const TracePtr trace = smallTrace();
        std::const_pointer_cast<TraceModel>(trace)->counts[TableKind::Runtime] =
            18446744073709551615U;
        const std::string text = jsonReport(Answer(trace, TimeRange{kMinNs, kMaxNs}).input());
        QVERIFY(text.find("\"runtime\": 18446744073709551615") != std::string::npos);
        QVERIFY(text.find("\"start_ns\": -9223372036854775808") != std::string::npos);
        QVERIFY(text.find("\"window_ns\": 18446744073709551615") != std::string::npos);
    }

    void sameInputSameBytes()
    {
        const Answer one(smallTrace());
        const Answer two(smallTrace());
        for (const Report& report : reports())
            QCOMPARE(report.write(one.input()), report.write(two.input()));
    }

    void redactionLeavesOutNamesAndCommands()
    {
        const Answer answer(smallTrace());
        for (const Report& report : reports()) {
            const std::string open = report.write(answer.input(false));
            const std::string closed = report.write(answer.input(true));
            QVERIFY(open.find("/opt/app") != std::string::npos);
            for (const char* word : {"s3cret", "/opt/app", "--token", "secretive-process"})
                QVERIFY2(closed.find(word) == std::string::npos,
                         (std::string(report.id) + " " + word).c_str());
        }
        const json out = answer.parsed(true);
        QVERIFY(out["trace"]["capture"]["command"] == json::array());
        QVERIFY(out["trace"]["processes"][0]["name"].is_null());
        QVERIFY(out["classification"]["command"].get<std::string>().ends_with(" <program>"));
    }

    void hostileNamesStayText()
    {
        test::LoopFixture loop;
        loop.launch(kHostile, 0, 1000, 1600);
        const Answer answer(loop.model.finish());
        const std::string html = htmlReport(answer.input());
        QVERIFY(html.find("<script>alert") == std::string::npos);
        QVERIFY(html.find("&lt;script&gt;") != std::string::npos);
        const std::string markdown = markdownReport(answer.input());
        for (const std::string& text : {html, markdown}) {
            QVERIFY(text.find('\x1b') == std::string::npos);
            QVERIFY(text.find("\u202E") == std::string::npos);
        }
        // one table row, its bar escaped, in a fence longer than the backticks inside
        QVERIFY(markdown.find("`` evil\\|`x`<script>alert 1</script> ") != std::string::npos);
        const json out = answer.parsed();
        QCOMPARE(out["kernels"][0]["demangled"].get<std::string>(), std::string(kHostile));
    }

    void markdownIsComplete()
    {
        const std::string text = markdownReport(Answer(smallTrace()).input());
        QVERIFY(text.starts_with("# run.sqlite\n\n## Verdict: kernel-bound\n\n"));
        QVERIFY(text.find("\n    ncu --kernel-name ") != std::string::npos);
        QVERIFY(text.find("| compute | 80.0 % | 800 ns |") != std::string::npos);
        QVERIFY(text.find("\n    nsys stats -r cuda_gpu_kern_sum run.sqlite") != std::string::npos);
        QVERIFY(text.find("## Data quality") != std::string::npos);
    }

    /// {200, 600}: the median 400 is a duration that no launch had, the p50 of a call is one.
    void theMiddleIsDefinedWhereItStands()
    {
        const std::string text = markdownReport(Answer(smallTrace()).input());
        const auto sectionOf = [&text](const char* title) {
            const std::size_t begin = text.find(title);
            return text.substr(begin, text.find("\n## ", begin + 1) - begin);
        };
        const std::string kernels = sectionOf("\n## Kernels");
        QVERIFY2(kernels.find("| 400 ns |") != std::string::npos, kernels.c_str());
        QVERIFY(kernels.find(text::kMedianMeaning) != std::string::npos);
        QVERIFY(sectionOf("\n## CUDA API").find(text::kP50Meaning) != std::string::npos);
        const std::string page = htmlReport(Answer(smallTrace()).input());
        QVERIFY(page.find(text::kMedianMeaning) != std::string::npos);
    }

    void theCaptureIsRecorded()
    {
        const Answer answer(smallTrace());
        const std::string text = markdownReport(answer.input());
        QVERIFY(text.find("## Capture\n\nTo record this program again:\n\n    nsys profile -t "
                          "cuda,nvtx,osrt /opt/app --token 's3cret word'\n")
                != std::string::npos);
        QVERIFY(text.find("| file | `run.sqlite` |") != std::string::npos);
        QVERIFY(text.find("| program | `/opt/app --token 's3cret word'` |") != std::string::npos);
        QVERIFY(text.find("| options of nsys | `CUDA_GRAPH_TRACE=node` |") != std::string::npos);
        QVERIFY(text.find("| capture | 2.10 µs from first to last event |") != std::string::npos);
        QVERIFY(text.find("| events | 2 kernel, 3 runtime |") != std::string::npos);
        const std::string closed = markdownReport(answer.input(true));
        QVERIFY(closed.find("To record this program again") == std::string::npos);
        QVERIFY(closed.find("CUDA_GRAPH_TRACE") == std::string::npos);
    }

    void warmUpAndSteadyStateAreTold()
    {
        const std::string text = markdownReport(Answer(markedLoop()).input());
        const std::string told = text.substr(text.find("## Warm-up and steady state"));
        const auto has = [&told](const char* row) { return told.find(row) != std::string::npos; };
        QVERIFY2(has("| load | 0 | 10000 | 10.0 µs | 0 | before the first step |"), told.c_str());
        QVERIFY2(
            has("| warm-up | 10000 | 70000 | 60.0 µs | 2 | compile calls until its end: 0 ns |"),
            told.c_str());
        // The last step ends with its marker: 160 000 + 10 000 - 100.
        QVERIFY2(has("| steady | 70000 | 169900 | 99.9 µs | 10 | all regular |"), told.c_str());
        QVERIFY2(has("| after | 169900 | 210000 | 40.1 µs | 0 | drain and teardown |"),
                 told.c_str());
        const std::string none = markdownReport(Answer(smallTrace()).input());
        QVERIFY(none.find("## Warm-up and steady state\n\nWhich part is warm-up is not known. ")
                != std::string::npos);
    }

    void thePageLoadsNothing()
    {
        const std::string text = htmlReport(Answer(smallTrace()).input());
        QVERIFY(text.starts_with("<!DOCTYPE html>"));
        QVERIFY(text.ends_with("</html>\n"));
        for (const char* word : {"http://", "https://", "src=", "srcset=", "href=", "url("})
            QVERIFY2(text.find(word) == std::string::npos, word);
    }

    void everyReportIsFound()
    {
        for (const Report& report : reports())
            QCOMPARE(findReport(report.id)->id, report.id);
        QVERIFY(findReport("pdf") == nullptr);
    }
};

QTEST_APPLESS_MAIN(ReportTest)
#include "report_test.moc"
