// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/row_source.h"
#include "core/trace/trace_model.h"
#include "tests/support/made_trace.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

#include <sqlite3.h>

#include <array>
#include <fstream>

using namespace nv;
using namespace nv::test;

namespace {

void execute(const std::filesystem::path& path, const char* sql)
{
    sqlite3* db = nullptr;
    QCOMPARE(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    QCOMPARE(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(db);
}

} // namespace

/// Columns the model does not hold, read from the file when asked.
class FileRowsTest : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryRowAsItIs();
    void absentTablesAndColumnsAreNotErrors();
    void numbersTheRowsOfAView();
    void readsOnlyTheStringsAskedFor();
    void keepsWhatItRead();
    void refusesAFileThatChanged();
};

namespace {

constexpr const char* kTable = "CREATE TABLE EXTRA(a INTEGER, b TEXT, c);"
                               "INSERT INTO EXTRA(rowid,a,b,c) VALUES(7,1,'x',NULL),(3,-5,'y',1.5),"
                               "(9,9223372036854775807,'x',NULL);"
                               "CREATE VIEW SEEN AS SELECT a FROM EXTRA ORDER BY a;"
                               "INSERT INTO StringIds(id,value) VALUES(9001,'asked'),(9002,'not');";

struct Opened
{
    MadeFile file;
    TracePtr trace;

    Opened()
        : file(TraceMaker{})
    {
        execute(file.path, kTable);
        trace = load(file.path);
    }
};

} // namespace

void FileRowsTest::readsEveryRowAsItIs()
{
    const Opened opened;
    QVERIFY(opened.trace && opened.trace->fileRows);
    constexpr std::array<std::string_view, 4> columns{"c", "a", "none", "b"};
    const auto read = opened.trace->fileRows->read("EXTRA", columns, {});
    QVERIFY(read && read.value());
    const RawTable& table = *read.value();
    QCOMPARE(table.rowIds, (std::vector<std::int64_t>{3, 7, 9}));
    QVERIFY(table.columns[0].types[0] == CellType::Other);
    QVERIFY(table.columns[0].types[1] == CellType::Null);
    QCOMPARE(table.columns[1].values, (std::vector<std::int64_t>{-5, 1, 9223372036854775807}));
    QVERIFY(table.columns[2].types[2] == CellType::Null); // no such column
    QCOMPARE(table.columns[2].integerOr(2, 77), 77);
    QVERIFY(table.texts.text(table.text(table.columns[3], 1)) == "x");
    QVERIFY(table.text(table.columns[3], 1) == table.text(table.columns[3], 2));
    QVERIFY(table.text(table.columns[1], 0).isNone()); // a number is no text
}

void FileRowsTest::absentTablesAndColumnsAreNotErrors()
{
    const Opened opened;
    constexpr std::array<std::string_view, 1> columns{"a"};
    const auto read = opened.trace->fileRows->read("NOT_THERE", columns, {});
    QVERIFY(read);
    QVERIFY(!read.value());
    QVERIFY(opened.trace->fileRows->has("EXTRA"));
    QVERIFY(opened.trace->fileRows->has("EXTRA", "b"));
    QVERIFY(!opened.trace->fileRows->has("EXTRA", "none"));
    QVERIFY(!opened.trace->fileRows->has("NOT_THERE"));
}

void FileRowsTest::numbersTheRowsOfAView()
{
    const Opened opened;
    constexpr std::array<std::string_view, 1> columns{"a"};
    const auto read = opened.trace->fileRows->read("SEEN", columns, {});
    QVERIFY(read && read.value());
    QCOMPARE(read.value()->size(), std::size_t{3});
    QCOMPARE(read.value()->columns[0].values,
             (std::vector<std::int64_t>{-5, 1, 9223372036854775807}));
}

void FileRowsTest::readsOnlyTheStringsAskedFor()
{
    const Opened opened;
    constexpr std::array<std::int64_t, 2> ids{9003, 9001};
    const auto strings = opened.trace->fileRows->strings(ids, {});
    QVERIFY(strings);
    QCOMPARE(strings.value().size(), std::size_t{1});
    QVERIFY(strings.value().at(9001) == "asked");
}

void FileRowsTest::keepsWhatItRead()
{
    const Opened opened;
    constexpr std::array<std::string_view, 1> columns{"a"};
    const auto first = opened.trace->fileRows->read("EXTRA", columns, {});
    const auto second = opened.trace->fileRows->read("EXTRA", columns, {});
    QVERIFY(first && second);
    QCOMPARE(first.value().get(), second.value().get());
}

void FileRowsTest::refusesAFileThatChanged()
{
    const Opened opened;
    std::filesystem::resize_file(opened.file.path, 8192);
    constexpr std::array<std::string_view, 1> columns{"a"};
    const auto read = opened.trace->fileRows->read("EXTRA", columns, {});
    QVERIFY(!read);
    QVERIFY(read.error().code == Errc::Io);
    QVERIFY(read.error().message
            == "made.sqlite was changed or removed since it was opened: open it again.");
    std::filesystem::remove(opened.file.path);
    QVERIFY(!opened.trace->fileRows->read("EXTRA", columns, {}));
}

QTEST_APPLESS_MAIN(FileRowsTest)
#include "file_rows_test.moc"
