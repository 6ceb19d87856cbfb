// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/filter_line.h"

#include "ui/table/table_view.h"

#include <QKeyEvent>

#include <algorithm>

namespace nv {
namespace {

constexpr int kWidth = 140;

bool goesOn(const QKeyEvent& key)
{
    return key.key() == Qt::Key_Down || key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
}

} // namespace

FilterLine::FilterLine(TableView& view, QWidget* parent)
    : QLineEdit(parent)
    , m_view(view)
{
    setPlaceholderText(tr("type to filter"));
    setClearButtonEnabled(true);
    setFixedWidth(kWidth);
    setAccessibleName(tr("Filter"));
    connect(this, &QLineEdit::textChanged, this,
            [this](const QString& text) { m_view.table().setFilter(text); });
    connect(&view, &TableView::typed, this, [this](const QString& typed) {
        setFocus();
        setText(text() + typed);
    });
}

bool FilterLine::takes(const QKeyEvent& key) const
{
    return (key.key() == Qt::Key_Escape && !text().isEmpty()) || goesOn(key);
}

bool FilterLine::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && takes(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void FilterLine::keyPressEvent(QKeyEvent* event)
{
    if (!takes(*event)) {
        QLineEdit::keyPressEvent(event);
        return;
    }
    event->accept();
    if (!goesOn(*event))
        clear();
    m_view.setFocus();
    // A table that got the focus has a current row, but none that is highlighted.
    if (goesOn(*event) && m_view.selectionModel()->selectedRows().isEmpty())
        m_view.selectRow(std::max(0, m_view.currentIndex().row()));
}

} // namespace nv
