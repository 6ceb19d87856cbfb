// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/tour_card.h"

#include "ui/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace nv {

namespace {

constexpr int kCardWidth = 360;
constexpr int kAir = 12;
constexpr int kLine = 3;

} // namespace

TourFrame::TourFrame(QWidget* window)
    : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("What the tour shows"));
}

void TourFrame::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    QPen pen(Theme::current().color(Role::Accent), kLine);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.drawRect(rect().adjusted(1, 1, -2, -2));
}

TourCard::TourCard(QWidget* window)
    : QFrame(window)
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_place(new QLabel(this))
    , m_back(new QPushButton(tr("&Back"), this))
    , m_end(new QPushButton(tr("&End"), this))
    , m_next(new QPushButton(this))
{
    setObjectName(QStringLiteral("tourCard"));
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Tour"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_place->setForegroundRole(QPalette::PlaceholderText);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_place, 1);
    buttons->addWidget(m_end);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addLayout(buttons);
    setFixedWidth(kCardWidth);
    connect(m_next, &QPushButton::clicked, this, &TourCard::nextAsked);
    connect(m_back, &QPushButton::clicked, this, &TourCard::backAsked);
    connect(m_end, &QPushButton::clicked, this, &TourCard::endAsked);
}

void TourCard::say(const QString& title, const QString& text, std::size_t step, std::size_t count)
{
    m_title->setText(title);
    m_text->setText(text);
    m_place->setText(tr("%1 of %2").arg(step + 1).arg(count));
    setAccessibleDescription(text);
    m_back->setEnabled(step > 0);
    const bool isLast = step + 1 == count;
    m_next->setText(isLast ? tr("&Done") : tr("&Next"));
    m_end->setVisible(!isLast);
    const int frame = 2 * frameWidth(); // which the layout does not know of
    resize(kCardWidth, layout()->heightForWidth(kCardWidth - frame) + frame);
}

QString TourCard::title() const
{
    return m_title->text();
}

QString TourCard::text() const
{
    return m_text->text();
}

/// What Enter means: the button with the keyboard, else the one that goes on.
QPushButton* TourCard::pressed() const
{
    for (QPushButton* button : {m_back, m_end}) {
        if (button->hasFocus())
            return button;
    }
    return m_next;
}

/// Esc ends the tour before it can mean anything to the window.
bool TourCard::event(QEvent* event)
{
    const bool isPress = event->type() == QEvent::KeyPress;
    if (isPress || event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool presses = key == Qt::Key_Return || key == Qt::Key_Enter;
        if (key == Qt::Key_Escape || presses) {
            event->accept();
            if (isPress && presses)
                pressed()->click();
            else if (isPress)
                emit endAsked();
            return true;
        }
    }
    return QFrame::event(event);
}

QRect cardPlace(QSize card, const QRect& shown, const QRect& window)
{
    const QRect room = window.adjusted(kAir, kAir, -kAir, -kAir);
    const int x = std::clamp(shown.center().x() - card.width() / 2, room.left(),
                             std::max(room.left(), room.right() - card.width()));
    const int y = std::clamp(shown.center().y() - card.height() / 2, room.top(),
                             std::max(room.top(), room.bottom() - card.height()));
    const std::array places{
        QPoint(x, shown.bottom() + kAir), QPoint(x, shown.top() - kAir - card.height()),
        QPoint(shown.right() + kAir, y), QPoint(shown.left() - kAir - card.width(), y)};
    for (const QPoint& place : places) {
        if (room.contains(QRect(place, card)))
            return {place, card};
    }
    // It fills the window: its corner, where least is going on.
    QRect inside(QPoint(), card);
    inside.moveBottomRight(room.intersected(shown).bottomRight() - QPoint(kAir, kAir));
    return inside;
}

} // namespace nv
