// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace nv {

class Commands;
class KeyField;
struct Command;

/// Settings > Keys: every command with its keys, which are changed here, at once.  A key that
/// another command has is named before it is taken away; one command or all go back to the
/// standard; presets bring the keys of other programs.
/// Thread: GUI thread.  The window is not blocked.
class KeysDialog : public QDialog
{
    Q_OBJECT
public:
    KeysDialog(Commands& commands, bool wheelZooms, QWidget* parent);

    QTreeWidget& tree() { return *m_tree; }

    KeyField& field() { return *m_field; }

    QString message() const;
    /// Marks the command; unknown: nothing.
    void choose(const QString& id);
    /// The wheel was changed elsewhere.
    void setWheelZooms(bool zooms);

signals:
    void wheelZoomsAsked(bool zooms);

private:
    QWidget* newHead();
    QWidget* newEditor();
    QWidget* newButtons();
    void fill();
    void filter();
    void showPreset();
    void usePreset(int index);
    const Command* current() const;
    void updateEditor();
    void assign(bool isAdded);

    Commands& m_commands;
    bool m_wheelZooms;
    QLineEdit* m_filter = nullptr;
    QComboBox* m_preset = nullptr;
    QTreeWidget* m_tree = nullptr;
    QLabel* m_what = nullptr;
    KeyField* m_field = nullptr;
    QPushButton* m_assign = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_clear = nullptr;
    QPushButton* m_reset = nullptr;
    QLabel* m_message = nullptr;
};

} // namespace nv
