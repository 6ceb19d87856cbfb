// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

#include <QAbstractButton>
#include <QLineEdit>

namespace nv {

/// What lanes must match, typed: Esc empties it and goes back to the lanes, Enter and Down go
/// there with the text in force.
class LaneFilterField : public QLineEdit
{
    Q_OBJECT
public:
    explicit LaneFilterField(QWidget* parent = nullptr);

signals:
    void left();
    void closed(); ///< empty and without the keyboard: it has hidden itself

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    static bool takes(const QKeyEvent& key);
};

/// A few words that can be clicked.
class LaneNotice : public QAbstractButton
{
    Q_OBJECT
public:
    explicit LaneNotice(QWidget* parent = nullptr);

    QSize sizeHint() const override;

    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// The slim line above the lane tree, there only when it has something to say: the filter, and how
/// many lanes are hidden or not active, each with a click that shows them again.
/// Thread: GUI thread.
class LaneLine : public QWidget
{
    Q_OBJECT
public:
    explicit LaneLine(TimelineState& state, QWidget* parent = nullptr);

    void openFilter();

    /// False: there is nothing to show and the line need not be there.
    bool isNeeded() const;

    LaneFilterField& field() { return *m_field; }

    LaneNotice& hiddenNotice() { return *m_hidden; }

    LaneNotice& inactiveNotice() { return *m_inactive; }

signals:
    void neededChanged();
    void left(); ///< the keyboard belongs to the lanes again

private:
    void refresh();
    void leaveFilter();

    TimelineState& m_state;
    LaneFilterField* m_field;
    LaneNotice* m_hidden;
    LaneNotice* m_inactive;
    bool m_wasNeeded = false;
};

} // namespace nv
