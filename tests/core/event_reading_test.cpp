// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/event_reading.h"
#include "tests/support/made_trace.h"
#include "tests/support/model_text.h"

#include <QTest>

#include <random>

using namespace nv;

namespace {

/// Times that collide, and some at the ends of int64.
Ns timeOf(std::mt19937_64& random)
{
    switch (random() % 60) {
    case 0:
        return kMinNs + static_cast<Ns>(random() % 5);
    case 1:
        return kMaxNs - static_cast<Ns>(random() % 5);
    default:
        return static_cast<Ns>(random() % 3000);
    }
}

TimeRange rangeOf(std::mt19937_64& random)
{
    const Ns begin = timeOf(random);
    return {begin, addSaturated(begin, static_cast<Ns>(random() % 80))};
}

/// Every kind of event in any order; ids that several processes share, and some that are NULL.
TraceMaker anyTrace(std::uint64_t seed, std::size_t rows)
{
    std::mt19937_64 random(seed);
    TraceMaker maker;
    std::vector<std::int64_t> pids;
    std::vector<std::int64_t> tids;
    for (std::int64_t p = 0; p < 3; ++p) {
        pids.push_back(maker.process(10 + p, "p" + std::to_string(p)));
        for (std::int64_t t = 0; t < 3; ++t)
            tids.push_back(maker.thread(pids.back(), 100 + 10 * p + t, "t"));
    }
    std::vector<MadeKernelName> names;
    for (const char* name : {"void a(int)", "void b(int)", "c", "d<1>(float *)"})
        names.push_back(maker.kernelName(name));
    const auto place = [&] {
        MadePlace out;
        if (random() % 10 != 0)
            out.globalPid = pids[random() % pids.size()];
        out.device = static_cast<std::int64_t>(random() % 2);
        out.stream = static_cast<std::int64_t>(random() % 3);
        return out;
    };
    const auto correlation = [&]() -> std::optional<std::int64_t> {
        if (random() % 10 == 0)
            return std::nullopt;
        const auto id = static_cast<std::int64_t>(random() % rows);
        return random() % 50 == 0 ? id << 40 : id;
    };
    for (std::size_t i = 0; i < rows; ++i) {
        TimeRange time = rangeOf(random);
        MadeKernel kernel;
        kernel.start = time.begin;
        kernel.end = time.end;
        kernel.place = place();
        kernel.correlation = correlation();
        kernel.name = names[random() % names.size()];
        kernel.shape.grid[0] = static_cast<std::int32_t>(1 + random() % 3);
        if (random() % 7 == 0)
            kernel.graphNode = static_cast<std::int64_t>(random() % 4);
        maker.add(kernel);
        time = rangeOf(random);
        MadeCall call;
        call.start = time.begin;
        call.end = time.end;
        if (random() % 10 != 0)
            call.globalTid = tids[random() % tids.size()];
        call.correlation = correlation();
        call.nameId = maker.string(random() % 2 == 0 ? "cudaLaunchKernel_v7000" : "cudaFree_v3020");
        maker.add(call);
        if (random() % 3 == 0) {
            MadeMemcpy copy;
            copy.start = kernel.start;
            copy.end = kernel.end;
            copy.place = place();
            copy.correlation = correlation();
            copy.bytes = static_cast<Bytes>(random() % 5);
            maker.add(copy);
        }
        if (random() % 3 == 0)
            maker.range(tids[random() % tids.size()], "range " + std::to_string(random() % 9),
                        rangeOf(random), static_cast<std::int64_t>(random() % 3));
        if (random() % 40 == 0)
            maker.openRange(tids[random() % tids.size()], "open", timeOf(random));
        if (random() % 40 == 0)
            maker.domain(tids[random() % tids.size()], 1 + static_cast<std::int64_t>(random() % 2),
                         "domain " + std::to_string(random() % 3));
        if (random() % 2 == 0)
            maker.osCall(tids[random() % tids.size()], random() % 2 == 0 ? "poll" : "read",
                         rangeOf(random));
    }
    return maker;
}

Result<TracePtr> read(const std::filesystem::path& path, std::uint64_t stretchRows)
{
    Progress progress;
    const std::stop_token stop;
    NV_TRY(access, sqlite::prepareAccess(path, stop));
    NV_TRY(db, sqlite::Database::open(access, stop));
    NV_TRY(schema, nsys::Schema::probe(db));
    TraceBuilder builder;
    nsys::EventReading reading(access, schema, builder, stop, progress);
    if (const Status planned = reading.plan(db, stretchRows); !planned)
        return planned.error();
    if (const Status read = reading.run(nullptr); !read)
        return read.error();
    const nsys::ReadContext context{db, schema, progress};
    if (const Status names = readEntities(context, builder.entities); !names)
        return names.error();
    if (const Status strings = readStrings(context, builder.stringIds(), builder.strings); !strings)
        return strings.error();
    return builder.finish(stop);
}

template <class Id>
QString number(Id id)
{
    return id.isNone() ? QStringLiteral("-") : QString::number(id());
}

/// All columns with all ids, so that an id handed out in another order shows too.
QString columnsOf(const TraceModel& m)
{
    QStringList out;
    for (const std::uint64_t rows : m.aside)
        out << QString::number(rows);
    for (std::size_t i = 0; i < m.names.size(); ++i)
        out << QString::fromStdString(m.names.display(NameId(i)));
    for (const KernelVariant& v : m.kernelVariants)
        out << number(v.demangled) << QString::number(v.shape->gridX);
    for (const Domain& domain : m.domains)
        out << QStringLiteral("domain %1 %2").arg(domain.id).arg(number(domain.name));
    for (std::size_t i = 0; i < m.ops.size(); ++i)
        out << QStringLiteral("op %1-%2 %3 %4 %5 %6 %7 %8 %9")
                   .arg(m.ops.start[i])
                   .arg(m.ops.end[i])
                   .arg(static_cast<int>(m.ops.kind[i]))
                   .arg(number(m.ops.stream[i]))
                   .arg(m.ops.variant[i])
                   .arg(m.ops.correlation[i])
                   .arg(number(m.ops.call[i]))
                   .arg(m.ops.fileOrder[i])
                   .arg(m.ops.graphNode.empty() ? 0 : m.ops.graphNode[i]);
    for (std::size_t i = 0; i < m.calls.size(); ++i)
        out << QStringLiteral("call %1-%2 %3 %4 %5 %6")
                   .arg(m.calls.start[i])
                   .arg(m.calls.end[i])
                   .arg(number(m.calls.thread[i]))
                   .arg(number(m.calls.name[i]))
                   .arg(m.calls.correlation[i])
                   .arg(m.calls.fileOrder[i]);
    for (std::size_t i = 0; i < m.ranges.size(); ++i)
        out << QStringLiteral("range %1-%2 %3 %4 %5 %6")
                   .arg(m.ranges.start[i])
                   .arg(m.ranges.end[i])
                   .arg(number(m.ranges.thread[i]))
                   .arg(number(m.ranges.text[i]))
                   .arg(number(m.ranges.domain[i]))
                   .arg(m.ranges.fileOrder[i]);
    for (std::size_t i = 0; i < m.osCalls.size(); ++i)
        out << QStringLiteral("os %1-%2 %3 %4 %5")
                   .arg(m.osCalls.start[i])
                   .arg(m.osCalls.end[i])
                   .arg(number(m.osCalls.thread[i]))
                   .arg(number(m.osCalls.name[i]))
                   .arg(m.osCalls.fileOrder[i]);
    for (const OpIndex op : m.opsByCall)
        out << number(op);
    return out.join(u'\n');
}

QString everything(const TraceModel& m)
{
    return test::modelText(m) + columnsOf(m);
}

ProcessId processOf(const TraceModel& m, std::size_t call)
{
    const ThreadId thread = m.calls.thread[call];
    return thread.isNone() ? ProcessId::none() : m.threads[thread()].process;
}

} // namespace

