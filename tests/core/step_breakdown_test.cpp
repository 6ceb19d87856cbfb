// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/steps_fixture.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace nv;
using namespace nv::test;

namespace {

const StepRangeRow* rangeRow(const StepRank& rank, const std::string& name)
{
    for (const StepRangeRow& row : rank.ranges)
        if (row.name == name)
            return &row;
    return nullptr;
}

/// Inclusive us per step; 0 for a name that is not there.
double rangeUs(const StepRank& rank, const std::string& name)
{
    const StepRangeRow* row = rangeRow(rank, name);
    return row == nullptr ? 0 : perStep(row->inclusive, rank.periods).value() / 1000;
}

double apiUs(const StepRank& rank, const std::string& name)
{
    for (const StepApiRow& row : rank.api)
        if (row.name == name)
            return perStep(row.total, rank.periods).value() / 1000;
    return 0;
}

} // namespace

/// What a step costs, by the worked example and quirks of host-overhead.md.
class StepBreakdownTest : public QObject
{
    Q_OBJECT

private slots:
    void exampleC_data();
    void exampleC();
    void kernelsAndCallsOfExampleC();
    void noNameIsCutOff();
    void selfTimeIsWhatNestedRangesLeave();
    void selfTimesAddUpToTheUnion();
    void numbersInTextsAreFolded();
    void kernelsCountWhereTheyWereIssued();
};

void StepBreakdownTest::exampleC_data()
{
    QTest::addColumn<bool>("isTarget");
    QTest::addColumn<double>("period");
    QTest::addColumn<double>("fetch");
    QTest::addColumn<double>("update");
    QTest::addColumn<double>("oldOp"); ///< rank 0
    QTest::addColumn<double>("broadcast");
    QTest::addColumn<double>("prepare0");
    QTest::addColumn<double>("prepare1");
    QTest::addColumn<double>("kernels");
    QTest::addColumn<double>("busy0");
    QTest::addColumn<double>("busy1");
    QTest::newRow("base") << false << 2000.0 << 30.0 << 100.0 << 20.0 << 0.0 << 100.0 << 90.0 << 3.0
                          << 120.0 << 125.0;
    QTest::newRow("target") << true << 2500.0 << 300.0 << 60.0 << 0.0 << 250.0 << 110.0 << 100.0
                            << 5.0 << 124.0 << 129.0;
}

