// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_archive.h"
#include "core/analysis/tables/table_parts.h"
#include "tests/support/naive_tables.h"
#include "tests/support/tables_fixture.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <random>

using namespace nv;
using namespace nv::test;

namespace {

/// Two devices, three streams, two threads whose calls nest and overlap, kernels of equal names and
/// several shapes, with and without calls, in graphs and not.  Rows of the file come in any order.
struct RandomTrace
{
    std::uint64_t seed = 1;
    int kernels = 0;
    Ns length = 1'000'000;
    Ns origin = 0;
    bool isShuffled = true;
    Ns longest = 0; ///< of the kernels; 0: a twentieth of the length
};

struct Launcher
{
    std::mt19937_64 random;
    std::int64_t correlation = 0;

    Ns below(Ns most) { return static_cast<Ns>(random() % static_cast<std::uint64_t>(most)); }

    std::int64_t tid() { return 1 + below(2); }
};

void addLaunch(TraceSketch& sketch, Launcher& at, const RandomTrace& trace, Ns start)
{
    const std::int64_t id = ++at.correlation;
    const Ns callLength = at.below(20) == 0 ? at.below(trace.length / 50 + 1) : at.below(600);
    const bool hasCall = at.below(8) != 0;
    const bool isGraph = at.below(5) == 0;
    const bool isCompile = at.below(40) == 0;
    if (hasCall)
        sketch.call({isGraph     ? "cudaGraphLaunch_v10000"
                     : isCompile ? "cuModuleLoadData"
                                 : "cudaLaunchKernel_v7000",
                     start, start + callLength, id, at.tid()});
    TraceSketch::Kernel kernel;
    kernel.name = "kernel" + std::to_string(at.below(4) * at.below(3));
    kernel.start = std::max(trace.origin, start + at.below(1'500) - 300);
    const Ns longest = trace.longest > 0 ? trace.longest : trace.length / 20;
    const Ns length = at.below(60) == 0   ? at.below(longest + 1)
                      : at.below(30) == 0 ? 0
                                          : 100 + at.below(200);
    kernel.end = kernel.start + length;
    kernel.correlation = id;
    kernel.where = {100, at.below(2), 7 + at.below(3)};
    kernel.node = isGraph && at.below(2) == 0 ? 5 : 0;
    kernel.gridX = kernel.name == "kernel0" ? 1 + at.below(3) : 1;
    sketch.kernel(kernel);
}

void addOther(TraceSketch& sketch, Launcher& at, Ns start)
{
    TraceSketch::Copy copy;
    copy.start = start;
    copy.end = start + at.below(900);
    copy.bytes = at.below(5000) - 100;
    copy.kind = 1 + at.below(2);
    copy.where = {100, at.below(2), 7 + at.below(3)};
    if (at.below(3) == 0)
        sketch.memset(copy);
    else
        sketch.copy(copy);
    const bool isSync = at.below(2) == 0;
    sketch.call({isSync ? "cudaStreamSynchronize" : "cudaMalloc", start,
                 start + at.below(isSync ? 5'000 : 900), -1, at.tid()});
    sketch.range({"step", start, start + at.below(3'000), at.tid()});
}

Analysis analysisOf(const RandomTrace& trace)
{
    TraceSketch sketch;
    sketch.thresholds.tails.groupSize = 5;
    sketch.thresholds.tails.outlierMinNs = 50;
    Launcher at{std::mt19937_64(trace.seed)};
    std::vector<Ns> starts(static_cast<std::size_t>(trace.kernels));
    for (Ns& start : starts)
        start = trace.origin + at.below(trace.length);
    if (!trace.isShuffled)
        std::sort(starts.begin(), starts.end());
    for (const Ns start : starts) {
        addLaunch(sketch, at, trace, start);
        if (at.below(6) == 0)
            addOther(sketch, at, start);
    }
    return sketch.finish();
}

Analysis withIndex(Analysis analysis)
{
    analysis.tables = TableIndex::build(analysis, {}, {}).value();
    return analysis;
}

/// The index written to a file and read again.
Analysis withKeptIndex(Analysis analysis)
{
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("index").toStdString();
    {
        ArchiveWriter out(file, {});
        out(*TableIndex::build(analysis, {}, {}).value());
        if (!out.finish())
            qFatal("the index was not written");
    }
    const auto index = std::make_shared<TableIndex>();
    ArchiveReader in(file);
    in(*index);
    if (!in.finish())
        qFatal("the index was not read");
    index->setSources(analysis.trace, analysis.budget, analysis.thresholds.budget);
    analysis.tables = index;
    return analysis;
}

Ns anyBorder(const TraceModel& model, std::mt19937_64& random)
{
    const OpTable& ops = model.ops;
    const std::size_t op = random() % ops.size();
    switch (random() % 4) {
    case 0:
        return ops.start[op];
    case 1:
        return ops.end[op];
    case 2:
        return model.calls.size() == 0 ? 0 : model.calls.end[random() % model.calls.size()];
    default:
        return model.all.begin
               + static_cast<Ns>(random() % std::max<DurationNs>(model.all.length(), 1));
    }
}

Window anyWindow(const TraceModel& model, std::mt19937_64& random)
{
    const Ns a = anyBorder(model, random);
    const Ns b = anyBorder(model, random);
    return windowOf(std::min(a, b), std::max(a, b));
}

/// The first line in which they differ, or "".
std::string difference(const Lines& expected, const Lines& found)
{
    for (std::size_t i = 0; i < std::max(expected.size(), found.size()); ++i) {
        const std::string left = i < expected.size() ? expected[i] : "(no line)";
        const std::string right = i < found.size() ? found[i] : "(no line)";
        if (left != right)
            return "expected " + left + "\n   found " + right;
    }
    return {};
}

std::string differenceIn(const Analysis& analysis, const Window& window, DeviceId only)
{
    const auto tables = windowTables(analysis, window, only, {});
    if (!tables)
        return tables.error().message;
    return difference(naiveLines(analysis, window, only), linesOf(tables.value(), *analysis.trace));
}

/// The line that differs is the message.
#define NV_SAME(...)                                                                               \
    do {                                                                                           \
        const std::string different = differenceIn(__VA_ARGS__);                                   \
        QVERIFY2(different.empty(), different.c_str());                                            \
    } while (false)

} // namespace

class TableIndexTest : public QObject
{
    Q_OBJECT

private slots:
    void agreesWithLookingAtEveryEvent_data();
    void agreesWithLookingAtEveryEvent();
    void agreesBeyondTheSizeOfItsBlocks();
    void sumsOfBlocksAreThoseOfTheirGaps();
    void windowsWithoutLengthAndEvents();
    void isNotFinishedWhenStopped();
};

void TableIndexTest::agreesWithLookingAtEveryEvent_data()
{
    QTest::addColumn<int>("kernels");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<qint64>("origin");
    QTest::addColumn<bool>("isShuffled");
    QTest::newRow("one") << 1 << qint64{100} << qint64{0} << false;
    QTest::newRow("few") << 12 << qint64{4'000} << qint64{0} << true;
    QTest::newRow("dense, equal starts") << 200 << qint64{900} << qint64{0} << true;
    QTest::newRow("sparse") << 300 << qint64{8'000'000} << qint64{-4'000'000} << true;
    QTest::newRow("in order of the file") << 300 << qint64{400'000} << qint64{0} << false;
    QTest::newRow("end of int64") << 60 << qint64{kMaxNs / 4} << qint64{kMaxNs / 2} << true;
    QTest::newRow("begin of int64") << 60 << qint64{kMaxNs / 4} << qint64{kMinNs + 1000} << true;
    QTest::newRow("across int64") << 80 << qint64{kMaxNs / 4 * 3} << qint64{kMinNs / 2} << true;
}

void TableIndexTest::agreesWithLookingAtEveryEvent()
{
    QFETCH(int, kernels);
    QFETCH(qint64, length);
    QFETCH(qint64, origin);
    QFETCH(bool, isShuffled);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Analysis bare = analysisOf({seed, kernels, length, origin, isShuffled});
        const Analysis analysis =
            seed % 2 == 0 ? withKeptIndex(std::move(bare)) : withIndex(std::move(bare));
        std::mt19937_64 random(seed);
        Window all = windowOf(analysis.trace->all.begin, analysis.trace->all.end);
        all.source = WindowSource::All;
        NV_SAME(analysis, all, {});
        for (int round = 0; round < 12; ++round) {
            const Window window = anyWindow(*analysis.trace, random);
            const DeviceId only = round % 4 == 3 && analysis.trace->devices.size() > 1
                                      ? DeviceId(random() % 2)
                                      : DeviceId::none();
            NV_SAME(analysis, window, only);
        }
    }
}

void TableIndexTest::agreesBeyondTheSizeOfItsBlocks()
{
    const Analysis analysis = withKeptIndex(analysisOf({99, 9'000, 40'000'000, 0, true, 20'000}));
    QVERIFY(analysis.tables->gaps[0].size() > 2); // one lies between the first and the last
    std::mt19937_64 random(5);
    for (int round = 0; round < 6; ++round) {
        const Window window =
            round == 0 ? windowOf(1, 39'999'000) : anyWindow(*analysis.trace, random);
        NV_SAME(analysis, window, {});
    }
}

void TableIndexTest::sumsOfBlocksAreThoseOfTheirGaps()
{
    const Analysis analysis = withIndex(analysisOf({7, 9'000, 40'000'000, 0, false, 20'000}));
    const TableIndex& index = *analysis.tables;
    QVERIFY(index.gaps[0].size() > 2 && index.gaps[1].size() > 2);
    std::mt19937_64 random(6);
    for (int round = 0; round < 8; ++round) {
        const Window window =
            round == 0 ? windowOf(1, 39'999'000) : anyWindow(*analysis.trace, random);
        const TableContext context(analysis, window, {}, {});
        for (std::size_t d = 0; d < 2; ++d) {
            const GapSpan span = gapsInWindow(context, DeviceId(d));
            GapTotals singly(analysis.trace->callNames.size(), index.kernels.size());
            GapCounter counter(index.gapSources(), DeviceId(d));
            for (std::size_t g = span.first; g < span.last; ++g)
                counter.count(g, g + 1, context.window.range, &context.ops, {}, singly);
            const GapTotals& fast = context.gaps(DeviceId(d));
            QCOMPARE(fast.longest, singly.longest);
            for (std::size_t n = 0; n < singly.shares.size(); ++n) {
                QCOMPARE(fast.shares[n].compile, singly.shares[n].compile);
                QCOMPARE(fast.shares[n].sync, singly.shares[n].sync);
                QCOMPARE(fast.shares[n].alloc, singly.shares[n].alloc);
                QCOMPARE(fast.shares[n].launch, singly.shares[n].launch);
            }
            for (std::size_t n = 0; n < singly.eager.size(); ++n) {
                QCOMPARE(fast.eager[n].sum, singly.eager[n].sum);
                QCOMPARE(fast.eager[n].largest, singly.eager[n].largest);
                QCOMPARE(fast.eager[n].example, singly.eager[n].example);
            }
        }
    }
}

void TableIndexTest::windowsWithoutLengthAndEvents()
{
    const Analysis analysis = withIndex(analysisOf({3, 50, 100'000, 0, true}));
    for (const Ns at : {Ns{-500}, Ns{0}, Ns{50'000}, analysis.trace->ops.start[20],
                        analysis.trace->ops.end[20], Ns{900'000'000}, kMaxNs, kMinNs}) {
        NV_SAME(analysis, windowOf(at, at), {});
        if (at != kMaxNs)
            NV_SAME(analysis, windowOf(at, at + 1), {});
    }
    const Analysis empty = TraceSketch().finish();
    NV_SAME(withIndex(empty), windowOf(0, 10), {});
    NV_SAME(withKeptIndex(empty), windowOf(0, 10), {});
}

void TableIndexTest::isNotFinishedWhenStopped()
{
    const Analysis analysis = analysisOf({3, 50, 100'000, 0, true});
    std::stop_source stop;
    stop.request_stop();
    const auto index = TableIndex::build(analysis, {}, stop.get_token());
    QVERIFY(!index);
    QCOMPARE(index.error().code, Errc::Cancelled);
    // Nor does a window that has to make its own.
    const auto tables = windowTables(analysis, windowOf(0, 100'000), {}, stop.get_token());
    QVERIFY(!tables);
    QCOMPARE(tables.error().code, Errc::Cancelled);
}

QTEST_APPLESS_MAIN(TableIndexTest)
#include "table_index_test.moc"
