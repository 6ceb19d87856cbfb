// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/recipe.h"
#include "tests/support/trace_fixture.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace nv;
using namespace nv::test;

/// Does the bundled sample hold what its recipe promises, and could a real program have done it?
class SampleTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void isSmallAndWhole();
    void hasSixtyNestedSteps();
    void keepsTheOrderOfThreadsAndStreams();
    void copiesTheSameBytesEveryStep();
    void readsBackEveryStep();
    void compilesOnceInTheLoop();
    void hasTwoOutliers();
    void mixesEagerLaunchesAndReplays();
    void isTheSameEveryTime();

private:
    struct Step
    {
        std::int64_t number;
        TimeRange time;
    };

    std::vector<std::size_t> callsIn(TimeRange time, std::string_view base) const;

    TraceFixture m_fixture;
    std::filesystem::path m_recipe =
        std::filesystem::path(NV_SOURCE) / "resources/sample/sample.recipe";
    std::filesystem::path m_file;
    TracePtr m_trace;
    std::vector<Step> m_steps;
};

void SampleTest::initTestCase()
{
    const Result<TraceMaker> maker = makeTraceFromFile(m_recipe);
    QVERIFY2(maker, maker ? "" : maker.error().message.c_str());
    m_file = m_fixture.path("sample.sqlite");
    QVERIFY(maker.value().writeTo(m_file));
    m_trace = openTrace(m_file);
    QVERIFY(m_trace);
    constexpr std::string_view kMarker = "decode_step ";
    for (std::size_t i = 0; i < m_trace->ranges.size(); ++i) {
        const std::string_view text = m_trace->names.text(m_trace->ranges.text[i]);
        if (text.starts_with(kMarker))
            m_steps.push_back({std::stoll(std::string(text.substr(kMarker.size()))),
                               {m_trace->ranges.start[i], m_trace->ranges.end[i]}});
    }
}

std::vector<std::size_t> SampleTest::callsIn(TimeRange time, std::string_view base) const
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < m_trace->calls.size(); ++i)
        if (time.contains(m_trace->calls.start[i])
            && m_trace->callNames[m_trace->calls.name[i]()].base == base)
            found.push_back(i);
    return found;
}

void SampleTest::isSmallAndWhole()
{
    QVERIFY(std::filesystem::file_size(m_file) < 4U << 20U);
    std::uint64_t events = 0;
    for (const TableKind kind :
         {TableKind::Kernel, TableKind::Runtime, TableKind::Memcpy, TableKind::Memset,
          TableKind::Sync, TableKind::Nvtx, TableKind::Osrt}) {
        QVERIFY(m_trace->counts[kind] > 0);
        QCOMPARE(m_trace->aside[kind], 0U);
        events += m_trace->counts[kind];
    }
    QVERIFY(events >= 20'000 && events <= 60'000);
    QVERIFY(m_trace->overheads.size() >= 3);
    const DurationNs length = m_trace->extent.length();
    QVERIFY(length >= 2'000'000'000 && length <= 4'000'000'000);
    QCOMPARE(m_trace->devices.size(), 1U);
    QCOMPARE(m_trace->devices[0].name, std::string("NVIDIA H100 80GB HBM3"));
    // Every op has the call that issued it, and no call before it was made.
    for (std::size_t i = 0; i < m_trace->ops.size(); ++i) {
        QVERIFY(!m_trace->ops.call[i].isNone());
        QVERIFY(m_trace->ops.start[i] > m_trace->calls.start[m_trace->ops.call[i]()]);
    }
}

void SampleTest::hasSixtyNestedSteps()
{
    QCOMPARE(m_steps.size(), 60U);
    std::map<std::size_t, std::map<std::string, int>> inside;
    for (std::size_t s = 0; s < m_steps.size(); ++s) {
        QCOMPARE(m_steps[s].number, static_cast<std::int64_t>(s));
        if (s > 0)
            QVERIFY(m_steps[s].time.begin >= m_steps[s - 1].time.end);
        for (std::size_t i = 0; i < m_trace->ranges.size(); ++i)
            if (m_trace->ranges.start[i] > m_steps[s].time.begin
                && m_trace->ranges.end[i] < m_steps[s].time.end)
                inside[s][std::string(m_trace->names.text(m_trace->ranges.text[i]))] += 1;
        QCOMPARE(inside[s]["prepare_inputs"], 1);
        QCOMPARE(inside[s]["forward"], 1);
        QCOMPARE(inside[s]["sample"], 1);
        QCOMPARE(inside[s]["layer 0"], 1);
        QCOMPARE(inside[s]["layer 23"], 1);
    }
}

void SampleTest::keepsTheOrderOfThreadsAndStreams()
{
    for (const Thread& thread : m_trace->threads)
        for (std::size_t i = 1; i < thread.calls.size(); ++i)
            QVERIFY(m_trace->calls.start[thread.calls[i]()]
                    >= m_trace->calls.end[thread.calls[i - 1]()]);
    std::map<std::size_t, Ns> streamEnds;
    for (std::size_t i = 0; i < m_trace->ops.size(); ++i) {
        Ns& end = streamEnds.try_emplace(m_trace->ops.stream[i](), kMinNs).first->second;
        QVERIFY(m_trace->ops.start[i] >= end);
        end = m_trace->ops.end[i];
    }
    QVERIFY(streamEnds.size() >= 2);
}

