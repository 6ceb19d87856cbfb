// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

constexpr Ns kPeriod = 100'000;

/// `count` launches of "k" of 10 us each, one per 100 us from `from` on.
void addTwins(TraceSketch& sketch, Ns count, Ns from = 0, std::int64_t gridX = 1)
{
    for (Ns i = 0; i < count; ++i) {
        const Ns at = from + i * kPeriod;
        const std::int64_t correlation = at / 1000 + 1;
        sketch.call({"cudaLaunchKernel", at, at + 4000, correlation});
        sketch.kernel({"k", at + 5000, at + 15'000, correlation, {}, 0, gridX});
    }
}

std::vector<OutlierRow> outliersOf(const Analysis& analysis)
{
    TableContext context(analysis, wholeWindow(analysis), {}, {});
    return outlierTable(context);
}

/// Twenty twins and one launch of 40 us with what `surround` adds.
template <class Surround>
std::string reasonWith(Surround surround)
{
    TraceSketch sketch;
    addTwins(sketch, 20);
    const Ns at = 30 * kPeriod;
    sketch.call({"cudaLaunchKernel", at, at + 4000, 1'000'000});
    sketch.kernel({"k", at + 5000, at + 45'000, 1'000'000});
    surround(sketch, at);
    const Analysis analysis = sketch.finish();
    const std::vector<OutlierRow> rows = outliersOf(analysis);
    return rows.size() == 1 ? rows.front().reason : std::to_string(rows.size()) + " rows";
}

} // namespace

class OutliersTest : public QObject
{
    Q_OBJECT

private slots:
    void needsTwentyLaunchesOfOneShape();
    void needsTwiceTheMedianAndFiveMicroseconds();
    void anotherShapeIsNoOutlier();
    void saysWhatWasDifferent();
    void aSecondShapeOfWorkRecurs();
};

/// Steps of four launches of "k", 10 us each; where `isLong(step, launch)`, 40 us.
template <class IsLong>
std::vector<std::string> reasonsOfSteps(std::size_t steps, IsLong isLong)
{
    TraceSketch sketch;
    std::int64_t correlation = 0;
    for (std::size_t s = 0; s < steps; ++s) {
        const Ns begin = static_cast<Ns>(s) * 4 * kPeriod;
        Step step;
        step.begin = begin;
        step.end = begin + 4 * kPeriod;
        step.regular = true;
        sketch.steady.steps.push_back(step);
        for (std::size_t i = 0; i < 4; ++i) {
            const Ns at = begin + static_cast<Ns>(i) * kPeriod;
            sketch.call({"cudaLaunchKernel", at, at + 4000, ++correlation});
            sketch.kernel({"k", at + 5000, at + (isLong(s, i) ? 45'000 : 15'000), correlation});
        }
    }
    sketch.steady.found = true;
    const Analysis analysis = sketch.finish();
    Window window;
    window.range = {0, static_cast<Ns>(steps) * 4 * kPeriod};
    window.source = WindowSource::User;
    TableContext context(analysis, window, {}, {});
    std::vector<std::string> reasons;
    for (const OutlierRow& row : outlierTable(context))
        reasons.push_back(row.reason);
    return reasons;
}

void OutliersTest::needsTwentyLaunchesOfOneShape()
{
    for (const Ns twins : {Ns{18}, Ns{19}}) {
        TraceSketch sketch;
        addTwins(sketch, twins);
        sketch.range({"sample", 30 * kPeriod, 30 * kPeriod + 1000});
        sketch.call({"cudaLaunchKernel", 30 * kPeriod, 30 * kPeriod + 100, 1'000'000});
        sketch.kernel({"k", 30 * kPeriod + 200, 30 * kPeriod + 40'200, 1'000'000});
        const Analysis analysis = sketch.finish();
        const std::vector<OutlierRow> rows = outliersOf(analysis);
        QCOMPARE(rows.size(), std::size_t{twins == 19 ? 1U : 0U});
        if (rows.empty())
            continue;
        QCOMPARE(rows[0].ratio, 4.0);
        QCOMPARE(rows[0].groupP50, Ns{10'000});
        QCOMPARE(rows[0].nvtx, std::string("sample"));
        QCOMPARE(analysis.trace->ops.start[rows[0].op()], 30 * kPeriod + 200);
    }
}

void OutliersTest::needsTwiceTheMedianAndFiveMicroseconds()
{
    TraceSketch sketch;
    addTwins(sketch, 30);
    const Ns at = 40 * kPeriod;
    sketch.kernel({"k", at, at + 20'000});                     // exactly twice
    sketch.kernel({"k", at + kPeriod, at + kPeriod + 20'001}); // above
    sketch.kernel({"k", at + 2 * kPeriod, at + 2 * kPeriod + 90'000});
    for (Ns i = 0; i < 30; ++i)
        sketch.kernel({"tiny", at + (10 + i) * kPeriod, at + (10 + i) * kPeriod + 1000});
    sketch.kernel({"tiny", at + 50 * kPeriod, at + 50 * kPeriod + 5999}); // 4999 above
    sketch.kernel({"tiny", at + 51 * kPeriod, at + 51 * kPeriod + 6000}); // 5000 above
    const Analysis analysis = sketch.finish();
    const std::vector<OutlierRow> rows = outliersOf(analysis);
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(analysis.trace->ops.start[rows[0].op()], at + 2 * kPeriod); // by excess
    QCOMPARE(analysis.trace->ops.start[rows[1].op()], at + kPeriod);
    QCOMPARE(analysis.trace->ops.start[rows[2].op()], at + 51 * kPeriod);
}

void OutliersTest::anotherShapeIsNoOutlier()
{
    TraceSketch sketch;
    addTwins(sketch, 40);
    sketch.kernel({"k", 90 * kPeriod, 90 * kPeriod + 90'000, -1, {}, 0, 4096});
    const Analysis analysis = sketch.finish();
    QVERIFY(outliersOf(analysis).empty());
}

void OutliersTest::saysWhatWasDifferent()
{
    QCOMPARE(reasonWith([](TraceSketch&, Ns) {}),
             std::string("nothing visible differs from the median launch"));
    QCOMPARE(reasonWith([](TraceSketch& sketch, Ns at) {
                 sketch.copy({at + 10'000, at + 30'000, 64, 1, -1, {100, 0, 8}});
             }),
             std::string("one copy ran beside it"));
    QCOMPARE(reasonWith([](TraceSketch& sketch, Ns at) {
                 sketch.kernel({"x", at + 10'000, at + 30'000, -1, {100, 0, 8}});
                 sketch.kernel({"x", at + 30'000, at + 31'000, -1, {100, 0, 8}});
             }),
             std::string("2 kernels ran beside it"));
    QCOMPARE(reasonWith([](TraceSketch& sketch, Ns at) {
                 sketch.call({"cudaMalloc_v3020", at - 5000, at - 100});
             }),
             std::string("allocation just before (cudaMalloc)"));
    QCOMPARE(reasonWith([](TraceSketch& sketch, Ns at) {
                 sketch.call({"cuModuleLoadData", at - 5000, at - 100});
             }),
             std::string("compilation just before (cuModuleLoadData)"));
    QCOMPARE(
        reasonWith([](TraceSketch& sketch, Ns at) {
            Step loop;
            loop.end = 25 * kPeriod;
            loop.regular = true;
            Step hiccup;
            hiccup.begin = loop.end;
            hiccup.end = at + kPeriod;
            sketch.steady.steps = {
                loop,
                hiccup}; // the second of the list of steps // named from 1 on, as in the list of steps
        }),
        std::string("in the irregular step 2"));
}

/// The third of four launches of each step is long, but in one step of ten the first.
void OutliersTest::aSecondShapeOfWorkRecurs()
{
    const std::string recurs =
        "recurs in 9 of 10 steps at the same place: a second shape of work, not an outlier";
    const auto often =
        reasonsOfSteps(10, [](std::size_t s, std::size_t i) { return s == 4 ? i == 0 : i == 2; });
    QCOMPARE(often.size(), std::size_t{10});
    QCOMPARE(std::ranges::count_if(
                 often, [&](const std::string& reason) { return reason.starts_with(recurs); }),
             std::ptrdiff_t{9});
    // 7 of 10 are no 80 %, and 7 steps are too few; one of each step, each time elsewhere, is an
    // outlier ten times.
    const auto none = [](const std::vector<std::string>& reasons) {
        return std::ranges::none_of(
            reasons, [](const std::string& reason) { return reason.starts_with("recurs"); });
    };
    const auto seldom =
        reasonsOfSteps(10, [](std::size_t s, std::size_t i) { return s < 7 && i == 2; });
    QVERIFY(seldom.size() == 7 && none(seldom));
    const auto few = reasonsOfSteps(7, [](std::size_t, std::size_t i) { return i == 2; });
    QVERIFY(few.size() == 7 && none(few));
    const auto moving = reasonsOfSteps(10, [](std::size_t s, std::size_t i) { return i == s % 4; });
    QVERIFY(moving.size() == 10 && none(moving));
}

QTEST_APPLESS_MAIN(OutliersTest)
#include "outliers_test.moc"
