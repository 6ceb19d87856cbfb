// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/tour.h"

#include <QEvent>
#include <QPushButton>
#include <QTimer>

namespace nv {

Tour::Tour(QWidget& window, std::vector<TourStep> steps)
    : QObject(&window)
    , m_window(window)
    , m_steps(std::move(steps))
    , m_frame(new TourFrame(&window))
    , m_card(new TourCard(&window))
{
    m_frame->hide();
    m_card->hide();
    connect(m_card, &TourCard::nextAsked, this, [this] {
        if (m_step + 1 < m_steps.size())
            show(m_step + 1);
        else
            end();
    });
    connect(m_card, &TourCard::backAsked, this, [this] {
        if (m_step > 0)
            show(m_step - 1);
    });
    connect(m_card, &TourCard::endAsked, this, &Tour::end);
}

Tour::~Tour()
{
    delete m_frame;
    delete m_card;
}

void Tour::start()
{
    m_window.installEventFilter(this);
    show(0);
}

void Tour::show(std::size_t step)
{
    m_step = step;
    const TourStep& shown = m_steps[step];
    if (shown.prepare)
        shown.prepare();
    m_card->say(shown.title, shown.text, step, m_steps.size());
    follow(shown.widget ? shown.widget() : &m_window);
    m_frame->show();
    m_card->show();
    m_frame->raise();
    m_card->raise();
    m_card->next().setFocus(Qt::OtherFocusReason);
    place();
    // A dock that was raised has its place only after the next turn of the event loop.
    QTimer::singleShot(0, this, &Tour::place);
}

void Tour::follow(QWidget* widget)
{
    if (m_widget != nullptr && m_widget != &m_window)
        m_widget->removeEventFilter(this);
    m_widget = widget;
    if (m_widget != nullptr && m_widget != &m_window)
        m_widget->installEventFilter(this);
}

void Tour::place()
{
    const QRect whole = m_window.rect();
    QRect shown = whole;
    if (m_widget != nullptr && m_widget != &m_window && m_widget->window() == &m_window)
        shown = QRect(m_widget->mapTo(&m_window, QPoint()), m_widget->size());
    m_frame->setGeometry(shown.adjusted(-2, -2, 2, 2).intersected(whole));
    m_card->setGeometry(cardPlace(m_card->size(), shown, whole));
}

void Tour::end()
{
    follow(nullptr);
    m_window.removeEventFilter(this);
    m_frame->hide();
    m_card->hide();
    emit ended();
}

bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
        QTimer::singleShot(0, this, &Tour::place); // once the layout is done
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace nv
