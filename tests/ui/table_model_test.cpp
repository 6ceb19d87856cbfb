// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/print_model.h"
#include "ui/table/columns.h"
#include "ui/table/fixed_unit.h"
#include "ui/table/table_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

struct Row
{
    QString name;
    std::uint64_t count = 0;
    std::optional<DurationNs> ns;
};

/// Identity: the name's first letter, so that rows can move and change.
Table tableOf(std::vector<Row> rows)
{
    const auto data = std::make_shared<const std::vector<Row>>(std::move(rows));
    const auto unit = durationUnitOf(
        data->size(), [&](std::size_t i) { return double((*data)[i].ns.value_or(0)); },
        UnitBy::Largest);
    Table out;
    out.rows = data->size();
    out.id = [data](std::size_t i) { return std::uint64_t((*data)[i].name.front().unicode()); };
    out.columns.push_back(
        wide(nameColumn({"name"_qs, "name"_qs, "Its name."_qs, 100}, [data](std::size_t i) {
            return NameCell{(*data)[i].name, (*data)[i].name, {}};
        })));
    out.columns.push_back(countColumn({"n"_qs, "count"_qs, "How many."_qs, 60},
                                      [data](std::size_t i) { return (*data)[i].count; }));
    out.columns.push_back(durationColumn(
        {"total"_qs, "total_ns"_qs, "Sum."_qs, 60}, unit,
        [data](std::size_t i) { return (*data)[i].ns; }, "never timed"_qs));
    return out;
}

std::vector<Row> threeRows()
{
    return {
        {"beta"_qs, 2, 12'345'678}, {"Alpha"_qs, 31'204, std::nullopt}, {"gamma<int>"_qs, 2, 0}};
}

std::vector<Row> manyRows(int count)
{
    std::vector<Row> out;
    for (int i = 0; i < count; ++i)
        out.push_back({QString(QChar(0x4E00 + i)), std::uint64_t(count - i), DurationNs(i)});
    return out;
}

} // namespace

class TableModelTest : public QObject
{
    Q_OBJECT
private slots:
    void printsFiguresInOneUnit();
    void sortsUnknownLastInBothDirections();
    void sortsNamesAsTheyAreRead();
    void keepsTheOrderOfTheAnswerAmongEquals();
    void filtersByNameInAnyCase();
    void showsNoMoreThanItsLimit();
    void keepsRowsThatOnlyChangedTheirFigures();
    void copiesExactValues();
    void copiesNamesWithSeparatorsInOneCell();
    void explainsUnknownAndEscapesNames();
    void choosesUnits_data();
    void choosesUnits();
    void viewSortsByAClickOnTheHeader();
    void viewKeepsSelectionWhenRowsMove();
    void viewKeepsItsPlaceWhenRowsMove();
    void viewCopiesSelectedRows();
    void viewTurnsLettersIntoAFilter();
    void viewPicksByClickAndEnter();
    void viewGivesNamesTheRoom();
};

void TableModelTest::printsFiguresInOneUnit()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(tableOf(threeRows()));
    QCOMPARE(printModel(model), QStringList({"name | n | total (ms)"_qs, "beta | 2 | 12.3"_qs,
                                             "Alpha | 31 204 | —"_qs, "gamma<int> | 2 | 0"_qs}));
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::TextAlignmentRole).toInt(),
             (Qt::AlignRight | Qt::AlignVCenter).toInt());
    QCOMPARE(model.index(0, 0).data(Qt::TextAlignmentRole).toInt(),
             (Qt::AlignLeft | Qt::AlignVCenter).toInt());
}

void TableModelTest::sortsUnknownLastInBothDirections()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(tableOf(threeRows()));
    model.sort(2, Qt::AscendingOrder);
    QCOMPARE(printColumn(model, 0), QStringList({"gamma<int>"_qs, "beta"_qs, "Alpha"_qs}));
    model.sort(2, Qt::DescendingOrder);
    QCOMPARE(printColumn(model, 0), QStringList({"beta"_qs, "gamma<int>"_qs, "Alpha"_qs}));
    model.sort(0, Qt::AscendingOrder);
    QCOMPARE(printColumn(model, 0), QStringList({"Alpha"_qs, "beta"_qs, "gamma<int>"_qs}));
}

