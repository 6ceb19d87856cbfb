// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QStackedLayout;
class QTextBrowser;
class QToolButton;

namespace nv {

class ElidedLabel;
class FindingList;

/// The findings: what the user keeps for the review, in the order it will be told.  Drag, or Alt
/// with the arrows, puts one elsewhere; Enter or a double-click goes back to where it was made;
/// title and note are written beside the list; Delete removes.
/// Thread: GUI thread.
class ReviewPanel : public Panel
{
    Q_OBJECT
public:
    explicit ReviewPanel(Document& document, QWidget* parent = nullptr);

    QListWidget& list() { return *m_list; }

    QLineEdit& title() { return *m_title; }

    QPlainTextEdit& note() { return *m_note; }

    QString figuresText() const;
    QString messageText() const; ///< in the place of the list; empty while findings are shown

protected:
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolButton* addButton(const QString& text, const QString& tip);
    void buildLayout();
    QWidget* newEditor();
    void connectDocument();
    void refresh();
    void followChosen();
    void showFinding();
    void updateButtons();
    void onMoved();
    void move(int by);
    void remove();
    void go();
    bool leaveField(const QObject* field, int key);
    bool pressKey(int key, Qt::KeyboardModifiers modifiers);
    FindingList& findings() const;
    std::uint64_t idAt(int row) const;

    ElidedLabel* m_caption = nullptr;
    QList<QToolButton*> m_buttons; ///< in the head, from left to right
    QToolButton* m_add = nullptr;
    QToolButton* m_up = nullptr;
    QToolButton* m_down = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_undo = nullptr;
    QToolButton* m_present = nullptr;
    QToolButton* m_pack = nullptr;
    QListWidget* m_list = nullptr;
    QLineEdit* m_title = nullptr;
    QPlainTextEdit* m_note = nullptr;
    QTextBrowser* m_figures = nullptr;
    QLabel* m_message = nullptr;
    QStackedLayout* m_stack = nullptr;
    bool m_isDirty = true;
    bool m_isQuiet = false; ///< changes of the widgets are the program's
};

} // namespace nv
