// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

#include <map>
#include <random>

using namespace nv;
using namespace nv::test;

class KernelTableTest : public QObject
{
    Q_OBJECT

private slots:
    void oneRowPerDemangledName();
    void keepsTheRowsNsysKeeps();
    void flagsTailsStrictly();
    void unnamedAndDanglingKernelsAreRowsOfTheirOwn();
    void limitsToOneDevice();
    void agreesWithFilteringEveryRow();
};

void KernelTableTest::oneRowPerDemangledName()
{
    TraceSketch sketch;
    sketch.kernel({"void gemm<float>(int)", 0, 30, 1, {}, 0, 1, "gemm"});
    sketch.kernel({"void gemm<half>(int)", 40, 50, 2, {}, 0, 1, "gemm"});
    sketch.kernel({"void gemm<float>(int)", 60, 90, 3, {}, 0, 64, "gemm"}); // another shape
    sketch.copy({100, 1000, 4096});
    const Analysis analysis = sketch.finish();
    const TableContext context(analysis, wholeWindow(analysis), {}, {});
    const std::vector<KernelRow> rows = kernelTable(context);
    QCOMPARE(rows.size(), std::size_t{2});
    const NameTable& names = analysis.trace->names;
    QCOMPARE(names.text(rows[0].demangled), std::string_view("void gemm<float>(int)"));
    QCOMPARE(names.text(rows[0].shortName), std::string_view("gemm"));
    QCOMPARE(rows[0].stats.count, std::uint64_t{2});
    QCOMPARE(rows[0].stats.total, Ns{60});
    QCOMPARE(rows[0].share, 60.0 / 70.0); // of the table, not of the window
    QCOMPARE(rows[1].share, 10.0 / 70.0);
}

void KernelTableTest::keepsTheRowsNsysKeeps()
{
    // nsys.md 3, window 1000/2000
    TraceSketch sketch;
    for (const TimeRange kept : {TimeRange{500, 1000}, TimeRange{1000, 1000}, TimeRange{1500, 2000},
                                 TimeRange{1999, 2500}, TimeRange{500, 2000}, TimeRange{500, 2500}})
        sketch.kernel({"kept", kept.begin, kept.end});
    for (const TimeRange dropped :
         {TimeRange{500, 999}, TimeRange{2000, 2000}, TimeRange{2000, 2500}})
        sketch.kernel({"dropped", dropped.begin, dropped.end});
    const Analysis analysis = sketch.finish();
    const TableContext context(analysis, windowOf(1000, 2000), {}, {});
    const std::vector<KernelRow> rows = kernelTable(context);
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].stats.count, std::uint64_t{6});
    QCOMPARE(rows[0].stats.total, Ns{500 + 0 + 500 + 501 + 1500 + 2000}); // whole durations

    const TableContext all(analysis, wholeWindow(analysis), {}, {});
    QCOMPARE(kernelTable(all).size(), std::size_t{2});
}

