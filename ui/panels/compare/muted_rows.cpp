// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare/muted_rows.h"

#include "ui/table/table_view.h"
#include "ui/theme.h"

namespace nv {

MutedRows::MutedRows(std::function<bool(std::size_t row)> isMuted, TableView& view)
    : CellDelegate(&view)
    , m_isMuted(std::move(isMuted))
    , m_view(view)
{}

void MutedRows::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    CellDelegate::initStyleOption(option, index);
    if (m_isMuted(m_view.table().tableRow(index.row())))
        option->palette.setColor(QPalette::Text, Theme::current().color(Role::TextMuted));
}

} // namespace nv