void SampleTest::copiesTheSameBytesEveryStep()
{
    constexpr Bytes kLarge = 24 << 20;
    for (const Step& step : m_steps) {
        int large = 0;
        for (std::size_t i = 0; i < m_trace->ops.size(); ++i)
            if (m_trace->ops.kind[i] == OpKind::Memcpy && step.time.contains(m_trace->ops.start[i])
                && m_trace->copy(OpIndex(i)).bytes == kLarge
                && m_trace->copy(OpIndex(i)).copyKind == 1)
                ++large;
        QCOMPARE(large, 1);
    }
}

void SampleTest::readsBackEveryStep()
{
    for (const Step& step : m_steps) {
        const std::vector<std::size_t> syncs = callsIn(step.time, "cudaStreamSynchronize");
        QCOMPARE(syncs.size(), 1U);
        int readBacks = 0;
        for (std::size_t i = 0; i < m_trace->ops.size(); ++i)
            if (m_trace->ops.kind[i] == OpKind::Memcpy && step.time.contains(m_trace->ops.start[i])
                && m_trace->copy(OpIndex(i)).bytes == 4 && m_trace->copy(OpIndex(i)).copyKind == 2
                && m_trace->ops.end[i] <= m_trace->calls.end[syncs[0]])
                ++readBacks;
        QCOMPARE(readBacks, 1);
    }
}

void SampleTest::compilesOnceInTheLoop()
{
    std::vector<std::int64_t> compiling;
    for (const Step& step : m_steps) {
        const std::vector<std::size_t> loads = callsIn(step.time, "cuModuleLoadData");
        if (loads.empty())
            continue;
        compiling.push_back(step.number);
        const Ns length = m_trace->calls.end[loads[0]] - m_trace->calls.start[loads[0]];
        QVERIFY(length > 35'000'000 && length < 45'000'000);
        // The kernel that needed it was never seen before.
        const NameId fresh = m_trace->names.find("triton_red_fused__log_softmax_gather_17");
        QVERIFY(!fresh.isNone());
        int seen = 0;
        for (std::size_t i = 0; i < m_trace->ops.size(); ++i) {
            if (m_trace->ops.kind[i] != OpKind::Kernel
                || m_trace->kernel(OpIndex(i)).demangled != fresh)
                continue;
            ++seen;
            QVERIFY(m_trace->ops.start[i] > m_trace->calls.end[loads[0]]);
        }
        QCOMPARE(seen, 1);
    }
    QCOMPARE(compiling, std::vector<std::int64_t>{41});
}

void SampleTest::hasTwoOutliers()
{
    std::map<std::string, std::vector<std::size_t>> byName;
    for (std::size_t i = 0; i < m_trace->ops.size(); ++i)
        if (m_trace->ops.kind[i] == OpKind::Kernel
            && m_trace->ops.start[i] >= m_steps[0].time.begin)
            byName[std::string(m_trace->names.text(m_trace->kernel(OpIndex(i)).demangled))]
                .push_back(i);
    std::vector<std::int64_t> steps;
    for (const auto& [name, ops] : byName) {
        if (ops.size() < 20)
            continue;
        std::vector<Ns> durations;
        for (const std::size_t op : ops)
            durations.push_back(m_trace->ops.end[op] - m_trace->ops.start[op]);
        std::vector<Ns> sorted = durations;
        std::sort(sorted.begin(), sorted.end());
        const Ns p50 = sorted[(sorted.size() + 1) / 2 - 1];
        for (std::size_t i = 0; i < ops.size(); ++i) {
            if (durations[i] <= 2 * p50)
                continue;
            QVERIFY(name.find("flash_fwd_splitkv_kernel") != std::string::npos);
            QVERIFY(durations[i] > 3 * p50 && durations[i] < 5 * p50);
            for (const Step& step : m_steps)
                if (step.time.contains(m_trace->ops.start[ops[i]]))
                    steps.push_back(step.number);
        }
    }
    QCOMPARE(steps, (std::vector<std::int64_t>{23, 47}));
}

void SampleTest::mixesEagerLaunchesAndReplays()
{
    std::size_t nodes = 0;
    std::size_t eager = 0;
    for (std::size_t i = 0; i < m_trace->ops.size(); ++i) {
        if (m_trace->ops.kind[i] != OpKind::Kernel || m_trace->ops.start[i] < m_steps[0].time.begin)
            continue;
        (m_trace->ops.graphNode[i] != 0 ? nodes : eager) += 1;
    }
    QCOMPARE(nodes, 60U * 24 * 8);
    QVERIFY(eager > 60U * 24 * 3);
}

void SampleTest::isTheSameEveryTime()
{
    const std::filesystem::path again = m_fixture.path("again.sqlite");
    QVERIFY(makeTraceFromFile(m_recipe).value().writeTo(again));
    QFile first(QString::fromStdString(m_file.string()));
    QFile second(QString::fromStdString(again.string()));
    QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
    QVERIFY(first.readAll() == second.readAll());
}

QTEST_APPLESS_MAIN(SampleTest)
#include "sample_test.moc"
