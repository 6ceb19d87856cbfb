// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QLineEdit>

namespace nv {

/// Shows the next keys that are pressed in it instead of obeying them.  Tab, Enter and Esc stay what
/// they are: a dialog must be left without a mouse.
class KeyField : public QLineEdit
{
    Q_OBJECT
public:
    explicit KeyField(QWidget* parent = nullptr);

    const QKeySequence& key() const { return m_key; } ///< empty: none yet

    void forget();

signals:
    void pressed();

protected:
    bool event(QEvent* event) override;

private:
    QKeySequence m_key;
};

} // namespace nv
