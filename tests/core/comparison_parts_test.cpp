// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/median_event.h"
#include "core/analysis/compare/waterfall.h"
#include "tests/support/compared_pair.h"

#include <QTest>

using namespace nv;
using test::hasNote;
using test::isClose;
using test::rowOf;

namespace {

using Pair = test::ComparedPair;

} // namespace

/// What a comparison is made of: the waterfall, pairs of steps, copies, the events behind a row.
class ComparisonPartsTest : public QObject
{
    Q_OBJECT
private slots:

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
                 std::string("The captures were taken with other options: CUDA_TRACE_SCOPE: System "
                             "in the base, ProcessTree in the target."));
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
};

QTEST_APPLESS_MAIN(ComparisonPartsTest)
#include "comparison_parts_test.moc"