class EventReadingTest : public QObject
{
    Q_OBJECT
private slots:

    void rowIdsAreCutWithoutGapOrOverlap()
    {
        constexpr std::int64_t kLow = std::numeric_limits<std::int64_t>::min();
        constexpr std::int64_t kHigh = std::numeric_limits<std::int64_t>::max();
        for (const auto& [first, last] : std::vector<std::pair<std::int64_t, std::int64_t>>{
                 {1, 1}, {1, 2}, {1, 1000}, {-7, 12}, {kLow, kHigh}, {0, kHigh}, {kLow, -1}})
            for (const std::uint64_t count : {0U, 1U, 2U, 3U, 7U, 1000U}) {
                const auto stretches = nsys::cutRowIds(first, last, count);
                QVERIFY(!stretches.empty()
                        && stretches.size() <= std::max<std::uint64_t>(count, 1));
                QCOMPARE(stretches.front().first, first);
                QCOMPARE(stretches.back().last, last);
                for (std::size_t i = 0; i < stretches.size(); ++i) {
                    QVERIFY(stretches[i].first <= stretches[i].last);
                    if (i > 0)
                        QCOMPARE(stretches[i].first, stretches[i - 1].last + 1);
                }
            }
    }

    void stretchesReadLikeTheWholeTable_data()
    {
        QTest::addColumn<QStringList>("changes");
        QTest::newRow("dense") << QStringList{};
        QTest::newRow("far apart")
            << QStringList{"UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET rowid = rowid * 1000003",
                           "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET rowid = -rowid * 1000003"};
        QTest::newRow("ends of int64")
            << QStringList{"UPDATE NVTX_EVENTS SET rowid = 9223372036854775807 WHERE rowid = 3",
                           "UPDATE NVTX_EVENTS SET rowid = -9223372036854775808 WHERE rowid = 5",
                           "DELETE FROM OSRT_API WHERE rowid % 7 < 5"};
        QTest::newRow("a view") << QStringList{
            "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL RENAME TO kernels",
            "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT * FROM kernels"};
        QTest::newRow("without rowid") << QStringList{
            "CREATE TABLE other(start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER, "
            "PRIMARY KEY(start, end, globalTid, nameId)) WITHOUT ROWID",
            "INSERT OR IGNORE INTO other SELECT start, end, globalTid, nameId FROM OSRT_API",
            "DROP TABLE OSRT_API", "ALTER TABLE other RENAME TO OSRT_API"};
        QTest::newRow("a column named rowid")
            << QStringList{"ALTER TABLE OSRT_API ADD COLUMN RowId TEXT",
                           "ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME ADD COLUMN rowid TEXT",
                           "ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME ADD COLUMN _rowid_ TEXT",
                           "ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME ADD COLUMN oid TEXT"};
        QTest::newRow("an index that covers") << QStringList{
            "CREATE INDEX away ON OSRT_API(nameId DESC, end DESC, start, globalTid)"};
        QTest::newRow("rows that cannot be placed") << QStringList{
            "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = 'soon' WHERE rowid % 5 = 0",
            "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET start = 'never' WHERE rowid % 7 = 0",
            "UPDATE NVTX_EVENTS SET end = start - 1 WHERE rowid % 3 = 0"};
    }

