// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/table_view.h"

#include "ui/table/cell_delegate.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>

namespace nv {
namespace {

bool beginsFilter(const QKeyEvent& key)
{
    const bool isPlain =
        !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    const QString text = key.text();
    return isPlain && !text.isEmpty() && text.front().isPrint() && !text.front().isSpace();
}

} // namespace

TableView::TableView(QWidget* parent)
    : QTableView(parent)
    , m_model(new TableModel(this))
{
    setModel(m_model);
    setItemDelegate(new CellDelegate(this));
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setAlternatingRowColors(true);
    setTextElideMode(Qt::ElideMiddle);
    setTabKeyNavigation(false); // Tab leaves the table, arrows move in it
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem); // restorePlace counts in rows
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(kRowHeight);
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setTextElideMode(Qt::ElideRight);
    horizontalHeader()->setMinimumSectionSize(32);
    horizontalHeader()->setFixedHeight(kRowHeight + 2);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this,
            &TableView::showHeaderMenu);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section) {
        if (!m_quiet && section < static_cast<int>(m_widths.size()))
            m_widths[static_cast<std::size_t>(section)].isChosen = true;
    });
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &TableView::rememberPlace);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        setUpColumns();
        restorePlace();
        growColumns();
    });
    connect(m_model, &QAbstractItemModel::dataChanged, this, &TableView::growColumns);
    connect(this, &QAbstractItemView::clicked, this,
            [this](const QModelIndex& index) { emit rowPicked(index.row()); });
}

void TableView::setFirstSort(int column, Qt::SortOrder order)
{
    m_firstSort = column;
    m_firstOrder = order;
}

void TableView::forgetColumns()
{
    m_columnsSetUp = 0;
    m_firstSort = -1;
    m_wide = 0;
}

void TableView::setUpColumns()
{
    const int count = m_model->columnCount();
    if (count == m_columnsSetUp)
        return;
    m_columnsSetUp = count;
    m_widths.assign(static_cast<std::size_t>(count), {});
    m_wide = 0;
    if (count == 0)
        return;
    const QScopedValueRollback quiet(m_quiet, true);
    for (int c = 0; c < count; ++c) {
        const Column& column = m_model->columns()[static_cast<std::size_t>(c)];
        setColumnWidth(c, column.width);
        setColumnHidden(c, column.isHidden);
        if (column.takesRest)
            m_wide = c;
    }
    arrangeColumns();
    // Switched on after the first order is known, or column 0 wins; -1 is the answer's own order.
    horizontalHeader()->setSortIndicator(m_firstSort, m_firstOrder);
    setSortingEnabled(true);
    fillWidth();
}

/// In the table's order, but for the column that says what a row is about.
void TableView::arrangeColumns()
{
    QHeaderView& header = *horizontalHeader();
    for (int c = 0; c < m_columnsSetUp; ++c)
        header.moveSection(header.visualIndex(c), c);
    for (int c = 0; c < m_columnsSetUp; ++c) {
        if (m_model->columns()[static_cast<std::size_t>(c)].standsFirst)
            header.moveSection(header.visualIndex(c), 0);
    }
}

/// What the rows in sight need: figures are never cut, and names only where there is no room.  A
/// column does not shrink again while the brush moves.
void TableView::growColumns()
{
    constexpr int kLooked = 40;
    constexpr int kPadding = 12;
    constexpr int kSwatchRoom = 14;
    const int first = verticalScrollBar()->value();
    const int last = std::min(m_model->rowCount(), first + kLooked);
    for (int c = 0; c < m_columnsSetUp; ++c) {
        if (isColumnHidden(c))
            continue;
        int needed = 0;
        for (int row = first; row < last; ++row) {
            const QModelIndex cell = m_model->index(row, c);
            const bool hasSwatch = cell.data(TableModel::SwatchRole).isValid()
                                   && !cell.data(TableModel::BarRole).isValid();
            needed = std::max(needed, fontMetrics().horizontalAdvance(cell.data().toString())
                                          + (hasSwatch ? kSwatchRoom : 0));
        }
        int& known = m_widths[static_cast<std::size_t>(c)].needed;
        known = std::max(known, needed + kPadding);
    }
    fillWidth();
}

