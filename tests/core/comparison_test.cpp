// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/median_event.h"
#include "core/analysis/compare/waterfall.h"
#include "core/report/compare_report.h"
#include "tests/support/steps_fixture.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace nv;
using nlohmann::json;

namespace {

struct Pair
{
    Analysis base;
    Analysis target;
    Comparison comparison;

    Pair(Analysis b, Analysis t)
        : base(std::move(b))
        , target(std::move(t))
        , comparison(compare(baseSide(), targetSide(), {}).value())
    {}

    CompareSide baseSide() const { return {base, test::wholeWindow(base)}; }

    CompareSide targetSide() const { return {target, test::wholeWindow(target)}; }
};

const NamedChange* rowOf(const std::vector<NamedChange>& rows, const std::string& name,
                         std::size_t rank = 0)
{
    for (const NamedChange& row : rows)
        if (row.name == name && row.rank == rank)
            return &row;
    return nullptr;
}

/// "30 -> 300 REGRESSION" in us.
std::string told(const std::vector<NamedChange>& rows, const std::string& name,
                 std::size_t rank = 0)
{
    const NamedChange* row = rowOf(rows, name, rank);
    if (row == nullptr)
        return "none";
    const auto us = [](const std::optional<double>& ns) {
        return std::to_string(std::llround(*ns / 1000));
    };
    return us(row->time.base) + " -> " + us(row->time.target) + " "
           + std::string(changeStatusKey(row->status)) + (row->isSmall ? " small" : "");
}

bool isClose(const std::optional<double>& value, double wanted)
{
    return value && std::abs(*value - wanted) < 1e-6 * std::max(1.0, std::abs(wanted));
}

bool hasNote(const Comparison& comparison, const std::string& id)
{
    return std::any_of(comparison.notes.begin(), comparison.notes.end(),
                       [&id](const CompareNote& note) { return note.id == id; });
}

} // namespace

/// Two captures step by step: the worked example 11.C of host-overhead.md, and what must not be
/// compared.
class ComparisonTest : public QObject
{
    Q_OBJECT
private slots:

    void statusByTheFirstRuleThatApplies()
    {
        const auto status = [](double base, double target) {
            return std::string(changeStatusKey(statusOf({base, target})));
        };
        QCOMPARE(status(0, 0), std::string("UNCHANGED"));
        QCOMPARE(status(0, 1), std::string("NEW"));
        QCOMPARE(status(1, 0), std::string("REMOVED"));
        QCOMPARE(status(100, 150), std::string("UNCHANGED")); // exactly 50 %: strict
        QCOMPARE(status(100, 151), std::string("REGRESSION"));
        QCOMPARE(status(100, 70), std::string("UNCHANGED")); // exactly -30 %
        QCOMPARE(status(100, 69), std::string("IMPROVED"));
        QCOMPARE((Change{0.0, 5.0}).percent(), std::optional<double>());
        QCOMPARE((Change{{}, 5.0}).delta(), std::optional<double>());
    }