/// A kernel is read by its short name: the signature behind it begins with its return type.
void TableModelTest::sortsNamesAsTheyAreRead()
{
    TableModel model;
    Table table = tableOf(threeRows());
    const std::array<NameCell, 3> names{{{"gemm"_qs, "int gemm<float>()"_qs, {}},
                                         {"add"_qs, "void at::add()"_qs, {}},
                                         {"gemm"_qs, "float gemm<float>()"_qs, {}}}};
    table.columns[0] = nameColumn({"kernel"_qs, "demangled"_qs, {}, 100},
                                  [names](std::size_t i) { return names.at(i); });
    model.setTable(std::move(table));
    model.sort(0, Qt::AscendingOrder);
    QCOMPARE(model.copyText({0, 1, 2}, {0}),
             "demangled\nvoid at::add()\nfloat gemm<float>()\nint gemm<float>()\n"_qs);
    model.setFilter("AT::add"_qs);
    QCOMPARE(model.rowCount(), 1);
}

void TableModelTest::keepsTheOrderOfTheAnswerAmongEquals()
{
    TableModel model;
    model.setTable(tableOf(threeRows()));
    model.sort(1, Qt::DescendingOrder);
    QCOMPARE(printColumn(model, 0), QStringList({"Alpha"_qs, "beta"_qs, "gamma<int>"_qs}));
    model.sort(1, Qt::AscendingOrder);
    QCOMPARE(printColumn(model, 0), QStringList({"beta"_qs, "gamma<int>"_qs, "Alpha"_qs}));
    model.sort(-1, Qt::AscendingOrder);
    QCOMPARE(printColumn(model, 0), QStringList({"beta"_qs, "Alpha"_qs, "gamma<int>"_qs}));
}

void TableModelTest::filtersByNameInAnyCase()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(tableOf(threeRows()));
    model.setFilter("A<"_qs);
    QCOMPARE(printColumn(model, 0), QStringList({"gamma<int>"_qs}));
    QCOMPARE(model.matchingRows(), std::size_t{1});
    QCOMPARE(model.totalRows(), std::size_t{3});
    model.setFilter("2"_qs); // figures are not searched
    QCOMPARE(model.rowCount(), 0);
    model.setFilter({});
    QCOMPARE(model.rowCount(), 3);
}

void TableModelTest::showsNoMoreThanItsLimit()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setMaxRows(5);
    model.setTable(tableOf(manyRows(40)));
    model.sort(2, Qt::DescendingOrder);
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.matchingRows(), std::size_t{40});
    QCOMPARE(model.index(0, 2).data(TableModel::ExactRole).toString(), "39"_qs);
}

void TableModelTest::keepsRowsThatOnlyChangedTheirFigures()
{
    TableModel model;
    model.setTable(tableOf(threeRows()));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    auto rows = threeRows();
    rows[0].ns = 99'000'000;
    model.setTable(tableOf(rows));
    QCOMPARE(resets.count(), 0);
    QCOMPARE(changes.count(), 1);
    QCOMPARE(model.index(0, 2).data().toString(), "99.0"_qs);
    std::swap(rows[0], rows[1]);
    model.setTable(tableOf(rows));
    QCOMPARE(resets.count(), 1);
}

void TableModelTest::copiesExactValues()
{
    TableModel model;
    model.setTable(tableOf(threeRows()));
    QCOMPARE(model.copyText({1, 0}, {0, 1, 2}), "name\tcount\ttotal_ns\n"
                                                "beta\t2\t12345678\n"
                                                "Alpha\t31204\t\n"_qs);
}

void TableModelTest::copiesNamesWithSeparatorsInOneCell()
{
    TableModel model;
    model.setTable(tableOf({{"a\tb\nc"_qs, 1, 5}}));
    QCOMPARE(model.copyText({0}, {0, 2}), "name\ttotal_ns\na b c\t5\n"_qs);
}

