// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/reports/report_rows.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace nv;

namespace {

/// Rows made one at a time, as trace reports make them: n, a text of 50, a double or NULL.
StatsTable madeTable(std::size_t rows)
{
    StatsTable table;
    table.columns = {{"Start", StatsUnit::Time}, {"Name"}, {"Avg", StatsUnit::Time}, {"PID"}};
    table.events = rows;
    table.eventRow = [](std::size_t i) -> StatsRow {
        std::mt19937_64 random(i);
        const auto start = static_cast<std::int64_t>(i) * 10;
        StatsCell avg;
        if (i % 7 != 0)
            avg = (static_cast<double>(random() % 1'000) - 500.0) / 4;
        return {start, "kernel " + std::to_string(random() % 50), avg, std::int64_t{42}};
    };
    return table;
}

std::vector<std::uint32_t> naiveOrder(const StatsTable& table, std::size_t column, bool descending)
{
    std::vector<std::uint32_t> order(table.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<std::uint32_t>(i);
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        const StatsCell x = table.row(a)[column];
        const StatsCell y = table.row(b)[column];
        const bool xIsNull = std::holds_alternative<std::monostate>(x);
        const bool yIsNull = std::holds_alternative<std::monostate>(y);
        if (xIsNull || yIsNull)
            return !xIsNull && yIsNull;
        return descending ? y < x : x < y;
    };
    std::stable_sort(order.begin(), order.end(), less);
    return order;
}

} // namespace

class ReportRowsTest : public QObject
{
    Q_OBJECT
private slots:
    void sortsLikeASlowReading_data();
    void sortsLikeASlowReading();
    void sortsNegativeDoublesAndIntegersTogether();
    void findsTextsAndIds();
    void keepsIdsFromWindowToWindow();
    void stopsWhenAsked();
    void sortsManyRowsInTime();
};

void ReportRowsTest::sortsLikeASlowReading_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<bool>("descending");
    for (int column = 0; column < 4; ++column) {
        QTest::addRow("%d up", column) << column << false;
        QTest::addRow("%d down", column) << column << true;
    }
}

void ReportRowsTest::sortsLikeASlowReading()
{
    QFETCH(int, column);
    QFETCH(bool, descending);
    const ReportRowsPtr rows = reportRows(nullptr, madeTable(3'000), {});
    const Arrangement got = arrangeReport(
        *rows, {column, descending ? Qt::DescendingOrder : Qt::AscendingOrder, {}}, {});
    QVERIFY(got.order == naiveOrder(rows->table, static_cast<std::size_t>(column), descending));
    QCOMPARE(got.matching, std::size_t{3'000});
    for (std::size_t i = 0; i < got.order.size(); ++i)
        QCOMPARE(got.ids[i], rows->ids[got.order[i]]);
}

void ReportRowsTest::sortsNegativeDoublesAndIntegersTogether()
{
    StatsTable table;
    table.columns = {{"Med", StatsUnit::Time}};
    for (const StatsCell& cell :
         {StatsCell(2.5), StatsCell(std::int64_t{-3}), StatsCell(), StatsCell(-2.75),
          StatsCell(std::int64_t{2}), StatsCell(-0.0), StatsCell(0.5)})
        table.rows.push_back({cell});
    const ReportRowsPtr rows = reportRows(nullptr, table, {});
    const Arrangement up = arrangeReport(*rows, {0, Qt::AscendingOrder, {}}, {});
    QCOMPARE(up.order, (std::vector<std::uint32_t>{1, 3, 5, 6, 4, 0, 2}));
    const Arrangement down = arrangeReport(*rows, {0, Qt::DescendingOrder, {}}, {});
    QCOMPARE(down.order, (std::vector<std::uint32_t>{0, 4, 6, 5, 3, 1, 2})); // NULL is last
}

void ReportRowsTest::findsTextsAndIds()
{
    StatsTable table;
    table.columns = {{"Name"}, {"CorrId"}, {"Instances"}};
    table.rows = {{std::string("Gemm"), std::int64_t{1'234}, std::int64_t{77}},
                  {std::string("attn"), std::int64_t{99}, std::int64_t{1'234}}};
    const ReportRowsPtr rows = reportRows(nullptr, table, {});
    const auto found = [&](const QString& text) {
        return arrangeReport(*rows, {-1, Qt::DescendingOrder, text}, {}).order;
    };
    QCOMPARE(found("gEM"), (std::vector<std::uint32_t>{0}));
    QCOMPARE(found("123"), (std::vector<std::uint32_t>{0})); // an id, not a count
    QCOMPARE(found("77"), std::vector<std::uint32_t>{});
    QCOMPARE(found(""), (std::vector<std::uint32_t>{0, 1}));
}

/// The figures change with the window, what a row is about does not.
void ReportRowsTest::keepsIdsFromWindowToWindow()
{
    StatsTable table;
    table.columns = {{"Total Time", StatsUnit::Time}, {"PID"}, {"Name"}};
    table.rows = {{std::int64_t{10}, std::int64_t{1}, std::string("a")},
                  {std::int64_t{20}, std::int64_t{1}, std::string("b")},
                  {std::int64_t{20}, std::int64_t{2}, std::string("b")}};
    const ReportRowsPtr before = reportRows(nullptr, table, {});
    QCOMPARE(QSet<std::uint64_t>(before->ids.begin(), before->ids.end()).size(), 3);
    table.rows[1][0] = std::int64_t{5};
    std::swap(table.rows[0], table.rows[1]);
    const ReportRowsPtr after = reportRows(nullptr, table, {});
    QCOMPARE(after->ids[0], before->ids[1]);
    QCOMPARE(after->ids[1], before->ids[0]);
}

void ReportRowsTest::stopsWhenAsked()
{
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(reportRows(nullptr, madeTable(10), stop.get_token()) == nullptr);
}

void ReportRowsTest::sortsManyRowsInTime()
{
    StatsTable table = madeTable(200'000);
    table.eventRow = [](std::size_t i) -> StatsRow {
        const auto n = static_cast<std::int64_t>(i);
        return {n, std::string(i % 3 == 0 ? "gemm" : "attn"), static_cast<double>(i * 7919 % 1000),
                std::int64_t{42}};
    };
    const ReportRowsPtr rows = reportRows(nullptr, std::move(table), {});
    QElapsedTimer timer;
    timer.start();
    const Arrangement sorted = arrangeReport(*rows, {2, Qt::DescendingOrder, "gemm"}, {});
    const qint64 took = timer.elapsed();
    QCOMPARE(sorted.matching, std::size_t{66'667});
    QVERIFY2(took < 20'000,
             qPrintable(QString::number(took))); // also unoptimised, on a busy machine
    // A stop is heard long before the end.
    std::stop_source stop;
    stop.request_stop();
    timer.restart();
    QVERIFY(arrangeReport(*rows, {2, Qt::DescendingOrder, {}}, stop.get_token()).order.empty());
    QVERIFY(timer.elapsed() < 1'000);
}

QTEST_APPLESS_MAIN(ReportRowsTest)
#include "report_rows_test.moc"
