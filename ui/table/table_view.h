// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_model.h"

#include <QTableView>

namespace nv {

/// A TableModel on the screen: 22 px rows, sorted by a click on the header, columns chosen in the
/// header's menu, Ctrl+C copies the selected rows with exact values.
/// A new answer keeps what the reader was doing: the selection and the place in the list follow the
/// rows, not their numbers.
/// Thread: GUI thread.
class TableView : public QTableView
{
    Q_OBJECT
public:
    static constexpr int kRowHeight = 22;

    explicit TableView(QWidget* parent = nullptr);

    TableModel& table() { return *m_model; }

    const TableModel& table() const { return *m_model; }

    /// The next table is another one: its columns begin anew, in the table's own order.
    void forgetColumns();
    /// The order of the first answer; the reader's own choice stays afterwards.
    void setFirstSort(int column, Qt::SortOrder order);
    void copySelection() const;
    /// Highlights a row because something else was picked; emits nothing.  False: it is not shown.
    bool selectId(std::uint64_t id);
    std::optional<std::uint64_t> currentId() const;
    /// The row of the table behind the highlighted one.
    std::optional<std::size_t> currentTableRow() const;

signals:
    void rowPicked(int row);         ///< clicked, or Enter
    void currentRowChanged(int row); ///< by mouse or keys
    void typed(const QString& text); ///< the beginning of a filter

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    struct Place ///< what the reader was doing when the rows changed
    {
        std::vector<std::uint64_t> selected;
        std::optional<std::uint64_t> current;
        std::optional<std::uint64_t> top;
        int scroll = 0;
    };

    struct Width ///< of a column
    {
        int needed = 0;        ///< by the rows seen so far
        bool isChosen = false; ///< the reader has set it
    };

    void rememberPlace();
    void restorePlace();
    void setUpColumns();
    void arrangeColumns();
    void growColumns();
    void fillWidth();
    void showHeaderMenu(const QPoint& where);

    TableModel* m_model;
    Place m_place;
    int m_firstSort = -1;
    Qt::SortOrder m_firstOrder = Qt::DescendingOrder;
    int m_columnsSetUp = 0;
    int m_wide = 0; ///< the column that takes the rest
    std::vector<Width> m_widths;
    bool m_quiet = false; ///< changes are the program's, not the reader's
};

} // namespace nv