    void exampleC()
    {
        const Pair pair(test::exampleC(false), test::exampleC(true));
        const Comparison& c = pair.comparison;
        QVERIFY(c.hasSteps);
        QVERIFY(isClose(c.wall.base, 2'000'000) && isClose(c.wall.target, 2'500'000));
        QVERIFY(isClose(c.wall.percent(), 25));
        // Hulls of the ranks end 560 us after the first begin.
        QVERIFY(isClose(c.gap.base, 1'440'000) && isClose(c.gap.target, 1'940'000));
        QVERIFY(isClose(c.kernels.base, 3) && isClose(c.kernels.target, 5));
        QVERIFY(isClose(c.busy.base, 122'500) && isClose(c.busy.target, 126'500));
        for (const std::size_t rank : {0U, 1U}) {
            QCOMPARE(told(c.ranges, "_fetch_new_requests", rank),
                     std::string("30 -> 300 REGRESSION"));
            QCOMPARE(told(c.ranges, "_update_requests", rank), std::string("100 -> 60 IMPROVED"));
            QCOMPARE(told(c.ranges, "broadcast_requests", rank), std::string("0 -> 250 NEW"));
        }
        QCOMPARE(told(c.ranges, "_old_op"), std::string("20 -> 0 REMOVED"));
        QCOMPARE(told(c.ranges, "_old_op", 1), std::string("none"));
        QCOMPARE(told(c.ranges, "_prepare_inputs"), std::string("100 -> 110 UNCHANGED"));
        QCOMPARE(told(c.kernelNames, "elementwise"), std::string("0 -> 4 NEW small"));
        QCOMPARE(told(c.kernelNames, "gemm"), std::string("40 -> 40 UNCHANGED small"));
        QCOMPARE(told(c.api, "cudaStreamSynchronize"), std::string("80 -> 80 UNCHANGED small"));
        // The largest change leads.
        QCOMPARE(c.ranges.front().name, std::string("_fetch_new_requests"));
        QVERIFY(c.spread.isBeyond && *c.spread.isBeyond); // all periods are alike
        QVERIFY2(c.conclusion.starts_with("A step takes 2.50 ms instead of 2.00 ms (+500 µs, "
                                          "+25.0 %), more than the steps differ among themselves."),
                 c.conclusion.c_str());
        QVERIFY2(
            c.conclusion.find("_fetch_new_requests (rank 0) +270 µs, _fetch_new_requests (rank "
                              "1) +270 µs, broadcast_requests (rank 0) +250 µs")
                != std::string::npos,
            c.conclusion.c_str());
        QVERIFY(c.notes.empty());
    }