void KernelTableTest::flagsTailsStrictly()
{
    TraceSketch sketch;
    Ns at = 0;
    const auto add = [&](const char* name, Ns duration) {
        sketch.kernel({name, at, at + duration});
        at += duration + 10;
    };
    for (int i = 0; i < 9; ++i)
        add("twice", 100);
    add("twice", 200); // exactly twice; the p95 of ten launches is their longest
    for (int i = 0; i < 99; ++i)
        add("rare", 100);
    add("rare", 1000); // p99 of a hundred is still 100
    const Analysis analysis = sketch.finish();
    const TableContext context(analysis, windowOf(0, 100'000), {}, {});
    std::map<std::string_view, KernelRow> rows;
    for (const KernelRow& row : kernelTable(context))
        rows[analysis.trace->names.text(row.demangled)] = row;
    QVERIFY(!rows["twice"].outliers);
    QVERIFY(rows["twice"].systematic);
    QCOMPARE(rows["twice"].tailScore, 100.0 / 100'000);
    QVERIFY(rows["rare"].outliers);
    QVERIFY(!rows["rare"].systematic);
    QCOMPARE(rows["rare"].tailScore, 900.0 / 100'000);
}

void KernelTableTest::unnamedAndDanglingKernelsAreRowsOfTheirOwn()
{
    TraceModel model;
    model.names.intern("named");
    const NameId dangling = model.names.internDangling(99);
    model.devices.emplace_back();
    model.processes.emplace_back();
    model.streams.push_back({DeviceId(0), ProcessId(0), 1, 7, ""});
    for (const NameId name : {NameId::none(), NameId(0), dangling}) {
        KernelVariant variant;
        variant.demangled = name;
        variant.shortName = name;
        model.kernelVariants.push_back(variant);
        const auto i = static_cast<Ns>(model.ops.size());
        model.ops.start.push_back(10 * i);
        model.ops.end.push_back(10 * i + 5);
        model.ops.kind.push_back(OpKind::Kernel);
        model.ops.stream.emplace_back(std::size_t{0});
        model.ops.variant.push_back(static_cast<std::uint32_t>(i));
        model.ops.correlation.push_back(kNoCorrelation);
        model.ops.call.emplace_back();
        model.ops.fileOrder.push_back(static_cast<std::uint32_t>(i));
        model.devices[0].ops.push_back(OpIndex(static_cast<std::size_t>(i)));
    }
    model.all = {0, 25};
    model.extent = {0, 25};
    Analysis analysis;
    analysis.trace = std::make_shared<const TraceModel>(std::move(model));
    analysis.budget = BudgetIndex::build(analysis.trace, {}, {}).value();
    const TableContext context(analysis, wholeWindow(analysis), {}, {});
    const std::vector<KernelRow> rows = kernelTable(context);
    QCOMPARE(rows.size(), std::size_t{3});
    for (const KernelRow& row : rows)
        QCOMPARE(row.stats.count, std::uint64_t{1});
}

void KernelTableTest::limitsToOneDevice()
{
    TraceSketch sketch;
    sketch.kernel({"k", 0, 10, -1, {100, 0, 7}});
    sketch.kernel({"k", 0, 25, -1, {100, 1, 7}});
    const Analysis analysis = sketch.finish();
    const TableContext context(analysis, wholeWindow(analysis), DeviceId(1), {});
    const std::vector<KernelRow> rows = kernelTable(context);
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].stats.total, Ns{25});
}

void KernelTableTest::agreesWithFilteringEveryRow()
{
    std::mt19937 random(31);
    std::uniform_int_distribution<Ns> place(0, 5000);
    std::uniform_int_distribution<int> kind(0, 30);
    for (int round = 0; round < 40; ++round) {
        TraceSketch sketch;
        std::vector<std::pair<std::string, TimeRange>> events;
        for (int i = 0; i < 400; ++i) {
            const Ns start = place(random);
            const Ns length = kind(random) == 0 ? place(random) : kind(random);
            const std::string name = "k" + std::to_string(kind(random) % 4);
            events.push_back({name, {start, start + length}});
            sketch.kernel({name, start, start + length});
        }
        const Analysis analysis = sketch.finish();
        const Ns begin = place(random);
        const TimeRange window{begin, begin + place(random) / 4};
        std::map<std::string, std::pair<std::uint64_t, Ns>> expected;
        for (const auto& [name, r] : events) {
            if (!keptByNsys(r.begin, r.end, window))
                continue;
            expected[name].first += 1;
            expected[name].second += r.end - r.begin;
        }
        std::map<std::string, std::pair<std::uint64_t, Ns>> found;
        const TableContext context(analysis, windowOf(window.begin, window.end), {}, {});
        for (const KernelRow& row : kernelTable(context))
            found[analysis.trace->names.display(row.demangled)] = {row.stats.count,
                                                                   row.stats.total};
        QCOMPARE(found, expected);
    }
}

QTEST_APPLESS_MAIN(KernelTableTest)
#include "kernel_table_test.moc"
