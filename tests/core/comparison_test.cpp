// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/waterfall.h"
#include "core/report/compare_report.h"
#include "tests/support/compared_pair.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace nv;
using nlohmann::json;
using test::hasNote;
using test::isClose;
using test::rowOf;

namespace {

using Pair = test::ComparedPair;

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

    /// The step list of the same window counts all of them.
    void whichStepsAreComparedIsSaid()
    {
        const auto text = [](StepChoice choice, std::size_t steps, std::size_t leftOut) {
            StepBreakdown found;
            found.choice = choice;
            found.steps = steps;
            found.leftOut = leftOut;
            found.generationRequests = 8;
            return comparedStepsText(found);
        };
        QCOMPARE(text(StepChoice::Regular, 13, 1), std::string("13 of 14 steps, the regular ones"));
        QCOMPARE(text(StepChoice::Regular, 14, 0), std::string("14 steps, all regular"));
        QCOMPARE(text(StepChoice::All, 2, 0), std::string("2 steps, regular or not"));
        QCOMPARE(text(StepChoice::Generation, 5, 2),
                 std::string("5 of 7 steps, those that only generate, for 8 requests"));
        QCOMPARE(text(StepChoice::None, 0, 3), std::string("none"));
        const Pair pair(test::exampleC(false), test::exampleC(true));
        const HostOverhead host =
            hostOverhead(pair.target, test::wholeWindow(pair.target), {}, {}).value();
        const CompareSide base = pair.baseSide();
        const CompareSide target = pair.targetSide();
        QVERIFY(compareMarkdown({base, target, pair.comparison, host, false})
                    .find("| " + comparedStepsText(pair.comparison.base) + " |")
                != std::string::npos);
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
        const auto& [claim, causes] = c.conclusion;
        QCOMPARE(claim, std::string("A step takes 2.50 ms instead of 2.00 ms (+500 µs, +25.0 %), "
                                    "more than the steps differ among themselves."));
        QVERIFY2(causes.starts_with("Of a step: ")
                     && causes.ends_with(". Largest contributors: _fetch_new_requests (rank 0) "
                                         "+270 µs, _fetch_new_requests (rank 1) +270 µs, "
                                         "broadcast_requests (rank 0) +250 µs."),
                 causes.c_str());
        QCOMPARE(c.conclusion.text(), claim + " " + causes);
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
        QCOMPARE(c.conclusion.claim, std::string("A step takes 2.50 ms in both captures."));
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
        QCOMPARE(pair.comparison.notes.size(), std::size_t{2});
        QVERIFY(pair.comparison.comparability.ends_with(" And 1 more doubt."));
        QVERIFY(pair.comparison.conclusion.text().find("A step takes") == std::string::npos);
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
        QVERIFY2(c.conclusion.claim.starts_with("Of the windows: "), c.conclusion.claim.c_str());
        QVERIFY(c.conclusion.causes.empty());
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
        // The hand-off of host-overhead.md 7.3, in both.
        QVERIFY(markdown.find("| wall clock of a step | 2.50 ms |") != std::string::npos);
        QVERIFY(markdown.find("| kernels of a step | 5 |") != std::string::npos);
        const json& handoff = out["optimization_handoff"];
        QCOMPARE(handoff["crossed_metrics"].size(), host.crossed);
        QCOMPARE(handoff["crossed_metrics"][0].get<std::string>(), std::string("gpu_idle_ratio"));
        QCOMPARE(handoff["top_regressing_ops"][0]["self_delta_ns_per_step"].get<double>(),
                 270'000.0);
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
