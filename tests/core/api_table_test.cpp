// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

#include <map>
#include <random>

using namespace nv;
using namespace nv::test;

namespace {

std::map<std::string, ApiRow> apiRows(const Analysis& analysis, const Window& window)
{
    TableContext context(analysis, window, {}, {});
    std::map<std::string, ApiRow> rows;
    for (const ApiRow& row : apiTable(context))
        rows[row.name] = row;
    return rows;
}

using Shares = std::map<std::pair<std::string, BudgetClass>, DurationNs>;

/// The slow reference: instant by instant, every call of the thread looked at.
Shares sharesByInstant(const Analysis& analysis, TimeRange window)
{
    const TraceModel& model = *analysis.trace;
    const BudgetIndex& index = *analysis.budget;
    Shares shares;
    for (std::size_t d = 0; d < model.devices.size(); ++d) {
        for (Ns t = window.begin; t < window.end; ++t) {
            const Budget budget = index.budget(DeviceId(d), {t, t + 1});
            std::optional<BudgetClass> cls;
            for (const BudgetClass c : {BudgetClass::Compile, BudgetClass::Sync, BudgetClass::Alloc,
                                        BudgetClass::Launch}) {
                if (budget[c] == 1)
                    cls = c;
            }
            if (!cls)
                continue;
            const auto gaps = index.gaps(DeviceId(d));
            const auto gap = std::find_if(gaps.begin(), gaps.end(),
                                          [&](const Gap& g) { return g.begin <= t && t < g.end; });
            if (gap == gaps.end() || gap->launch.isNone() || t >= model.calls.end[gap->launch()])
                continue;
            std::optional<std::size_t> any;
            std::optional<std::size_t> same;
            for (std::size_t c = 0; c < model.calls.size(); ++c) {
                if (model.calls.thread[c] != model.calls.thread[gap->launch()]
                    || model.calls.start[c] > t || model.calls.end[c] <= t)
                    continue;
                any = c; // calls ascend by start: the last one found is the innermost
                BudgetClass own = BudgetClass::Launch;
                switch (index.callClass(CallIndex(c))) {
                case ApiClass::Compile:
                    own = BudgetClass::Compile;
                    break;
                case ApiClass::Sync:
                    own = BudgetClass::Sync;
                    break;
                case ApiClass::Alloc:
                    own = BudgetClass::Alloc;
                    break;
                case ApiClass::Launch:
                    break;
                }
                const bool isFree = index.traits(model.calls.name[c]).free;
                if (isFree && (gap->before.isNone() || model.calls.start[c] >= gap->begin))
                    own = BudgetClass::Alloc;
                if (own == *cls)
                    same = c;
            }
            const std::optional<std::size_t> cause = same ? same : any;
            if (cause)
                shares[{model.callNames[model.calls.name[*cause]()].base, *cls}] += 1;
        }
    }
    return shares;
}

} // namespace

class ApiTableTest : public QObject
{
    Q_OBJECT

private slots:
    void joinsSpellingsOfOneName();
    void givesIdleTimeToTheCallThatCausedIt();
    void aFreeInAGapIsAllocation();
    void agreesWithLookingAtEveryInstant();
};

void ApiTableTest::joinsSpellingsOfOneName()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel_v7000", 0, 10});
    sketch.call({"cudaLaunchKernel_ptsz_v7000", 20, 50});
    sketch.call({"cudaGraphLaunch_v10000", 60, 65});
    sketch.call({"cudaMemcpyAsync", 70, 71});
    const Analysis analysis = sketch.finish();
    Window window = windowOf(0, 100);
    auto rows = apiRows(analysis, window);
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows["cudaLaunchKernel"].stats.count, std::uint64_t{2});
    QCOMPARE(rows["cudaLaunchKernel"].stats.total, Ns{40});
    QCOMPARE(rows["cudaLaunchKernel"].cls, std::string("launch"));
    QCOMPARE(rows["cudaGraphLaunch"].cls, std::string("graph"));
    QCOMPARE(rows["cudaMemcpyAsync"].cls, std::string("copy"));
}