void TableModelTest::explainsUnknownAndEscapesNames()
{
    TableModel model;
    model.setTable(tableOf(threeRows()));
    QCOMPARE(model.index(1, 2).data(Qt::ToolTipRole).toString(), "<qt>never timed</qt>"_qs);
    QCOMPARE(model.index(2, 0).data(Qt::ToolTipRole).toString(), "<qt>gamma&lt;int&gt;</qt>"_qs);
    QCOMPARE(plainSpaces(model.index(0, 2).data(Qt::ToolTipRole).toString()),
             "<qt>12 345 678 ns<br>Sum.</qt>"_qs);
}

void TableModelTest::choosesUnits_data()
{
    QTest::addColumn<QVector<double>>("values");
    QTest::addColumn<bool>("byLargest");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QStringList>("texts");
    QTest::newRow("sums") << QVector<double>{92.1e6, 1.5e6, 900, 0} << true << "ms"_qs
                          << QStringList{"92.1"_qs, "1.50"_qs, "0.000900"_qs, "0"_qs};
    QTest::newRow("small rows") << QVector<double>{123.4e6, 10'000, 10'345, 45} << true << "ms"_qs
                                << QStringList{"123.4"_qs, "0.0100"_qs, "0.0103"_qs, "0.000045"_qs};
    QTest::newRow("typical") << QVector<double>{2'100, 3'200, 4'500, 12'345'678} << false << "µs"_qs
                             << QStringList{"2.10"_qs, "3.20"_qs, "4.50"_qs, "12 345.68"_qs};
    QTest::newRow("ns have no parts") << QVector<double>{0.3, 2, 999} << true << "ns"_qs
                                      << QStringList{"<1"_qs, "2"_qs, "999"_qs};
    QTest::newRow("seconds") << QVector<double>{1.234e12} << true << "s"_qs
                             << QStringList{"1 234.0"_qs};
    QTest::newRow("nothing") << QVector<double>{0, 0} << true << "ns"_qs
                             << QStringList{"0"_qs, "0"_qs};
}

void TableModelTest::choosesUnits()
{
    QFETCH(QVector<double>, values);
    QFETCH(bool, byLargest);
    QFETCH(QString, unit);
    QFETCH(QStringList, texts);
    const FixedUnit chosen =
        durationUnit({values.begin(), values.end()}, byLargest ? UnitBy::Largest : UnitBy::Typical);
    QCOMPARE(chosen.name, unit);
    QStringList shown;
    for (const double value : values)
        shown << plainSpaces(chosen.text(value));
    QCOMPARE(shown, texts);
}

void TableModelTest::viewSortsByAClickOnTheHeader()
{
    TableView view;
    view.setFirstSort(1, Qt::DescendingOrder);
    view.resize(400, 200);
    view.table().setTable(tableOf(threeRows()));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QCOMPARE(printColumn(view.table(), 0).front(), "Alpha"_qs);
    QHeaderView* header = view.horizontalHeader();
    const QPoint onName(header->sectionViewportPosition(0) + 20, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, onName);
    const QStringList once = printColumn(view.table(), 0);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, onName);
    const QStringList twice = printColumn(view.table(), 0);
    QCOMPARE(once, QStringList({"Alpha"_qs, "beta"_qs, "gamma<int>"_qs})); // texts from A to Z
    QCOMPARE(twice.front(), "gamma<int>"_qs);
    const QPoint onCount(header->sectionViewportPosition(1) + 20, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, onCount);
    QCOMPARE(printColumn(view.table(), 0).front(), "Alpha"_qs); // figures from the largest
    QCOMPARE(view.rowHeight(0), 22);
}

void TableModelTest::viewKeepsSelectionWhenRowsMove()
{
    TableView view;
    auto rows = threeRows();
    view.table().setTable(tableOf(rows));
    QSignalSpy moved(&view, &TableView::currentRowChanged);
    QVERIFY(view.selectId(u'g'));
    QCOMPARE(moved.count(), 0); // the program's own choice is not the reader's
    std::swap(rows[0], rows[2]);
    view.table().setTable(tableOf(rows));
    QCOMPARE(view.selectionModel()->selectedRows().size(), 1);
    QCOMPARE(view.selectionModel()->selectedRows().front().row(), 0);
    QCOMPARE(view.currentId(), std::optional<std::uint64_t>(u'g'));
    rows.erase(rows.begin());
    view.table().setTable(tableOf(rows));
    QVERIFY(view.selectionModel()->selectedRows().isEmpty());
    QVERIFY(!view.selectId(u'g'));
}

