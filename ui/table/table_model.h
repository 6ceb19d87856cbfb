// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QBrush>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

namespace nv {

/// What a column is sorted by.  monostate: not known, last in both directions.
using SortKey = std::variant<std::monostate, std::int64_t, std::uint64_t, double, QString>;

/// One cell as it is drawn, explained and copied.
struct Cell
{
    QString text;
    std::optional<QString> exact; ///< what Ctrl+C takes; nullopt: `text`
    QString tooltip;              ///< empty: the column explains it
    std::optional<double> bar;    ///< 0..1, drawn before the text
    QBrush swatch;                ///< a small patch of colour before the text; NoBrush: none
};

struct Column
{
    QString title;      ///< with the unit: "total (ms)"
    QString copyTitle;  ///< heading of the copied exact values: "total_ns"; empty: `title`
    QString tooltip;    ///< definition, unit, denominator
    bool isText = true; ///< left; figures stand right
    bool isSearched = false;
    bool isHidden = false;    ///< shown on request (menu of the header)
    bool takesRest = false;   ///< gets the width the others leave
    bool standsFirst = false; ///< on the screen before the columns left of it
    int width = 80;           ///< at least
    std::function<SortKey(std::size_t row)> key;
    std::function<Cell(std::size_t row)> cell;
    /// Takes what the reader typed; false: it is refused.  Null: the column cannot be edited.
    std::function<bool(std::size_t row, const QString& text)> edit{};
};

/// Rows nobody copied: the columns look into what their functions own.
struct Table
{
    std::vector<Column> columns;
    std::size_t rows = 0;
    std::function<std::uint64_t(std::size_t row)> id; ///< who a row is, from one answer to the next
};

/// What the reader asks of a table: how it is sorted and what is looked for.
struct Arranging
{
    int column = -1; ///< -1: the table's own order
    Qt::SortOrder order = Qt::DescendingOrder;
    QString filter;
    friend bool operator==(const Arranging&, const Arranging&) = default;
};

/// Which rows stand where: row i on the screen is row order[i] of the table, known as ids[i].
struct Arrangement
{
    std::vector<std::uint32_t> order;
    std::vector<std::uint64_t> ids;
    std::size_t matching = 0; ///< rows the filter lets pass, shown or not
};

/// Every table of the window: sorted, filtered, copied in one way.
/// Shape: a permutation of the table's rows; texts are made only for the cells that are looked at,
/// so a refresh costs O(n log n) keys, not n x columns texts.  When a new answer has the same rows
/// in the same order only their data changes: nothing scrolls, nothing is deselected.
/// Thread: GUI thread.
class TableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        BarRole = Qt::UserRole, ///< double
        SwatchRole,             ///< QBrush
        ExactRole,              ///< QString
        IdRole,                 ///< quint64
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setTable(Table table);
    /// With its rows arranged already, for `arranging()`.
    void setTable(Table table, Arrangement arrangement);
    /// For tables too long to be arranged here: `ask` is called when the reader wants another
    /// order or filter, and setArrangement brings the rows when they are known.
    void setArranger(std::function<void()> ask);
    void setArrangement(Arrangement next);

    const Arranging& arranging() const { return m_arranging; }

    void setFilter(const QString& text);
    void setMaxRows(std::size_t rows);
    void sort(int column, Qt::SortOrder order) override;

    const QString& filter() const { return m_arranging.filter; }

    std::size_t totalRows() const { return m_table.rows; }

    std::size_t matchingRows() const { return m_matching; } ///< of them those the filter lets pass

    const std::vector<Column>& columns() const { return m_table.columns; }

    std::size_t tableRow(int row) const { return m_order[static_cast<std::size_t>(row)]; }

    std::uint64_t rowId(int row) const { return m_ids[static_cast<std::size_t>(row)]; }

    std::optional<int> rowOf(std::uint64_t id) const;
    /// Tab-separated: one heading, then the given rows with their exact values.
    QString copyText(std::vector<int> rows, const std::vector<int>& columns) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

private:
    Arrangement arrange() const;
    bool passes(std::size_t row) const;
    void show(Table table, Arrangement next, bool sameColumns);
    void adopt(Arrangement next);
    void rearrange();
    QVariant cellData(const Column& column, std::size_t row, int role) const;

    Table m_table;
    std::vector<std::uint32_t> m_order;
    std::vector<std::uint64_t> m_ids;
    std::size_t m_matching = 0;
    std::size_t m_maxRows = 2000;
    Arranging m_arranging;
    std::function<void()> m_ask;
};

} // namespace nv