    void stretchesReadLikeTheWholeTable()
    {
        QFETCH(QStringList, changes);
        for (const std::uint64_t seed : {1U, 2U}) {
            TraceMaker maker = anyTrace(seed, 150);
            for (const QString& change : changes)
                maker.afterwards(change.toStdString());
            const test::MadeFile file(maker);
            QVERIFY2(file.error.empty(), file.error.c_str());
            const auto whole = read(file.path, nsys::kStretchRows);
            QVERIFY2(whole, whole ? "" : whole.error().message.c_str());
            const QString expected = everything(*whole.value());
            for (const std::uint64_t rows : {1U, 7U, 60U}) {
                const auto cut = read(file.path, rows);
                QVERIFY(cut);
                QCOMPARE(everything(*cut.value()), expected);
            }
        }
    }

    void withoutLanesAllElseIsTheSame()
    {
        const test::MadeFile file(anyTrace(6, 150));
        LoadOptions options;
        options.path = file.path;
        Progress progress;
        const TracePtr whole = loadTrace(options, {}, progress).value();
        options.lanes = false;
        const TracePtr bare = loadTrace(options, {}, progress).value();
        QVERIFY(!whole->lanes.empty());
        QVERIFY(bare->lanes.empty());
        QCOMPARE(columnsOf(*bare), columnsOf(*whole));
    }

    void opsBelongToTheLatestCallOfTheirId()
    {
        for (const std::uint64_t seed : {3U, 4U, 5U}) {
            const test::MadeFile file(anyTrace(seed, 120));
            const TracePtr trace = read(file.path, 50).value();
            const TraceModel& m = *trace;
            std::vector<OpIndex> byCall;
            for (std::size_t c = 0; c < m.calls.size(); ++c)
                for (std::size_t i = 0; i < m.ops.size(); ++i)
                    if (m.ops.call[i] == CallIndex(c))
                        byCall.emplace_back(i);
            QVERIFY(m.opsByCall == byCall);
            for (std::size_t i = 0; i < m.ops.size(); ++i) {
                CallIndex expected;
                for (std::size_t c = 0; c < m.calls.size(); ++c)
                    if (!m.processOf(OpIndex(i)).isNone()
                        && processOf(m, c) == m.processOf(OpIndex(i))
                        && m.ops.correlation[i] != kNoCorrelation
                        && m.calls.correlation[c] == m.ops.correlation[i])
                        expected = CallIndex(c);
                QVERIFY(m.ops.call[i] == expected);
            }
        }
    }
};

QTEST_APPLESS_MAIN(EventReadingTest)
#include "event_reading_test.moc"
