// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/cell_delegate.h"

#include "ui/table/table_model.h"
#include "ui/theme.h"

#include <QApplication>
#include <QPainter>

namespace nv {
namespace {

constexpr int kSwatch = 10;
constexpr int kSwatchSpace = 14;
constexpr int kBarHeight = 10;
constexpr int kBarText = 60; ///< kept free for "100.0 %"
constexpr int kMargin = 4;

void drawBar(QPainter& painter, const QRect& cell, double share, const QBrush& brush)
{
    const int room = cell.width() - kBarText - kMargin;
    if (room < 8 || share <= 0)
        return;
    const int width = std::max(1, static_cast<int>(share * room));
    painter.fillRect(
        QRect(cell.left() + kMargin, cell.center().y() - kBarHeight / 2 + 1, width, kBarHeight),
        brush);
}

void drawSwatch(QPainter& painter, const QRect& cell, const QBrush& brush)
{
    const QRect patch(cell.left() + kMargin, cell.center().y() - kSwatch / 2 + 1, kSwatch, kSwatch);
    painter.fillRect(patch, brush);
    // A pale class on a pale row still has an edge.
    painter.setPen(QPen(Theme::current().color(Role::Line), 1));
    painter.drawRect(patch.adjusted(0, 0, -1, -1));
}

} // namespace

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    // A figure without its middle digits would read as another figure.
    const bool isFigure = option->displayAlignment.testFlag(Qt::AlignRight);
    option->textElideMode = isFigure ? Qt::ElideRight : Qt::ElideMiddle;
    option->features &= ~QStyleOptionViewItem::HasDecoration;
    // The row is what is selected, and the row is highlighted: no second frame round one cell.
    option->state &= ~QStyle::State_HasFocus;
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                         const QModelIndex& index) const
{
    QStyleOptionViewItem option(given);
    initStyleOption(&option, index);
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);

    const QVariant bar = index.data(TableModel::BarRole);
    const QVariant swatch = index.data(TableModel::SwatchRole);
    QRect text = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    painter->save();
    if (bar.isValid()) {
        drawBar(*painter, option.rect, bar.toDouble(), swatch.value<QBrush>());
    } else if (swatch.isValid()) {
        drawSwatch(*painter, option.rect, swatch.value<QBrush>());
        text.setLeft(text.left() + kSwatchSpace);
    }
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const auto group =
        option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
    painter->setFont(option.font);
    painter->setPen(
        option.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(
        text, static_cast<int>(option.displayAlignment) | Qt::TextSingleLine,
        option.fontMetrics.elidedText(option.text, option.textElideMode, text.width()));
    painter->restore();
}

} // namespace nv