void ApiTableTest::givesIdleTimeToTheCallThatCausedIt()
{
    // Gap [1000, 200000): alloc to 50000, long host work to 150000, the launch to 180000, queue.
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel", 0, 500, 1});
    sketch.kernel({"k", 600, 1000, 1});
    sketch.call({"cudaMalloc", 900, 50'000, 2});
    sketch.call({"cudaLaunchKernel", 150'000, 180'000, 3});
    sketch.kernel({"k", 200'000, 201'000, 3});
    const Analysis analysis = sketch.finish();
    auto rows = apiRows(analysis, wholeWindow(analysis));
    QCOMPARE(rows["cudaMalloc"].gapAlloc, DurationNs{49'000});
    QCOMPARE(rows["cudaLaunchKernel"].gapLaunch, DurationNs{30'000});
    QCOMPARE(rows["cudaLaunchKernel"].gapAlloc, DurationNs{0});
    auto cut = apiRows(analysis, windowOf(10'000, 20'000));
    QCOMPARE(cut["cudaMalloc"].gapAlloc, DurationNs{10'000});
}

void ApiTableTest::aFreeInAGapIsAllocation()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel", 0, 500, 1});
    sketch.kernel({"k", 600, 1000, 1});
    sketch.call({"cudaFree", 2000, 9000, 2});
    sketch.call({"cudaLaunchKernel", 9500, 10'000, 3});
    sketch.kernel({"k", 10'000, 11'000, 3});
    const Analysis analysis = sketch.finish();
    auto rows = apiRows(analysis, wholeWindow(analysis));
    QCOMPARE(rows["cudaFree"].cls, std::string("sync")); // by name
    QCOMPARE(rows["cudaFree"].gapAlloc, DurationNs{7000});
    QCOMPARE(rows["cudaFree"].gapSync, DurationNs{0});
}

void ApiTableTest::agreesWithLookingAtEveryInstant()
{
    std::mt19937 random(4711);
    const std::vector<std::string> names{
        "cudaLaunchKernel", "cudaStreamSynchronize", "cudaMalloc", "cudaFree",
        "cuModuleLoadData", "cudaEventRecord",       "cudaMemcpy"};
    std::uniform_int_distribution<std::size_t> pick(0, names.size() - 1);
    std::map<BudgetClass, DurationNs> seen;
    for (int round = 0; round < 60; ++round) {
        TraceSketch sketch;
        sketch.thresholds.budget.lazyCallNs = 30;
        sketch.thresholds.budget.dispatchGapNs = 8;
        sketch.thresholds.budget.hostPieceNs = 12;
        std::uniform_int_distribution<Ns> step(0, 25);
        std::uniform_int_distribution<int> die(0, 5);
        Ns host = step(random);
        Ns device = 10;
        std::int64_t correlation = 1;
        while (host < 700) {
            const Ns end = host + 1 + step(random) * (die(random) == 0 ? 3 : 1);
            const std::string outer = names[pick(random)];
            sketch.call({outer, host, end, correlation});
            if (die(random) == 0) // a driver call inside the runtime call
                sketch.call({names[pick(random)], host + (end - host) / 3, end});
            if (outer == "cudaLaunchKernel") {
                device = std::max(device + step(random) / 3, host + step(random));
                const Ns kernelEnd = device + 1 + step(random);
                sketch.kernel({"k" + std::to_string(die(random)),
                               device,
                               kernelEnd,
                               correlation,
                               {100, die(random) % 2, 7}});
                device = kernelEnd;
            }
            ++correlation;
            host = end + step(random) * (die(random) == 0 ? 2 : 0);
        }
        const Analysis analysis = sketch.finish();
        const TimeRange window{100, 650};
        Shares found;
        for (const auto& [name, row] : apiRows(analysis, windowOf(window.begin, window.end))) {
            const auto add = [&](BudgetClass cls, DurationNs ns) {
                seen[cls] += ns;
                if (ns > 0)
                    found[{name, cls}] = ns;
            };
            add(BudgetClass::Compile, row.gapCompile);
            add(BudgetClass::Sync, row.gapSync);
            add(BudgetClass::Alloc, row.gapAlloc);
            add(BudgetClass::Launch, row.gapLaunch);
        }
        QCOMPARE(found, sharesByInstant(analysis, window));
    }
    QCOMPARE(seen.size(), std::size_t{4});
    for (const auto& [cls, ns] : seen)
        QVERIFY(ns > 0); // the rounds met every class
}

QTEST_APPLESS_MAIN(ApiTableTest)
#include "api_table_test.moc"
