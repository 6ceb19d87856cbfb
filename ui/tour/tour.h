// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour_card.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <vector>

class QWidget;

namespace nv {

/// One thing to be shown, on the widget that does it.
struct TourStep
{
    QString title;
    QString text;
    std::function<QWidget*()> widget; ///< null: the whole window
    std::function<void()> prepare;    ///< brings it into sight; may be null
};

/// Leads through the window: a frame around the real widget, beside it a card with what it is for,
/// Next, Back and End.  The widgets under the frame work all the while.
/// Shape: one at a time; ends with the last step, with End, with Esc in the card.
/// Thread: GUI thread.
class Tour : public QObject
{
    Q_OBJECT
public:
    Tour(QWidget& window, std::vector<TourStep> steps);
    ~Tour() override;

    void start();
    void show(std::size_t step);
    void end();

    std::size_t step() const { return m_step; }

    std::size_t count() const { return m_steps.size(); }

    TourCard& card() { return *m_card; }

    TourFrame& frame() { return *m_frame; }

signals:
    void ended();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(QWidget* widget);
    void place();

    QWidget& m_window;
    std::vector<TourStep> m_steps;
    std::size_t m_step = 0;
    QPointer<QWidget> m_widget; ///< that is shown
    QPointer<TourFrame> m_frame;
    QPointer<TourCard> m_card;
};

} // namespace nv
