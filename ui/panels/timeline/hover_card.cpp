// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/hover_card.h"

#include "ui/theme.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

constexpr int kHoverRestMs = 150;
constexpr int kPad = 8;
constexpr int kNarrow = 360; ///< of the card, grows for long names
constexpr int kLinePx = 18;
constexpr QPoint kBeside(16, 18);

QFont nameFont(const QFont& base)
{
    QFont font = base;
    font.setBold(true);
    return font;
}

/// Lays a name out in lines of at most `width`: broken between words, and inside those that are
/// longer than a line.  Returns what it needs.
QSizeF layOut(QTextLayout& layout, int width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QSizeF used(0, 0);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition(QPointF(0, used.height()));
        used =
            QSizeF(std::max(used.width(), line.naturalTextWidth()), used.height() + line.height());
    }
    layout.endLayout();
    return used;
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
    m_rest.setInterval(kHoverRestMs);
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
    return m_whatWidth + 12 + widest + 1; // widths are rounded: what just fits is not elided
}

/// A name too long for a narrow card makes it wider before it makes it taller than the window.
void HoverCard::measure()
{
    const QFontMetrics plain(font());
    m_whatWidth = 0;
    for (const EventFacts::Fact& fact : m_facts.facts)
        m_whatWidth = std::max(m_whatWidth, plain.horizontalAdvance(fact.what));
    const QSize most = parentWidget()->size() - QSize(2 * kPad, 2 * kPad);
    const int factsHeight = static_cast<int>(m_facts.facts.size()) * kLinePx;
    int inner =
        std::clamp(std::max(kNarrow, factsWidth()), 1, std::max(most.width() - 2 * kPad, 1));
    QTextLayout name(m_facts.name, nameFont(font()));
    QSize used;
    for (;;) {
        const QSizeF needed = layOut(name, inner);
        used = QSize(static_cast<int>(std::ceil(needed.width())),
                     static_cast<int>(std::ceil(needed.height())));
        const bool fits = used.height() + factsHeight + 3 * kPad <= most.height() * 2 / 3;
        if (fits || inner + 2 * kPad >= most.width())
            break;
        inner = std::min(inner + inner / 2, most.width() - 2 * kPad);
    }
    m_nameBox = QRect(kPad, kPad, inner, used.height());
    m_size = QSize(std::min(inner, std::max(factsWidth(), used.width())) + 2 * kPad,
                   std::min(used.height() + factsHeight + 3 * kPad, most.height()));
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
    painter.setPen(theme.color(Role::Text));
    QTextLayout name(m_facts.name, nameFont(font()));
    layOut(name, m_nameBox.width());
    name.draw(&painter, m_nameBox.topLeft());
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