    /// The changes of the budget's classes are the change of the step, to the rounding of doubles.
    void theBudgetAddsUpToTheStep()
    {
        const Pair pair(test::exampleC(false), test::exampleC(true));
        double base = 0;
        double target = 0;
        for (const Change& change : pair.comparison.budget) {
            base += change.base.value();
            target += change.target.value();
        }
        QVERIFY(isClose(base, 2'000'000) && isClose(target, 2'500'000));
        const auto compute = static_cast<std::size_t>(BudgetClass::Compute);
        const auto communication = static_cast<std::size_t>(BudgetClass::Communication);
        const Change& c = pair.comparison.budget.at(compute);
        const Change& n = pair.comparison.budget.at(communication);
        QVERIFY(isClose(*c.base + *n.base, 122'500));
        QVERIFY(isClose(*c.target + *n.target, 126'500));
    }

    /// From 2 ms to 2.5 ms: the parts lead from one to the other, that of ranks out of step too.
    void theWaterfallEndsAtTheTarget()
    {
        Pair pair(test::exampleC(false), test::exampleC(true));
        const auto sum = [](const Waterfall& fall) {
            double at = fall.base;
            for (const WaterfallPart& part : fall.parts)
                at += part.change;
            return at;
        };
        const auto fall = waterfallOf(pair.comparison);
        QVERIFY(fall && isClose(fall->base, 2'000'000) && isClose(sum(*fall), 2'500'000));
        QVERIFY(fall->parts.back().cls.has_value());
        *pair.comparison.budget.front().target -= 700;
        const auto apart = waterfallOf(pair.comparison);
        QVERIFY(isClose(sum(*apart), 2'500'000) && !apart->parts.back().cls);
        QVERIFY(isClose(apart->parts.back().change, 700));
    }

    /// Whole periods of 2 ms against 2.5 ms: the k-th stands beside the k-th.  The first of six
    /// steps follows one of another kind and is none of them.
    void stepsArePairedInTheirOrder()
    {
        const Pair pair(test::exampleC(false), test::exampleC(true));
        const std::vector<StepPair>& pairs = pair.comparison.pairs;
        QCOMPARE(pairs.size(), std::size_t{4});
        QCOMPARE(pairs[0].base, (TimeRange{test::us(2000), test::us(4000)}));
        QCOMPARE(pairs[2].base, (TimeRange{test::us(6000), test::us(8000)}));
        QCOMPARE(pairs[2].target, (TimeRange{test::us(7500), test::us(10'000)}));
    }

    /// Copies of the steps only, per rank, with their bytes.
    void transfersOfTheSteps()
    {
        const auto made = [](Bytes bytes, int copies) {
            test::Steps steps;
            for (int k = 0; k < 8; ++k) {
                const Ns t = k * 1000;
                steps.step(t, t + 500, k, 0, 4);
                steps.run("gemm", t + 100, t + 300);
                for (int i = 0; i < copies; ++i)
                    steps.copy({test::us(t + 310 + 10 * i),
                                test::us(t + 317 + 10 * i),
                                bytes,
                                1,
                                -1,
                                {100, 0, 7}});
            }
            // After the last period: in no step.
            steps.copy({test::us(7900), test::us(7990), 1 << 20, 1, -1, {100, 0, 7}});
            return steps.finish();
        };
        const Pair pair(made(4096, 1), made(8192, 2));
        QCOMPARE(pair.comparison.transfers.size(), std::size_t{1});
        const NamedChange& row = pair.comparison.transfers.front();
        QVERIFY(isClose(row.count.base, 1) && isClose(row.count.target, 2));
        QVERIFY(isClose(row.bytes.base, 4096) && isClose(row.bytes.target, 16'384));
        QVERIFY(isClose(row.time.base, 7000) && isClose(row.time.target, 14'000));
        QCOMPARE(row.status, ChangeStatus::Regression); // twice as long, by 7 us a step
        QVERIFY(!row.isSmall);
    }

    /// What a click on a row shows: the median of what the row counts, on each side.
    void medianEvents()
    {
        const auto made = [](Ns longer) {
            test::Steps steps;
            for (int k = 0; k < 6; ++k) {
                const Ns t = k * 1000;
                steps.step(t, t + 500, k, 0, 4);
                steps.mark("seq = " + std::to_string(100 + k), t + 10, t + 20 + k + longer);
                steps.api("cudaMemcpy_v3020", t + 30, t + 40 + k);
                steps.run("gemm", t + 100, t + 200 + 10 * ((k * 2) % 5)); // 100 120 140 110 130
            }
            return steps.finish();
        };
        const Pair pair(made(0), made(40));
        const auto begin = [&](const CompareSide& side, CompareRows rows, const NamedChange* row) {
            const auto event = medianEvent(side, rows, *row, {});
            return event
                       ? (timeColumns(side.trace(), event->kind).start[event->index] - test::us(0))
                             / 1000
                       : Ns{-1};
        };
        const Comparison& c = pair.comparison;
        const NamedChange* gemm = rowOf(c.kernelNames, "gemm");
        QVERIFY(gemm != nullptr);
        QCOMPARE(begin(pair.baseSide(), CompareRows::Kernels, gemm), Ns{1100}); // of 120 us
        const NamedChange* range = rowOf(c.ranges, "seq = #");
        QVERIFY(range != nullptr);
        // 10 to 14 us in the five periods: 12 us is the third.
        QCOMPARE(begin(pair.baseSide(), CompareRows::Ranges, range), Ns{2010});
        QCOMPARE(begin(pair.targetSide(), CompareRows::Ranges, range), Ns{2010});
        const NamedChange* call = rowOf(c.api, "cudaMemcpy");
        QVERIFY(call != nullptr);
        QCOMPARE(call->cls, std::string("copy"));
        QCOMPARE(begin(pair.baseSide(), CompareRows::Api, call), Ns{2030});
        NamedChange other = *gemm;
        other.rank = 7;
        QCOMPARE(begin(pair.baseSide(), CompareRows::Kernels, &other), Ns{-1});
    }

    void otherOptionsAreSaid()
    {
        const auto made = [](const char* scope) {
            Analysis analysis = test::exampleC(false);
            auto& trace = *std::const_pointer_cast<TraceModel>(analysis.trace);
            trace.capture.traceOptions = {{"RUN_DURATION_MS", scope}, {"CUDA_TRACE_SCOPE", scope}};
            return analysis;
        };
        const Pair pair(made("System"), made("ProcessTree"));
        QCOMPARE(pair.comparison.notes.size(), std::size_t{1});
        QCOMPARE(pair.comparison.notes.front().message,
                 std::string("The captures were taken with other options: CUDA_TRACE_SCOPE System "
                             "and ProcessTree."));
        QVERIFY(pair.comparison.stepsHold());
    }

    /// Steps whose kernels are gone are no faster steps.
    void stepsWithoutWorkOnAGpuAreDoubted()
    {
        test::Steps work;
        test::Steps lost;
        for (int k = 0; k < 8; ++k) {
            work.step(k * 1000, k * 1000 + 500, k, 0, 4);
            work.run("gemm", k * 1000 + 100, k * 1000 + 300);
            lost.step(k * 900, k * 900 + 500, k, 0, 4);
        }
        const Pair pair(work.finish(), lost.finish());
        QVERIFY(hasNote(pair.comparison, "no-gpu-work") && !pair.comparison.stepsHold());
    }

    /// Exact zeros, nothing divided by zero, nothing doubted.
    void againstItselfNothingChanged()
    {
        const Pair pair(test::exampleC(true), test::exampleC(true));
        const Comparison& c = pair.comparison;
        for (const Change* change : {&c.wall, &c.length, &c.gap, &c.busy, &c.kernels})
            QCOMPARE(change->delta(), std::optional<double>(0.0));
        for (const auto* rows : {&c.ranges, &c.kernelNames, &c.api, &c.transfers})
            for (const NamedChange& row : *rows) {
                QCOMPARE(row.time.delta(), std::optional<double>(0.0));
                QCOMPARE(row.self.delta(), std::optional<double>(0.0));
                QVERIFY(row.status == ChangeStatus::Unchanged);
            }
        for (std::size_t i = 0; i < kBudgetClasses; ++i) {
            QCOMPARE(c.budget.at(i).delta(), std::optional<double>(0.0));
            QCOMPARE(c.shares.at(i).delta(), std::optional<double>(0.0));
        }
        QVERIFY(c.notes.empty());
        QVERIFY(waterfallOf(c)->parts.empty());
        QVERIFY(!*c.spread.isBeyond);
        QCOMPARE(c.conclusion.substr(0, c.conclusion.find('.', 20)),
                 std::string("A step takes 2.50 ms in both captures"));
        QVERIFY(contributors(c, 5).empty());
    }

    void anotherBatchIsSaidFirst()
    {
        test::Steps small;
        test::Steps large;
        for (int k = 0; k < 8; ++k) {
            small.step(k * 1000, k * 1000 + 500, k, 0, 4);
            small.run("gemm", k * 1000 + 100, k * 1000 + 300);
            large.step(k * 1000, k * 1000 + 500, k, 0, 8);
            large.run("cutlass_gemm", k * 1000 + 100, k * 1000 + 300);
        }
        const Pair pair(small.finish(), large.finish());
        QCOMPARE(pair.comparison.notes.front().id, std::string("other-batch"));
        QVERIFY(!pair.comparison.stepsHold());
        QVERIFY2(
            pair.comparison.comparability.starts_with(
                "Times per step do not hold for this pair. The steps are not alike: generation "
                "with 4 requests in the base, generation with 8 requests in the target."),
            pair.comparison.comparability.c_str());
        QVERIFY(pair.comparison.conclusion.find("A step takes") == std::string::npos);
        QVERIFY(hasNote(pair.comparison, "other-work")); // no kernel of the same name
        QVERIFY(!hasNote(pair.comparison, "other-ranks"));
    }

    /// A layer of two kernels is not a step of ten; what one side did not record did not vanish.
    void otherStepsAndMissingTablesAreSaid()
    {
        test::Steps few;
        test::Steps many;
        for (int k = 0; k < 8; ++k) {
            few.step(k * 1000, k * 1000 + 500, k, 0, 4);
            few.run("gemm", k * 1000 + 100, k * 1000 + 300);
            many.step(k * 1000, k * 1000 + 500, k, 0, 4);
            for (int i = 0; i < 3; ++i)
                many.run("gemm", k * 1000 + 100 + 50 * i, k * 1000 + 140 + 50 * i);
        }
        few.api("cudaLaunchKernel_v7000", 10, 20);
        Analysis recorded = few.finish();
        std::const_pointer_cast<TraceModel>(recorded.trace)->counts[TableKind::Runtime] = 1;
        const Pair pair(std::move(recorded), many.finish());
        QVERIFY(hasNote(pair.comparison, "other-step")); // 1 and 3 kernels
        QVERIFY(hasNote(pair.comparison, "api-missing"));
        QVERIFY(pair.comparison.api.empty());
        QVERIFY(!pair.comparison.kernelNames.empty());
    }

    void withoutStepsOnlySharesAreCompared()
    {
        test::Steps none;
        none.run("gemm", 0, 100);
        none.api("cudaLaunchKernel_v7000", -20, -10);
        const Pair pair(test::exampleC(false), none.finish());
        const Comparison& c = pair.comparison;
        QVERIFY(!c.hasSteps);
        QVERIFY(c.ranges.empty() && c.kernelNames.empty() && c.api.empty());
        QVERIFY(!c.wall.base && !c.wall.target);
        QVERIFY(c.shares.front().base && c.shares.front().target);
        QVERIFY2(
            c.comparability.starts_with("A step cannot be compared: only shares of the windows "
                                        "are. The target holds no two steps in a row"),
            c.comparability.c_str());
        QVERIFY(!c.isRefused && !c.stepsHold() && c.pairs.empty() && !waterfallOf(c));
        QVERIFY2(c.conclusion.starts_with("Of the windows: "), c.conclusion.c_str());
        const HostOverhead host =
            hostOverhead(pair.target, test::wholeWindow(pair.target), {}, {}).value();
        const CompareSide base = pair.baseSide();
        const CompareSide target = pair.targetSide();
        const json out = json::parse(compareJson({base, target, c, host, false}));
        QVERIFY(out["per_step"]["wall_ns"]["base"].is_null());
        QCOMPARE(out["warnings"].back()["id"].get<std::string>(), std::string("no-steps"));
        QVERIFY(out["kernels"] == json::array());
    }

    void theReportsSayTheSame()
    {
        const Pair pair(test::exampleC(false), test::exampleC(true));
        const HostOverhead host =
            hostOverhead(pair.target, test::wholeWindow(pair.target), {}, {}).value();
        const CompareSide base = pair.baseSide();
        const CompareSide target = pair.targetSide();
        const CompareInput input{base, target, pair.comparison, host, false};
        const json out = json::parse(compareJson(input));
        QCOMPARE(out["schema_version"].get<int>(), 1);
        QCOMPARE(out["per_step"]["wall_ns"]["delta"].get<double>(), 500'000.0);
        QCOMPARE(out["nvtx"][0]["name"].get<std::string>(), std::string("_fetch_new_requests"));
        QCOMPARE(out["nvtx"][0]["status"].get<std::string>(), std::string("REGRESSION"));
        QCOMPARE(out["optimization_handoff"]["wall_time_per_step_ns"].get<double>(), 2'500'000.0);
        QCOMPARE(out["optimization_handoff"]["kernels_per_step"].get<double>(), 5.0);
        QCOMPARE(
            out["optimization_handoff"]["top_regressing_ops"][0]["delta_ns_per_step"].get<double>(),
            270'000.0);
        const std::string markdown = compareMarkdown(input);
        QVERIFY2(markdown.find("| begin to begin | 2.00 ms | 2.50 ms | +500 µs | +25.0 % |")
                     != std::string::npos,
                 markdown.c_str());
        QVERIFY(markdown.find("| sum | 2.00 ms | 2.50 ms | +500 µs | +25.0 % |")
                != std::string::npos);
        const std::string html = compareHtml(input);
        QVERIFY(html.find("_fetch_new_requests") != std::string::npos);
        QVERIFY(html.find("http://") == std::string::npos);
    }

    void stops()
    {
        std::stop_source source;
        source.request_stop();
        const Analysis one = test::exampleC(false);
        const CompareSide side{one, test::wholeWindow(one)};
        const auto stopped = compare(side, side, source.get_token());
        QVERIFY(!stopped && stopped.error().code == Errc::Cancelled);
    }
};

QTEST_APPLESS_MAIN(ComparisonTest)
#include "comparison_test.moc"
