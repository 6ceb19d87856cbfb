// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/memory_need.h"
#include "tests/support/made_trace.h"

#include <QTest>

#include <random>

using namespace nv;

namespace {

Result<TracePtr> loadPart(const std::filesystem::path& path, TimeRange range)
{
    Progress progress;
    LoadOptions options;
    options.path = path;
    options.range = range;
    return loadTrace(options, {}, progress);
}

/// Launches that run late, copies, ranges and system calls of two processes with the same ids.
TraceMaker anyTrace(std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    const auto ns = [&random](std::uint64_t below) { return static_cast<Ns>(random() % below); };
    TraceMaker maker;
    for (std::int64_t p = 0; p < 2; ++p) {
        const auto pid = maker.process(10 + p, "p");
        const auto tid = maker.thread(pid, 20 + p, "t");
        for (std::int64_t i = 0; i < 60; ++i) {
            const Ns call = ns(1000);
            MadeKernel kernel;
            kernel.place.globalPid = pid;
            kernel.start = call + ns(400);
            kernel.end = kernel.start + ns(60);
            kernel.name = maker.kernelName("k");
            if (random() % 8 != 0)
                kernel.correlation = i;
            if (random() % 8 != 0)
                maker.launch(tid, {call, call + ns(30)}, kernel);
            else
                maker.add(kernel); // nobody's, or somebody else's
            const Ns begin = ns(1000);
            maker.range(tid, "r", {begin, begin + ns(300)});
            maker.osCall(tid, "poll", {ns(1000), 1000});
        }
        maker.openRange(tid, "open", ns(1000));
    }
    return maker;
}

bool overlaps(TimeRange part, Ns begin, Ns end)
{
    return begin < part.end && end >= part.begin;
}

/// The rows of a table that a part keeps, by their time and their rank in the file.
template <class Table>
QStringList rows(const Table& table, const std::vector<bool>& isKept)
{
    QStringList out;
    for (std::size_t i = 0; i < table.size(); ++i)
        if (isKept.empty() || isKept[i])
            out << QStringLiteral("%1-%2 #%3")
                       .arg(table.start[i])
                       .arg(table.end[i])
                       .arg(table.fileOrder[i]);
    return out;
}

template <class Table>
std::vector<bool> inPart(const Table& table, TimeRange part)
{
    std::vector<bool> out;
    for (std::size_t i = 0; i < table.size(); ++i)
        out.push_back(overlaps(part, table.start[i], table.end[i]));
    return out;
}

ProcessId processOf(const TraceModel& m, std::size_t call)
{
    return m.threads[m.calls.thread[call]()].process;
}

} // namespace

class LoadRangeTest : public QObject
{
    Q_OBJECT
private slots:

    void aPartHoldsWhatItsTimeNeeds()
    {
        std::mt19937_64 random(9);
        for (int round = 0; round < 12; ++round) {
            const test::MadeFile file(anyTrace(static_cast<std::uint64_t>(round)));
            const TracePtr whole = test::load(file.path);
            QVERIFY(whole);
            const TraceModel& m = *whole;
            const auto begin = static_cast<Ns>(random() % 900);
            const TimeRange range{begin, begin + static_cast<Ns>(1 + random() % 300)};

            const std::vector<bool> calls = inPart(m.calls, range);
            std::vector<bool> ops = inPart(m.ops, range);
            const auto isLinked = [&](std::size_t op, std::size_t call) {
                return m.ops.correlation[op] != kNoCorrelation
                       && m.ops.correlation[op] == m.calls.correlation[call]
                       && m.processOf(OpIndex(op)) == processOf(m, call);
            };
            for (std::size_t i = 0; i < ops.size(); ++i)
                for (std::size_t c = 0; c < calls.size(); ++c)
                    ops[i] = ops[i] || (calls[c] && isLinked(i, c));
            std::vector<bool> keptCalls = calls;
            for (std::size_t c = 0; c < calls.size(); ++c)
                for (std::size_t i = 0; i < ops.size(); ++i)
                    keptCalls[c] = keptCalls[c] || (ops[i] && isLinked(i, c));

            const auto part = loadPart(file.path, range);
            QVERIFY2(part, part ? "" : part.error().message.c_str());
            const TraceModel& p = *part.value();
            QCOMPARE(rows(p.ops, {}), rows(m.ops, ops));
            QCOMPARE(rows(p.calls, {}), rows(m.calls, keptCalls));
            QCOMPARE(rows(p.osCalls, {}), rows(m.osCalls, inPart(m.osCalls, range)));
            QCOMPARE(p.counts[TableKind::Kernel], std::uint64_t{p.ops.size()});
            // An open range lasts until the end of the capture; its end is that of the part.
            std::size_t ranges = 0;
            for (std::size_t i = 0; i < m.ranges.size(); ++i)
                ranges += overlaps(range, m.ranges.start[i],
                                   m.ranges.isOpen[i] != 0 ? kMaxNs : m.ranges.end[i])
                              ? 1
                              : 0;
            QCOMPARE(p.ranges.size(), ranges);
        }
    }

