// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/hover_card.h"

#include "ui/theme.h"

#include <QPainter>

#include <algorithm>

namespace nv {

namespace {

constexpr int kRestMs = 150;
constexpr int kPad = 8;
constexpr int kNarrow = 360; ///< of the card, grows for long names
constexpr int kLinePx = 18;
constexpr QPoint kBeside(16, 18);
constexpr int kNameFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWrapAnywhere | Qt::TextWordWrap;

QFont nameFont(const QFont& base)
{
    QFont font = base;
    font.setBold(true);
    return font;
}

} // namespace

HoverCard::HoverCard(QWidget* window)
    : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    QFont small = font();
    small.setPixelSize(12);
    setFont(small);
    hide();
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &HoverCard::appear);
}

void HoverCard::showFor(EventFacts facts, QPoint pointerInWindow)
{
    m_facts = std::move(facts);
    m_pointer = pointerInWindow;
    if (isVisible())
        appear();
    else
        m_rest.start();
}

void HoverCard::moveTo(QPoint pointerInWindow)
{
    m_pointer = pointerInWindow;
    if (isVisible())
        place();
}

void HoverCard::dismiss()
{
    m_rest.stop();
    hide();
}

void HoverCard::appear()
{
    measure();
    resize(m_size);
    place();
    show();
    raise();
    update();
}

int HoverCard::factsWidth() const
{
    const QFontMetrics metrics(font());
    int widest = 0;
    for (const EventFacts::Fact& fact : m_facts.facts)
        widest = std::max(widest, metrics.horizontalAdvance(fact.value));
    return m_whatWidth + 12 + widest;
}

/// A name too long for a narrow card makes it wider before it makes it taller than the window.
void HoverCard::measure()
{
    const QFontMetrics plain(font());
    const QFontMetrics bold(nameFont(font()));
    m_whatWidth = 0;
    for (const EventFacts::Fact& fact : m_facts.facts)
        m_whatWidth = std::max(m_whatWidth, plain.horizontalAdvance(fact.what));
    const QSize most = parentWidget()->size() - QSize(2 * kPad, 2 * kPad);
    const int factsHeight = static_cast<int>(m_facts.facts.size()) * kLinePx;
    int inner =
        std::clamp(std::max(kNarrow, factsWidth()), 1, std::max(most.width() - 2 * kPad, 1));
    for (;;) {
        m_nameBox =
            bold.boundingRect(QRect(kPad, kPad, inner, 1'000'000), kNameFlags, m_facts.name);
        const bool fits = m_nameBox.height() + factsHeight + 3 * kPad <= most.height() * 2 / 3;
        if (fits || inner + 2 * kPad >= most.width())
            break;
        inner = std::min(inner + inner / 2, most.width() - 2 * kPad);
    }
    m_nameBox.setWidth(inner);
    m_nameBox.moveTo(kPad, kPad);
    const int used =
        std::max(factsWidth(), bold.boundingRect(m_nameBox, kNameFlags, m_facts.name).width());
    m_size = QSize(std::min(inner, used) + 2 * kPad,
                   std::min(m_nameBox.height() + factsHeight + 3 * kPad, most.height()));
}

/// Right below the pointer, or on whichever side there is room.
void HoverCard::place()
{
    const QRect room = parentWidget()->rect().adjusted(2, 2, -2, -2);
    QPoint at = m_pointer + kBeside;
    if (at.x() + width() > room.right())
        at.setX(m_pointer.x() - kBeside.x() - width());
    if (at.y() + height() > room.bottom())
        at.setY(m_pointer.y() - kBeside.y() - height());
    at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width() + 1)));
    at.setY(std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - height() + 1)));
    move(at);
}

QSize HoverCard::sizeHint() const
{
    return m_size;
}

void HoverCard::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.setPen(theme.color(Role::TextMuted));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setFont(nameFont(font()));
    painter.setPen(theme.color(Role::Text));
    painter.drawText(m_nameBox, kNameFlags, m_facts.name);
    painter.setFont(font());
    int y = m_nameBox.bottom() + kPad;
    const int valueLeft = kPad + m_whatWidth + 12;
    for (const EventFacts::Fact& fact : m_facts.facts) {
        painter.setPen(theme.color(Role::TextMuted));
        painter.drawText(QRect(kPad, y, m_whatWidth, kLinePx), Qt::AlignLeft | Qt::AlignVCenter,
                         fact.what);
        const QRect room(valueLeft, y, width() - kPad - valueLeft, kLinePx);
        painter.setPen(theme.color(Role::Text));
        painter.drawText(
            room, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(fact.value, Qt::ElideMiddle, room.width()));
        y += kLinePx;
    }
}

} // namespace nv
