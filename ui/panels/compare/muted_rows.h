// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/cell_delegate.h"

#include <functional>

namespace nv {

class TableView;

/// Draws rows that say little in the colour of what is muted.
/// `isMuted` answers for a row of the table, whatever its place on the screen.
class MutedRows : public CellDelegate
{
    Q_OBJECT
public:
    MutedRows(std::function<bool(std::size_t row)> isMuted, TableView& view);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    std::function<bool(std::size_t row)> m_isMuted;
    TableView& m_view;
};

} // namespace nv