void StepBreakdownTest::exampleC()
{
    QFETCH(bool, isTarget);
    QFETCH(double, period);
    QFETCH(double, fetch);
    QFETCH(double, update);
    QFETCH(double, oldOp);
    QFETCH(double, broadcast);
    QFETCH(double, prepare0);
    QFETCH(double, prepare1);
    QFETCH(double, kernels);
    QFETCH(double, busy0);
    QFETCH(double, busy1);
    const StepBreakdown found = breakdownOf(nv::test::exampleC(isTarget));
    QCOMPARE(found.choice, StepChoice::Generation);
    QCOMPARE(found.generationRequests, std::optional<std::int64_t>(8));
    QCOMPARE(found.walls.avg, period * 1000);
    QCOMPARE(found.lengths.p50, Ns{510'000}); // of 500 and 510, the longer
    QCOMPARE(found.spans.p50, Ns{560'000});
    QVERIFY(found.gaps.has_value());
    QCOMPARE(found.gaps->p50, Ns(period * 1000) - 560'000);
    QCOMPARE(found.overlapping, std::size_t{0});
    QVERIFY(found.isEnough());
    QVERIFY(found.reason.empty());
    QCOMPARE(found.ranks.size(), std::size_t{2});
    for (const StepRank& rank : found.ranks) {
        QCOMPARE(perStep(rank.wall, rank.periods).value(), period * 1000);
        QCOMPARE(rangeUs(rank, "_fetch_new_requests"), fetch);
        QCOMPARE(rangeUs(rank, "_update_requests"), update);
        QCOMPARE(rangeUs(rank, "broadcast_requests"), broadcast);
        QCOMPARE(perStep(rank.kernels, rank.periods).value(), kernels);
        QCOMPARE(rank.devices.size(), std::size_t{1});
    }
    QCOMPARE(rangeUs(found.ranks[0], "_old_op"), oldOp);
    QCOMPARE(rangeUs(found.ranks[1], "_old_op"), 0.0);
    QCOMPARE(rangeUs(found.ranks[0], "_prepare_inputs"), prepare0);
    QCOMPARE(rangeUs(found.ranks[1], "_prepare_inputs"), prepare1);
    QCOMPARE(found.ranks[0].busyPerStep().value(), busy0 * 1000);
    QCOMPARE(found.ranks[1].busyPerStep().value(), busy1 * 1000);
}

void StepBreakdownTest::kernelsAndCallsOfExampleC()
{
    const Analysis analysis = nv::test::exampleC(true);
    const StepBreakdown found = breakdownOf(analysis);
    const StepRank& rank = found.ranks[0];
    QCOMPARE(rank.kernelNames.size(), std::size_t{3});
    const StepKernelRow& allreduce = rank.kernelNames[0]; // by total: 80, 40, 4 us a step
    QCOMPARE(analysis.trace->names.text(allreduce.demangled), std::string_view("allreduce"));
    QCOMPARE(perStep(allreduce.count, rank.periods).value(), 2.0);
    QCOMPARE(static_cast<double>(allreduce.total) / static_cast<double>(rank.periods), 80'000.0);
    QCOMPARE(perStep(rank.kernelNames[2].count, rank.periods).value(), 2.0);
    QCOMPARE(apiUs(rank, "cudaLaunchKernel"), 12.0);
    QCOMPARE(apiUs(rank, "cudaStreamSynchronize"), 80.0);
    QCOMPARE(rank.api[0].name, std::string("cudaStreamSynchronize"));
    QCOMPARE(rank.api[0].cls, std::string("sync"));
    QCOMPARE(apiUs(found.ranks[1], "cudaLaunchKernel"), 12.0);
    QCOMPARE(apiUs(found.ranks[1], "cudaStreamSynchronize"), 0.0);
    // The marker of the step itself, with # for its numbers: 390 us that `_prepare_inputs` leaves.
    const StepRangeRow* step = rangeRow(rank, "[Executor] _forward_step #: # ctx reqs, # gen reqs");
    QVERIFY(step);
    QCOMPARE(perStep(step->calls, rank.periods).value(), 1.0);
    QCOMPARE(perStep(step->inclusive, rank.periods).value(), 500'000.0);
    QCOMPARE(perStep(step->self, rank.periods).value(), 390'000.0);
}

void StepBreakdownTest::noNameIsCutOff()
{
    Steps sketch; // P13
    for (int i = 0; i < 6; ++i) {
        sketch.step(i * 1000, i * 1000 + 900, i, 0, 8);
        for (int j = 0; j < 20; ++j)
            sketch.run("k" + std::to_string(j), i * 1000 + j * 40, i * 1000 + j * 40 + 10 + j);
    }
    const StepBreakdown found = breakdownOf(sketch.finish());
    const StepRank& rank = found.ranks.at(0);
    QCOMPARE(rank.periods, std::size_t{5});
    QCOMPARE(rank.kernelNames.size(), std::size_t{20});
    QCOMPARE(perStep(rank.kernels, rank.periods).value(), 20.0);
    Ns total = 0;
    for (const StepKernelRow& row : rank.kernelNames)
        total += row.total;
    QCOMPARE(perStep(static_cast<DurationNs>(total), rank.periods).value(), 390'000.0);
}

void StepBreakdownTest::selfTimeIsWhatNestedRangesLeave()
{
    Steps sketch; // Q32: fetch 300 of which broadcast takes 250; sample 100 that calls itself
    for (int i = 0; i < 6; ++i) {
        const Ns t = i * 1000;
        sketch.step(t, t + 100, i, 0, 8);
        sketch.mark("fetch", t + 200, t + 500);
        sketch.mark("broadcast", t + 230, t + 480);
        sketch.mark("sample", t + 600, t + 700);
        sketch.mark("sample", t + 610, t + 650);
        sketch.range({"fetch", us(t + 300), us(t + 310), 102, 100}); // of another thread
    }
    sketch.mark("serve", -500, 9000); // around everything
    sketch.run("k", 0, 10);
    const StepBreakdown found = breakdownOf(sketch.finish());
    const StepRank& rank = found.ranks.at(0);
    QCOMPARE(rangeUs(rank, "fetch"), 310.0);
    QCOMPARE(perStep(rangeRow(rank, "fetch")->self, rank.periods).value(), 60'000.0);
    QCOMPARE(perStep(rangeRow(rank, "fetch")->calls, rank.periods).value(), 2.0);
    QCOMPARE(rangeUs(rank, "broadcast"), 250.0);
    QCOMPARE(perStep(rangeRow(rank, "broadcast")->self, rank.periods).value(), 250'000.0);
    QCOMPARE(rangeUs(rank, "sample"), 100.0); // the inner one is no time of its own
    QCOMPARE(perStep(rangeRow(rank, "sample")->self, rank.periods).value(), 100'000.0);
    QCOMPARE(rangeUs(rank, "serve"), 1000.0); // cut at the periods
    QCOMPARE(rangeRow(rank, "serve")->calls, std::uint64_t{0});
    QCOMPARE(perStep(rangeRow(rank, "serve")->self, rank.periods).value(), 500'000.0);
}

/// Ranges that overlap in any way: compared with asking each microsecond who owns it.
void StepBreakdownTest::selfTimesAddUpToTheUnion()
{
    std::mt19937 random(7); // NOLINT: the same run every time
    for (int round = 0; round < 30; ++round) {
        struct Row
        {
            std::string name;
            Ns start;
            Ns end;
        };

        Steps sketch;
        for (int i = 0; i < 4; ++i)
            sketch.range(
                {"[Executor] _forward_step " + std::to_string(i) + ": 0 ctx reqs, 1 gen reqs",
                 us(i * 50), us(i * 50 + 1), 9, 100});
        std::vector<Row> rows;
        const auto below = [&](int n) {
            return static_cast<Ns>(random() % static_cast<unsigned>(n));
        };
        for (int i = 0; i < 12; ++i) {
            const Ns start = below(200);
            rows.push_back(
                {std::string(1, static_cast<char>('a' + below(4))), start, start + below(60)});
        }
        for (const Row& row : rows)
            sketch.mark(row.name, row.start, row.end);
        sketch.run("k", 0, 1);
        const StepBreakdown found = breakdownOf(sketch.finish());
        std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
            return a.start != b.start ? a.start < b.start : a.end > b.end;
        });
        std::map<std::string, std::pair<Ns, Ns>> expected; // inclusive, self
        for (Ns t = 0; t < 150; ++t) {                     // three whole periods of 50 us
            const Row* owner = nullptr;
            std::set<std::string> active;
            for (const Row& row : rows)
                if (row.start <= t && t < row.end) {
                    owner = &row;
                    active.insert(row.name);
                }
            for (const std::string& name : active)
                expected[name].first += 1000;
            if (owner != nullptr)
                expected[owner->name].second += 1000;
        }
        for (const auto& [name, times] : expected) {
            const StepRangeRow* row = rangeRow(found.ranks.at(0), name);
            QVERIFY(row);
            QCOMPARE(row->inclusive, static_cast<DurationNs>(times.first));
            QCOMPARE(row->self, static_cast<DurationNs>(times.second));
        }
    }
}

void StepBreakdownTest::numbersInTextsAreFolded()
{
    Steps sketch;
    for (int i = 0; i < 6; ++i) {
        const Ns t = i * 1000;
        sketch.step(t, t + 100, i, 0, 8);
        sketch.mark("layer 1", t + 200, t + 210);
        sketch.mark("layer 2", t + 220, t + 240);
        sketch.mark("seq = " + std::to_string(i), t + 300, t + 305);
    }
    sketch.run("k", 0, 10);
    const StepBreakdown found = breakdownOf(sketch.finish());
    const StepRank& rank = found.ranks.at(0);
    QCOMPARE(rangeUs(rank, "layer 1"), 10.0);
    QCOMPARE(rangeUs(rank, "layer 2"), 20.0);
    QVERIFY(!rangeRow(rank, "layer #"));
    QCOMPARE(rangeUs(rank, "seq = #"), 5.0);
}

void StepBreakdownTest::kernelsCountWhereTheyWereIssued()
{
    Steps sketch; // the host runs two steps ahead of the device
    for (int i = 0; i < 6; ++i) {
        sketch.step(i * 100, i * 100 + 90, i, 0, 8);
        sketch.call({"cudaLaunchKernel", us(i * 100 + 10), us(i * 100 + 15), i + 1, 101, 100});
        sketch.kernel({i < 5 ? "early" : "last",
                       us(200 + i * 100 + 10),
                       us(200 + i * 100 + 60),
                       i + 1,
                       {100, 0, 7}});
    }
    const StepBreakdown found = breakdownOf(sketch.finish());
    const StepRank& rank = found.ranks.at(0); // [0, 500)
    QCOMPARE(rank.kernels, std::uint64_t{5});
    QCOMPARE(rank.kernelNames.size(), std::size_t{1});
    QCOMPARE(rank.devices.at(0).busy, DurationNs{150'000}); // those at 210, 310, 410
}

QTEST_APPLESS_MAIN(StepBreakdownTest)
#include "step_breakdown_test.moc"
