// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host_overhead.h"
#include "core/analysis/tables.h"
#include "core/analysis/window_budget.h"
#include "core/sources/source.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

#include <filesystem>
#include <numeric>

using namespace nv;
using namespace nv::test;

namespace {

DurationNs idleOf(const Analysis& analysis, TimeRange window)
{
    DurationNs idle = 0;
    const TimeRange seen = window.intersect(analysis.trace->extent);
    if (seen.isEmpty())
        return 0;
    for (const DeviceBudget& device : windowBudget(*analysis.budget, seen).devices)
        idle += device.idleNs;
    return idle;
}

DurationNs classTotal(const Analysis& analysis, TimeRange window, BudgetClass cls)
{
    DurationNs sum = 0;
    for (const DeviceBudget& device : windowBudget(*analysis.budget, window).devices)
        sum += device.budget[cls];
    return sum;
}

/// What holds between the tables of any window of any trace.
void checkTables(const Analysis& analysis, const WindowTables& tables)
{
    const TimeRange window = tables.window.range;
    const DurationNs gaps =
        std::accumulate(tables.gaps.buckets.begin(), tables.gaps.buckets.end(), DurationNs{0},
                        [](DurationNs sum, const GapBucket& b) { return sum + b.total; });
    const DurationNs causes =
        std::accumulate(tables.gaps.causes.begin(), tables.gaps.causes.end(), DurationNs{0},
                        [](DurationNs sum, const GapTable::Cause& c) { return sum + c.total; });
    QCOMPARE(gaps, idleOf(analysis, window));
    QCOMPARE(causes, gaps);

    double share = 0;
    for (const KernelRow& row : tables.kernels) {
        share += row.share;
        QVERIFY(row.stats.min <= row.stats.p50 && row.stats.p50 <= row.stats.p95);
        QVERIFY(row.stats.p95 <= row.stats.p99 && row.stats.p99 <= row.stats.max);
    }
    const bool hasTime = !tables.kernels.empty() && tables.kernels.front().stats.total > 0;
    QVERIFY(std::abs(share - (hasTime ? 1.0 : 0.0)) < 1e-9);

    DurationNs compile = 0;
    DurationNs sync = 0;
    DurationNs alloc = 0;
    DurationNs launch = 0;
    for (const ApiRow& row : tables.api) {
        compile += row.gapCompile;
        sync += row.gapSync;
        alloc += row.gapAlloc;
        launch += row.gapLaunch;
    }
    // compile and alloc are only ever explained by a call; the others also by short host pieces
    QCOMPARE(compile, classTotal(analysis, window, BudgetClass::Compile));
    QCOMPARE(alloc, classTotal(analysis, window, BudgetClass::Alloc));
    QVERIFY(sync <= classTotal(analysis, window, BudgetClass::Sync));
    QVERIFY(launch <= classTotal(analysis, window, BudgetClass::Launch));

    DurationNs exposed = 0;
    for (const TransferRow& row : tables.transfers)
        exposed += row.exposedNs;
    QVERIFY(exposed <= classTotal(analysis, window, BudgetClass::Transfer));
}

/// What holds for the host metrics of any window of any trace.
void checkOverhead(const Analysis& analysis, const Window& window)
{
    const HostOverhead result = hostOverhead(analysis, window, {}, {}).value();
    QCOMPARE(result.isYes.has_value(), !result.devices.empty());
    QCOMPARE(result.reason.empty(), result.isYes.has_value());
    for (const HostOverheadDevice& device : result.devices) {
        const HostMetrics& m = device.metrics;
        for (const std::optional<double>& value : m)
            QVERIFY(!value || (*value >= 0 && *value <= 1));
        QVERIFY(std::abs(*m[HostMetric::GpuIdle] + *m[HostMetric::Utilization] - 1) < 1e-12);
        QCOMPARE(device.busyNs + device.idleNs, device.span.length());
    }
}

std::uint64_t launchesIn(const std::vector<KernelRow>& rows)
{
    return std::accumulate(
        rows.begin(), rows.end(), std::uint64_t{0},
        [](std::uint64_t sum, const KernelRow& row) { return sum + row.stats.count; });
}

} // namespace

class WindowTablesTest : public QObject
{
    Q_OBJECT

private slots:
    void stopsWhenAsked();
    void tablesOfRealTracesAgreeWithTheirBudgets_data();
    void tablesOfRealTracesAgreeWithTheirBudgets();
};

void WindowTablesTest::stopsWhenAsked()
{
    TraceSketch sketch;
    sketch.kernel({"k", 0, 10});
    const Analysis analysis = sketch.finish();
    std::stop_source stop;
    stop.request_stop();
    const auto tables = windowTables(analysis, wholeWindow(analysis), {}, stop.get_token());
    QVERIFY(!tables);
    QCOMPARE(tables.error().code, Errc::Cancelled);
}

void WindowTablesTest::tablesOfRealTracesAgreeWithTheirBudgets_data()
{
    QTest::addColumn<QString>("path");
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(NV_TRACES, error)) {
        if (entry.path().extension() == ".sqlite")
            QTest::newRow(entry.path().filename().c_str())
                << QString::fromStdString(entry.path().string());
    }
    if (error)
        QTest::newRow("no traces") << QString();
}

void WindowTablesTest::tablesOfRealTracesAgreeWithTheirBudgets()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        QSKIP("The folder of real traces is not there.");
    Progress progress;
    const auto trace = loadTrace({path.toStdString()}, {}, progress);
    QVERIFY(trace);
    Analysis analysis;
    analysis.trace = trace.value();
    analysis.budget = BudgetIndex::build(analysis.trace, {}, {}).value();

    const auto all = windowTables(analysis, wholeWindow(analysis), {}, {});
    QVERIFY(all);
    checkTables(analysis, all.value());
    checkOverhead(analysis, wholeWindow(analysis));
    const auto& model = *analysis.trace;
    QCOMPARE(launchesIn(all.value().kernels),
             model.counts[TableKind::Kernel] - model.aside[TableKind::Kernel]);

    const TimeRange span = model.all;
    const auto quarter = static_cast<Ns>(span.length() / 4);
    const Window inner = windowOf(span.begin + quarter, span.end - quarter);
    const auto middle = windowTables(analysis, inner, {}, {});
    QVERIFY(middle);
    checkTables(analysis, middle.value());
    checkOverhead(analysis, inner);
}

QTEST_APPLESS_MAIN(WindowTablesTest)
#include "window_tables_test.moc"
