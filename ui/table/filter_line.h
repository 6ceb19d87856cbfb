// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace nv {

class TableView;

/// What is typed over a table narrows it down: letters typed into the table arrive here, Esc
/// empties the line before it means anything to the window, Down and Enter go on to the rows.
class FilterLine : public QLineEdit
{
    Q_OBJECT
public:
    explicit FilterLine(TableView& view, QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool takes(const QKeyEvent& key) const;

    TableView& m_view;
};

} // namespace nv