    void aPartSaysThatItIsOne()
    {
        TraceMaker maker;
        const auto tid = maker.thread(maker.process(1, "p"), 1, "t");
        maker.osCall(tid, "poll", {0, 19});
        maker.osCall(tid, "poll", {10, 20});
        maker.osCall(tid, "poll", {40, 50});
        const test::MadeFile file(maker);
        const auto part = loadPart(file.path, {20, kMaxNs});
        QVERIFY(part);
        const auto& notes = part.value()->notes;
        const auto note = std::find_if(notes.begin(), notes.end(),
                                       [](const Note& n) { return n.id == "part-of-capture"; });
        QVERIFY(note != notes.end());
        QCOMPARE(note->severity, Severity::Warning);
        QCOMPARE(QString::fromStdString(note->message),
                 QStringLiteral("Only the time from 20 ns to the end was loaded: 2 of 3 event "
                                "rows.  All figures are those of this part."));
        const TracePtr whole = test::load(file.path);
        QVERIFY(std::none_of(whole->notes.begin(), whole->notes.end(),
                             [](const Note& n) { return n.id == "part-of-capture"; }));
    }

    void openSidesReachTheEndsOfTime()
    {
        TraceMaker maker;
        const auto tid = maker.thread(maker.process(1, "p"), 1, "t");
        maker.osCall(tid, "poll", {kMinNs, kMinNs});
        maker.osCall(tid, "poll", {0, 0});
        maker.osCall(tid, "poll", {kMaxNs, kMaxNs});
        const test::MadeFile file(maker);
        const auto count = [&](TimeRange range) {
            return loadPart(file.path, range).value()->osCalls.size();
        };
        QCOMPARE(count({kMinNs, kMaxNs}), std::size_t{3});
        QCOMPARE(count({kMinNs, 0}), std::size_t{1});
        QCOMPARE(count({0, kMaxNs}), std::size_t{2});
        QCOMPARE(count({0, 1}), std::size_t{1});
    }

    void whatDoesNotFitSaysSoAndOffersAPart()
    {
        const test::MadeFile file(anyTrace(1));
        Progress progress;
        LoadOptions options;
        options.path = file.path;
        options.memoryBytes = 1000;
        const auto refused = loadTrace(options, {}, progress);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Errc::BadArgument);
        QVERIFY(refused.error().message.starts_with("made.sqlite holds about 1 million events"));
        QVERIFY(refused.error().message.ends_with("--load-range S/E."));
        options.range = TimeRange{0, 100};
        QVERIFY(loadTrace(options, {}, progress));
        options.range.reset();
        options.memoryBytes = 0; // the system does not say
        QVERIFY(loadTrace(options, {}, progress));
    }

    void theNeedIsEightyBytesARow()
    {
        QVERIFY(fitsMemory("a", 100, 8000));
        QVERIFY(!fitsMemory("a", 101, 8000));
        const Status refused = fitsMemory("a", 120'000'000, 4'000'000'000);
        QCOMPARE(
            QString::fromStdString(refused.error().message),
            QStringLiteral("a holds about 120 million events: opening it takes about 9.6 GB of "
                           "memory, and 4.0 GB are free.  Load a part of its time instead: "
                           "--load-range S/E."));
    }
};

QTEST_APPLESS_MAIN(LoadRangeTest)
#include "load_range_test.moc"
