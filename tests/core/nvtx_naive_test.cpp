// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/nvtx_rows.h"
#include "tests/support/stats_csv.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace nv;
using namespace nv::test;

namespace {

/// A made-up trace, and what it holds in a form the naive readings below can walk.
struct RandomTrace
{
    TraceMaker maker;
    std::vector<MadeNvtx> ranges;

    struct Call
    {
        TimeRange time;
        std::int64_t thread;
        std::int64_t correlation;
    };

    std::vector<Call> calls;

    struct Kernel
    {
        std::string name;
        Ns duration;
        std::int64_t correlation;
    };

    std::vector<Kernel> kernels;
    Ns latest = 0; ///< start or end of a range

    explicit RandomTrace(unsigned seed)
        : m_random(seed)
    {
        for (int i = 0; i < 60; ++i)
            addRange();
        for (int i = 0; i < 80; ++i)
            addLaunch(i + 1);
    }

    Ns endOf(const MadeNvtx& row) const { return row.end.value_or(latest); }

    bool isAround(const MadeNvtx& row, const Call& call) const
    {
        return !row.endGlobalTid && row.globalTid == call.thread && row.start <= call.time.begin
               && endOf(row) >= call.time.end;
    }

private:
    Ns draw(int below) { return static_cast<Ns>(m_random() % static_cast<unsigned>(below)); }

    std::int64_t drawThread() { return draw(3) == 0 ? kWorker : kMain; }

    void addRange()
    {
        MadeNvtx row = range("r" + std::to_string(draw(6)), draw(300), std::nullopt, drawThread());
        if (draw(15) != 0)
            row.end = row.start + draw(120);
        if (draw(10) == 0)
            row.text.reset();
        if (draw(12) == 0)
            row.endGlobalTid = kMain;
        row.eventType = draw(4) == 0 ? 60 : 59;
        latest = std::max({latest, row.start, row.end.value_or(0)});
        ranges.push_back(row);
        maker.add(row);
    }

    void addLaunch(std::int64_t correlation)
    {
        const int count = draw(10) == 0 ? 0 : draw(12) == 0 ? 2 : 1;
        for (int i = 0; i < count; ++i) { // none: a kernel without a call; two: an ambiguous one
            const Ns start = draw(320);
            const Call call{{start, start + draw(6)}, drawThread(), correlation};
            maker.call(call.thread, "cudaLaunchKernel", call.time, correlation);
            calls.push_back(call);
        }
        for (Ns i = draw(3); i >= 0; --i) {
            const Kernel kernel{"k" + std::to_string(draw(3)), draw(50), correlation};
            MadeKernel row = kernelOf(maker, kernel.name.c_str(), {1000, 1000 + kernel.duration});
            row.correlation = correlation;
            maker.add(row);
            kernels.push_back(kernel);
        }
    }

    std::mt19937 m_random;
};

/// The columns of a report, joined: groups that stand for themselves, in no order.
QStringList columns(const QString& csv, std::initializer_list<int> wanted)
{
    QStringList found;
    const QStringList lines = csvLinesOf(csv);
    for (const QString& line : lines.mid(1)) {
        QStringList cells;
        for (const int column : wanted)
            cells << line.section(QLatin1Char(','), column, column);
        found << cells.join(QLatin1Char(','));
    }
    found.sort();
    return found;
}

/// nsys.md 2, nvtx-name: O(kernels x calls x ranges).
QStringList naiveRangeNames(const RandomTrace& random)
{
    std::map<std::string, std::pair<Ns, int>> groups;
    for (const RandomTrace::Kernel& kernel : random.kernels) {
        const MadeNvtx* best = nullptr;
        for (const RandomTrace::Call& call : random.calls)
            if (call.correlation == kernel.correlation)
                for (const MadeNvtx& row : random.ranges)
                    if (random.isAround(row, call)
                        && (best == nullptr || row.start > best->start
                            || (row.start == best->start && &row < best)))
                        best = &row;
        const std::string name =
            best != nullptr && best->text ? *best->text + '/' + kernel.name : kernel.name;
        groups[name].first += kernel.duration;
        ++groups[name].second;
    }
    QStringList lines;
    for (const auto& [name, group] : groups)
        lines << QStringLiteral("%1,%2,%3")
                     .arg(group.first)
                     .arg(group.second)
                     .arg(QString::fromStdString(name));
    lines.sort();
    return lines;
}

/// nsys.md 2.12, likewise.
QStringList naiveKernelsByRange(const RandomTrace& random)
{
    struct Group
    {
        std::set<const MadeNvtx*> ranges;
        std::set<const RandomTrace::Kernel*> kernels;
        Ns total = 0;
    };

    std::map<std::string, Group> groups; // "range,style,pid,tid" + kernel
    const auto add = [&](const RandomTrace::Kernel& kernel, const RandomTrace::Call* call,
                         const MadeNvtx* row) {
        std::string key = row == nullptr ? "," : row->text.value_or("");
        if (row != nullptr)
            key += row->eventType == 60 ? ",StartEnd" : ",PushPop";
        key += call == nullptr ? ",," : call->thread == kMain ? ",10,10" : ",10,11";
        Group& group = groups[key + '|' + kernel.name];
        if (row != nullptr)
            group.ranges.insert(row);
        group.kernels.insert(&kernel);
        group.total += kernel.duration;
    };
    for (const RandomTrace::Kernel& kernel : random.kernels) {
        bool isLaunched = false;
        for (const RandomTrace::Call& call : random.calls) {
            if (call.correlation != kernel.correlation)
                continue;
            isLaunched = true;
            bool isInRange = false;
            for (const MadeNvtx& row : random.ranges)
                if (random.isAround(row, call)) {
                    add(kernel, &call, &row);
                    isInRange = true;
                }
            if (!isInRange)
                add(kernel, &call, nullptr);
        }
        if (!isLaunched)
            add(kernel, nullptr, nullptr);
    }
    QStringList lines;
    for (const auto& [key, group] : groups) {
        const QString text = QString::fromStdString(key);
        lines << QStringLiteral("%1,%2,%3,%4,%5")
                     .arg(text.section(QLatin1Char('|'), 0, 0))
                     .arg(group.ranges.size())
                     .arg(group.kernels.size())
                     .arg(group.total)
                     .arg(text.section(QLatin1Char('|'), 1, 1));
    }
    lines.sort();
    return lines;
}

} // namespace

/// `:nvtx-name` and nvtx_kern_sum against a plain reading of their rules, on random traces.
class NvtxNaiveTest : public QObject
{
    Q_OBJECT

private slots:
    void equalsTheNaiveReading_data();
    void equalsTheNaiveReading();

private:
    TraceFixture m_fixture;
};

void NvtxNaiveTest::equalsTheNaiveReading_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 20; ++seed)
        QTest::addRow("%u", seed) << seed;
}

void NvtxNaiveTest::equalsTheNaiveReading()
{
    QFETCH(unsigned, seed);
    const RandomTrace random(seed);
    const TracePtr trace = m_fixture.open(random.maker);
    QVERIFY(trace);
    QCOMPARE(
        columns(statsCsvOf(*trace, QStringLiteral("cuda_gpu_kern_sum:nvtx-name"), {}), {1, 2, 8}),
        naiveRangeNames(random));
    QCOMPARE(
        columns(statsCsvOf(*trace, QStringLiteral("nvtx_kern_sum"), {}), {0, 1, 2, 3, 4, 5, 6, 12}),
        naiveKernelsByRange(random));
}

QTEST_APPLESS_MAIN(NvtxNaiveTest)
#include "nvtx_naive_test.moc"
