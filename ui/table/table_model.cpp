// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/table_model.h"

#include "ui/format.h"

#include <algorithm>
#include <numeric>

namespace nv {
namespace {

constexpr int kMaxTooltip = 1200;

bool isUnknown(const SortKey& key)
{
    return std::holds_alternative<std::monostate>(key);
}

/// Texts as a reader sorts them, whatever the locale of the machine.
int compareKeys(const SortKey& a, const SortKey& b)
{
    if (const auto* text = std::get_if<QString>(&a)) {
        if (const auto* other = std::get_if<QString>(&b))
            return text->compare(*other, Qt::CaseInsensitive);
    }
    return a < b ? -1 : b < a ? 1 : 0;
}

QVariant alignment(const Column& column)
{
    return (Qt::AlignVCenter | (column.isText ? Qt::AlignLeft : Qt::AlignRight)).toInt();
}

/// Kernel names are full of '<': without escaping Qt takes them for rich text and drops the rest.
QString tooltipText(const QString& text)
{
    return format::wrapped(format::middle(text, kMaxTooltip));
}

bool isCellRole(int role)
{
    return role == Qt::DisplayRole || role == Qt::ToolTipRole || role == TableModel::ExactRole
           || role == TableModel::BarRole || role == TableModel::SwatchRole;
}

} // namespace

bool TableModel::passes(std::size_t row) const
{
    for (const Column& column : m_table.columns) {
        if (!column.isSearched)
            continue;
        const SortKey key = column.key(row);
        const auto* text = std::get_if<QString>(&key);
        if (text && text->contains(m_arranging.filter, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

Arrangement TableModel::arrange() const
{
    Arrangement out;
    out.order.reserve(m_table.rows);
    for (std::size_t row = 0; row < m_table.rows; ++row) {
        if (m_arranging.filter.isEmpty() || passes(row))
            out.order.push_back(static_cast<std::uint32_t>(row));
    }
    out.matching = out.order.size();
    const auto column = static_cast<std::size_t>(m_arranging.column);
    if (m_arranging.column >= 0 && column < m_table.columns.size()) {
        std::vector<SortKey> keys(m_table.rows);
        for (const std::uint32_t row : out.order)
            keys[row] = m_table.columns[column].key(row);
        const bool descending = m_arranging.order == Qt::DescendingOrder;
        std::stable_sort(out.order.begin(), out.order.end(), [&](std::size_t a, std::size_t b) {
            if (isUnknown(keys[a]) || isUnknown(keys[b]))
                return !isUnknown(keys[a]) && isUnknown(keys[b]);
            const int order = compareKeys(keys[a], keys[b]);
            return descending ? order > 0 : order < 0;
        });
    }
    out.order.resize(std::min(out.order.size(), m_maxRows));
    out.ids.reserve(out.order.size());
    for (const std::uint32_t row : out.order)
        out.ids.push_back(m_table.id(row));
    return out;
}

void TableModel::adopt(Arrangement next)
{
    m_order = std::move(next.order);
    m_ids = std::move(next.ids);
    m_matching = next.matching;
}

void TableModel::setTable(Table table)
{
    const bool sameColumns = table.columns.size() == m_table.columns.size();
    std::swap(m_table, table);
    Arrangement next = arrange();
    std::swap(m_table, table);
    show(std::move(table), std::move(next), sameColumns);
}

void TableModel::setTable(Table table, Arrangement arrangement)
{
    const bool sameColumns = table.columns.size() == m_table.columns.size();
    show(std::move(table), std::move(arrangement), sameColumns);
}

void TableModel::show(Table table, Arrangement next, bool sameColumns)
{
    if (sameColumns && next.ids == m_ids) {
        std::swap(m_table, table); // the old one lives until the rows have changed hands
        adopt(std::move(next));
        if (!m_ids.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        return;
    }
    beginResetModel();
    std::swap(m_table, table);
    adopt(std::move(next));
    endResetModel();
}

void TableModel::setArranger(std::function<void()> ask)
{
    m_ask = std::move(ask);
}

void TableModel::setArrangement(Arrangement next)
{
    if (next.ids == m_ids) {
        adopt(std::move(next));
        return;
    }
    beginResetModel();
    adopt(std::move(next));
    endResetModel();
}

void TableModel::rearrange()
{
    if (m_ask)
        m_ask();
    else
        setArrangement(arrange());
}

void TableModel::setFilter(const QString& text)
{
    if (text == m_arranging.filter)
        return;
    m_arranging.filter = text;
    rearrange();
}

void TableModel::setMaxRows(std::size_t rows)
{
    m_maxRows = rows;
    rearrange();
}

void TableModel::sort(int column, Qt::SortOrder order)
{
    m_arranging.column = column;
    m_arranging.order = order;
    rearrange();
}

std::optional<int> TableModel::rowOf(std::uint64_t id) const
{
    const auto at = std::find(m_ids.begin(), m_ids.end(), id);
    return at == m_ids.end() ? std::nullopt : std::optional(static_cast<int>(at - m_ids.begin()));
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant TableModel::cellData(const Column& column, std::size_t row, int role) const
{
    const Cell cell = column.cell(row);
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return tooltipText(cell.tooltip.isEmpty() ? column.tooltip : cell.tooltip);
    case ExactRole:
        return cell.exact.value_or(cell.text);
    case BarRole:
        return cell.bar ? QVariant(*cell.bar) : QVariant();
    case SwatchRole:
        return cell.swatch.style() == Qt::NoBrush ? QVariant() : QVariant(cell.swatch);
    default:
        return {};
    }
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const Column& column = m_table.columns[static_cast<std::size_t>(index.column())];
    if (role == Qt::TextAlignmentRole)
        return alignment(column);
    if (role == IdRole)
        return QVariant::fromValue(static_cast<quint64>(rowId(index.row())));
    if (role == Qt::EditRole && column.edit)
        return cellData(column, tableRow(index.row()), ExactRole);
    if (!isCellRole(role))
        return {};
    return cellData(column, tableRow(index.row()), role);
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column& column = m_table.columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return tooltipText(column.tooltip);
    case Qt::TextAlignmentRole:
        return alignment(column);
    case Qt::InitialSortOrderRole: // of figures the large ones are asked for first
        return static_cast<int>(column.isText ? Qt::AscendingOrder : Qt::DescendingOrder);
    default:
        return {};
    }
}

Qt::ItemFlags TableModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags plain = QAbstractTableModel::flags(index);
    const bool isEditable =
        index.isValid() && m_table.columns[static_cast<std::size_t>(index.column())].edit;
    return isEditable ? plain | Qt::ItemIsEditable : plain;
}

bool TableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    // A copy: what it changes may bring another table.
    const auto edit = m_table.columns[static_cast<std::size_t>(index.column())].edit;
    return edit && edit(tableRow(index.row()), value.toString());
}

QString TableModel::copyText(std::vector<int> rows, const std::vector<int>& columns) const
{
    std::sort(rows.begin(), rows.end());
    QString out;
    const auto addLine = [&out](const QStringList& cells) {
        out += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    QStringList line;
    for (const int c : columns) {
        const Column& column = m_table.columns[static_cast<std::size_t>(c)];
        line << (column.copyTitle.isEmpty() ? column.title : column.copyTitle);
    }
    addLine(line);
    for (const int row : rows) {
        line.clear();
        for (const int c : columns) {
            QString text = data(index(row, c), ExactRole).toString();
            // A name may hold what separates cells and rows of the copied text.
            line << text.replace(QLatin1Char('\t'), QLatin1Char(' '))
                        .replace(QLatin1Char('\n'), QLatin1Char(' '));
        }
        addLine(line);
    }
    return out;
}

} // namespace nv
