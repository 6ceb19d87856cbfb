// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/event_facts.h"

#include <QTimer>
#include <QWidget>

namespace nv {

/// The card beside the pointer: the event's full name, wrapped, and its facts.  Lies wholly inside
/// its window whatever the pointer's place; never takes the mouse.  Thread: GUI thread.
class HoverCard : public QWidget
{
    Q_OBJECT
public:
    explicit HoverCard(QWidget* window);

    /// Shows after a moment of rest, at once when a card is already up.
    void showFor(EventFacts facts, QPoint pointerInWindow);
    void moveTo(QPoint pointerInWindow);
    void dismiss();

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void appear();
    void place();
    void measure();
    int factsWidth() const;

    EventFacts m_facts;
    QPoint m_pointer;
    QTimer m_rest;
    QRect m_nameBox;
    int m_whatWidth = 0;
    QSize m_size;
};

} // namespace nv