/// Figures get what they need; what they leave goes to names and words, as far as these need it, in
/// the order they stand in, and the rest to one column.  What the reader has set stays.
void TableView::fillWidth()
{
    // A table with other columns may be on its way, and resize what is seen before they are set up.
    if (m_columnsSetUp == 0 || m_model->columnCount() != m_columnsSetUp
        || horizontalHeader()->count() != m_columnsSetUp)
        return;
    const QScopedValueRollback quiet(m_quiet, true);
    const auto columnOf = [this](int c) -> const Column& {
        return m_model->columns()[static_cast<std::size_t>(c)];
    };
    std::vector<int> widths(m_widths.size(), 0);
    std::vector<int> flexible;
    int room = viewport()->width();
    for (int visual = 0; visual < m_columnsSetUp; ++visual) {
        const int c = horizontalHeader()->logicalIndex(visual);
        if (isColumnHidden(c))
            continue;
        const Width& known = m_widths[static_cast<std::size_t>(c)];
        int& width = widths[static_cast<std::size_t>(c)];
        if (known.isChosen)
            width = columnWidth(c);
        else
            width =
                columnOf(c).isText ? columnOf(c).width : std::max(columnOf(c).width, known.needed);
        room -= width;
        if (columnOf(c).isText && !known.isChosen)
            flexible.push_back(c);
    }
    for (const int c : flexible) {
        int& width = widths[static_cast<std::size_t>(c)];
        const int more =
            std::clamp(m_widths[static_cast<std::size_t>(c)].needed - width, 0, std::max(room, 0));
        width += more;
        room -= more;
    }
    if (const auto wide = static_cast<std::size_t>(m_wide);
        !m_widths[wide].isChosen && !isColumnHidden(m_wide))
        widths[wide] += std::max(room, 0);
    for (int c = 0; c < m_columnsSetUp; ++c) {
        const int width = widths[static_cast<std::size_t>(c)];
        if (!isColumnHidden(c) && width != columnWidth(c))
            setColumnWidth(c, width);
    }
}

void TableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fillWidth();
}

void TableView::rememberPlace()
{
    m_place = {};
    m_place.scroll = verticalScrollBar()->value();
    m_place.current = currentId();
    if (m_place.scroll > 0 && m_place.scroll < m_model->rowCount())
        m_place.top = m_model->rowId(m_place.scroll);
    constexpr qsizetype kMostFollowed = 200; // finding a row again is a walk over all of them
    const QModelIndexList rows = selectionModel()->selectedRows();
    for (const QModelIndex& index : rows.mid(0, kMostFollowed))
        m_place.selected.push_back(m_model->rowId(index.row()));
}

void TableView::restorePlace()
{
    const QScopedValueRollback quiet(m_quiet, true);
    QItemSelection selection;
    for (const std::uint64_t id : m_place.selected) {
        if (const auto row = m_model->rowOf(id))
            selection.select(m_model->index(*row, 0),
                             m_model->index(*row, m_model->columnCount() - 1));
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (const auto row = m_place.current ? m_model->rowOf(*m_place.current) : std::nullopt)
        selectionModel()->setCurrentIndex(m_model->index(*row, 0), QItemSelectionModel::NoUpdate);
    // One step of the scroll bar is one row, so the row at the top is its value.
    const auto top = m_place.top ? m_model->rowOf(*m_place.top) : std::nullopt;
    updateGeometries();
    verticalScrollBar()->setValue(top.value_or(m_place.scroll));
}

std::optional<std::uint64_t> TableView::currentId() const
{
    const int row = currentIndex().row();
    if (row < 0 || row >= m_model->rowCount())
        return std::nullopt;
    return m_model->rowId(row);
}

std::optional<std::size_t> TableView::currentTableRow() const
{
    const int row = currentIndex().row();
    if (row < 0 || row >= m_model->rowCount())
        return std::nullopt;
    return m_model->tableRow(row);
}

bool TableView::selectId(std::uint64_t id)
{
    const auto row = m_model->rowOf(id);
    if (!row)
        return false;
    const QScopedValueRollback quiet(m_quiet, true);
    selectionModel()->setCurrentIndex(m_model->index(*row, 0), QItemSelectionModel::ClearAndSelect
                                                                   | QItemSelectionModel::Rows);
    scrollTo(m_model->index(*row, 0));
    return true;
}

void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_quiet && current.isValid())
        emit currentRowChanged(current.row());
}

void TableView::copySelection() const
{
    std::vector<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.push_back(index.row());
    if (rows.empty())
        return;
    std::vector<int> columns;
    for (int visual = 0; visual < m_model->columnCount(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column))
            columns.push_back(column);
    }
    QApplication::clipboard()->setText(m_model->copyText(std::move(rows), columns));
}

bool TableView::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // The window's one-letter keys move the timeline; over a table letters are a filter.
        auto* key = static_cast<QKeyEvent*>(event);
        if (beginsFilter(*key) || key->matches(QKeySequence::Copy)) {
            event->accept();
            return true;
        }
    }
    return QTableView::event(event);
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (currentIndex().isValid())
            emit rowPicked(currentIndex().row());
    } else if (beginsFilter(*event)) {
        emit typed(event->text());
    } else {
        QTableView::keyPressEvent(event);
    }
}

void TableView::showHeaderMenu(const QPoint& where)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int c = 0; c < m_model->columnCount(); ++c) {
        QAction* action = menu->addAction(m_model->columns()[static_cast<std::size_t>(c)].title);
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(c));
        action->setEnabled(c != 0); // the name says whose figures these are
        connect(action, &QAction::toggled, this, [this, c](bool on) {
            {
                const QScopedValueRollback quiet(m_quiet, true);
                setColumnHidden(c, !on);
            }
            growColumns(); // of a column that was hidden nothing is known
        });
    }
    menu->popup(horizontalHeader()->mapToGlobal(where));
}

} // namespace nv