void TableModelTest::viewKeepsItsPlaceWhenRowsMove()
{
    TableView view;
    view.resize(300, 22 * 11);
    auto rows = manyRows(100);
    view.table().setTable(tableOf(rows));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.verticalScrollBar()->setValue(40);
    const QString top = view.table().index(40, 0).data().toString();
    rows.erase(rows.begin(), rows.begin() + 10);
    view.table().setTable(tableOf(rows));
    QCOMPARE(view.verticalScrollBar()->value(), 30);
    QCOMPARE(view.table().index(30, 0).data().toString(), top);
    QCOMPARE(view.rowAt(2), 30);
}

void TableModelTest::viewCopiesSelectedRows()
{
    TableView view;
    view.table().setTable(tableOf(threeRows()));
    view.setColumnHidden(1, true);
    view.selectRow(2);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), "name\ttotal_ns\ngamma<int>\t0\n"_qs);
}

void TableModelTest::viewTurnsLettersIntoAFilter()
{
    TableView view;
    view.table().setTable(tableOf(threeRows()));
    QSignalSpy typed(&view, &TableView::typed);
    QTest::keyClick(&view, Qt::Key_W);
    QCOMPARE(typed.count(), 1);
    QCOMPARE(typed.front().front().toString(), "w"_qs);
    QTest::keyClick(&view, Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(typed.count(), 1);
}

void TableModelTest::viewPicksByClickAndEnter()
{
    TableView view;
    view.resize(400, 200);
    view.table().setTable(tableOf(threeRows()));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QSignalSpy picked(&view, &TableView::rowPicked);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                      view.visualRect(view.table().index(1, 0)).center());
    QCOMPARE(picked.count(), 1);
    QCOMPARE(picked.takeFirst().front().toInt(), 1);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(picked.count(), 0); // walking through a table does not move the timeline
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(picked.takeFirst().front().toInt(), 2);
}

/// What the figures leave goes to the name as far as it needs it, then to the column that is wide.
void TableModelTest::viewGivesNamesTheRoom()
{
    const QString name = QString(40, u'm');
    TableView view;
    view.resize(900, 120);
    Table table = tableOf({{name, 2, 1'000}, {"b"_qs, 31, 2}});
    table.columns[0].takesRest = false;
    table.columns.push_back(
        wide(remarkColumn({"note"_qs, {}, {}, 80}, [](std::size_t) { return "x"_qs; })));
    view.table().setTable(std::move(table));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const int needed = view.fontMetrics().horizontalAdvance(name);
    const auto sum = [&view] {
        return view.columnWidth(0) + view.columnWidth(1) + view.columnWidth(2)
               + view.columnWidth(3);
    };
    QVERIFY(needed < 600);
    QVERIFY2(view.columnWidth(0) > needed, qPrintable(QString::number(view.columnWidth(0))));
    QCOMPARE(view.columnWidth(1), 60);
    QCOMPARE(sum(), view.viewport()->width()); // the note has the rest
    const int figures = view.columnWidth(1) + view.columnWidth(2);
    view.resize(figures + 80 + 150, 120);
    QTRY_COMPARE(view.columnWidth(0), view.viewport()->width() - figures - 80); // what there is
    view.resize(200, 120);
    QTRY_COMPARE(view.columnWidth(0), 100); // at least its own width
    view.resize(900, 120);
    QTRY_VERIFY(view.columnWidth(0) > needed);
    // What the reader sets stays, whatever comes.
    view.setColumnWidth(0, 130);
    view.resize(800, 120);
    QTRY_COMPARE(sum(), view.viewport()->width());
    QCOMPARE(view.columnWidth(0), 130);
    view.setColumnWidth(1, 40);
    view.resize(850, 120);
    QTRY_COMPARE(sum(), view.viewport()->width());
    QCOMPARE(view.columnWidth(1), 40);
}

QTEST_MAIN(TableModelTest)
#include "table_model_test.moc"
