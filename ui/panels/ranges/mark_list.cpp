// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/ranges/mark_list.h"

#include "ui/annotations.h"
#include "ui/document.h"
#include "ui/table/columns.h"

#include <QKeyEvent>
#include <QScopedValueRollback>

namespace nv {
namespace {

constexpr int kNoteColumn = 2;

Table markTable(const std::vector<Ns>& marks, Annotations& annotations)
{
    const auto all = std::make_shared<const std::vector<Ns>>(marks);
    const auto distance = [all](std::size_t i) {
        return i == 0 ? std::optional<DurationNs>()
                      : std::optional(lengthBetween((*all)[i - 1], (*all)[i]));
    };
    Table table;
    table.rows = all->size();
    table.id = [all](std::size_t i) { return static_cast<std::uint64_t>((*all)[i]); };
    const auto unit = durationUnitOf(
        table.rows,
        [distance](std::size_t i) { return static_cast<double>(distance(i).value_or(0)); },
        UnitBy::Typical);
    table.columns.push_back(timeColumn({QStringLiteral("mark"), QStringLiteral("mark_ns"),
                                        QStringLiteral("On the clock of the capture."), 104},
                                       [all](std::size_t i) { return (*all)[i]; }));
    table.columns.push_back(durationColumn(
        {QStringLiteral("after"), QStringLiteral("after_ns"),
         QStringLiteral("From the mark before; select two marks for the distance of these."), 80},
        unit, distance, QStringLiteral("The first mark.")));
    Column note = remarkColumn(
        {QStringLiteral("note"), QStringLiteral("note"),
         QStringLiteral("F2, or a second click, edits it; so does a double-click on the flag."),
         80},
        [all, &annotations](std::size_t i) { return annotations.noteOfMark((*all)[i]); });
    note.isSearched = true;
    note.edit = [all, &annotations](std::size_t i, const QString& text) {
        annotations.setMarkNote((*all)[i], text);
        return true;
    };
    table.columns.push_back(wide(std::move(note)));
    return table;
}

} // namespace

MarkList::MarkList(Document& document, QWidget* parent)
    : TableView(parent)
    , m_document(document)
{
    setAccessibleName(tr("Marks"));
    setEditTriggers(QAbstractItemView::SelectedClicked);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    connect(this, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& index) { bringIntoView(index.row()); });
}

Ns MarkList::markOf(int row) const
{
    return static_cast<Ns>(table().rowId(row));
}

void MarkList::refresh()
{
    const QScopedValueRollback following(m_isFollowing, true);
    Annotations& annotations = m_document.annotations();
    table().setTable(markTable(annotations.marks(), annotations));
    followChosen();
}

void MarkList::followChosen()
{
    const QScopedValueRollback following(m_isFollowing, true);
    const Annotations& annotations = m_document.annotations();
    QItemSelection wanted;
    for (int row = 0; row < table().rowCount(); ++row)
        if (const Ns mark = markOf(row);
            annotations.chosenMark() == mark || annotations.comparedMark() == mark)
            wanted.select(table().index(row, 0), table().index(row, table().columnCount() - 1));
    selectionModel()->select(wanted, QItemSelectionModel::ClearAndSelect);
}

void MarkList::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    TableView::selectionChanged(selected, deselected);
    if (m_isFollowing)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    const QModelIndexList rows = selectionModel()->selectedRows();
    Annotations& annotations = m_document.annotations();
    if (rows.isEmpty() || rows.size() > 2)
        return;
    annotations.chooseMark(markOf(rows.front().row()));
    if (rows.size() == 2)
        annotations.compareMark(markOf(rows.back().row()));
}

void MarkList::bringIntoView(int row)
{
    m_document.annotations().chooseMark(markOf(row));
    m_document.revealRange({markOf(row), addSaturated(markOf(row), 1)});
}

void MarkList::editNote(int row)
{
    edit(table().index(row, kNoteColumn));
}

void MarkList::keyPressEvent(QKeyEvent* event)
{
    const int row = currentIndex().row();
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Delete)
        m_document.annotations().removeChosen();
    else if (event->key() == Qt::Key_F2 && row >= 0)
        editNote(row);
    else if (isEnter && row >= 0)
        bringIntoView(row);
    else
        TableView::keyPressEvent(event);
}

} // namespace nv
