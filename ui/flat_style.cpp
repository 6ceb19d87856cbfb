// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flat_style.h"

#include <QPainter>
#include <QStyleOption>

namespace nv {

namespace {

constexpr int kCorner = 2;

void drawButton(const QStyleOption& option, QPainter& painter)
{
    const QPalette& palette = option.palette;
    const bool on = (option.state & QStyle::State_On) != 0;
    const bool down = (option.state & QStyle::State_Sunken) != 0;
    const bool hover = (option.state & QStyle::State_MouseOver) != 0
                       && (option.state & QStyle::State_Enabled) != 0;
    const bool focus = (option.state & QStyle::State_HasFocus) != 0
                       && (option.state & QStyle::State_KeyboardFocusChange) != 0;
    const QColor fill = down || on ? palette.color(QPalette::Mid)
                        : hover    ? palette.color(QPalette::AlternateBase)
                                   : palette.color(QPalette::Base);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(palette.color(focus ? QPalette::Highlight : QPalette::Dark));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kCorner, kCorner);
}

void drawTab(const QStyleOptionTab& option, QPainter& painter)
{
    const QPalette& palette = option.palette;
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const bool hover = (option.state & QStyle::State_MouseOver) != 0;
    painter.fillRect(option.rect, palette.color(selected ? QPalette::Base
                                                : hover  ? QPalette::AlternateBase
                                                         : QPalette::Window));
    const bool above =
        option.shape == QTabBar::RoundedNorth || option.shape == QTabBar::TriangularNorth;
    const QRect edge =
        above ? QRect(option.rect.left(), option.rect.top(), option.rect.width(), 2)
              : QRect(option.rect.left(), option.rect.bottom() - 1, option.rect.width(), 2);
    if (selected)
        painter.fillRect(edge, palette.color(QPalette::Highlight));
    painter.fillRect(QRect(option.rect.right(), option.rect.top(), 1, option.rect.height()),
                     palette.color(QPalette::Mid));
}

void drawFieldFrame(const QStyleOption& option, QPainter& painter)
{
    const bool focus = (option.state & QStyle::State_HasFocus) != 0;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(option.palette.color(focus ? QPalette::Highlight : QPalette::Dark));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kCorner, kCorner);
}

/// Fusion makes its outlines of the colour of the window, which leaves them faint in both themes:
/// it gets one that becomes the edge wanted.
QPalette withEdges(QPalette palette)
{
    constexpr int kDarkerInFusion = 140; // percent
    palette.setColor(QPalette::Window, palette.color(QPalette::Shadow).lighter(kDarkerInFusion));
    return palette;
}

void drawScrollArrow(const QStyleOptionSlider& bar, QPainter& painter, const QRect& box,
                     bool isForward)
{
    if (box.isEmpty())
        return;
    const bool isAtEnd = bar.sliderPosition == (isForward ? bar.maximum : bar.minimum);
    constexpr double kHalf = 3.5; // of the width
    const double tip = isForward ? kHalf / 2 : -kHalf / 2;
    const bool isAcross = bar.orientation == Qt::Horizontal;
    const auto at = [&](double along, double across) {
        return QRectF(box).center() + (isAcross ? QPointF(along, across) : QPointF(across, along));
    };
    painter.setBrush(bar.palette.color(isAtEnd ? QPalette::Mid : QPalette::PlaceholderText));
    painter.drawPolygon(QPolygonF{at(tip, 0), at(-tip, -kHalf), at(-tip, kHalf)});
}

/// A flat thumb that stands out from its groove by 3:1, and more under the pointer.
void drawScrollBar(const QStyleOptionSlider& bar, QPainter& painter, const QStyle& style,
                   const QWidget* widget)
{
    const auto part = [&](QStyle::SubControl which) {
        return style.subControlRect(QStyle::CC_ScrollBar, &bar, which, widget);
    };
    constexpr double kInset = 3;
    painter.fillRect(bar.rect, bar.palette.color(QPalette::Window));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    drawScrollArrow(bar, painter, part(QStyle::SC_ScrollBarSubLine), false);
    drawScrollArrow(bar, painter, part(QStyle::SC_ScrollBarAddLine), true);
    if (bar.maximum <= bar.minimum)
        return;
    const bool isHeld = (bar.activeSubControls & QStyle::SC_ScrollBarSlider) != 0
                        && (bar.state & (QStyle::State_MouseOver | QStyle::State_Sunken)) != 0;
    QRectF thumb(part(QStyle::SC_ScrollBarSlider));
    thumb = bar.orientation == Qt::Horizontal ? thumb.adjusted(0, kInset, 0, -kInset)
                                              : thumb.adjusted(kInset, 0, -kInset, 0);
    painter.setBrush(bar.palette.color(isHeld ? QPalette::PlaceholderText : QPalette::Dark));
    painter.drawRoundedRect(thumb, kCorner, kCorner);
}

void drawHeader(const QStyleOption& option, QPainter& painter)
{
    painter.fillRect(option.rect, option.palette.color(QPalette::Window));
    const QColor line = option.palette.color(QPalette::Mid);
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), line);
    painter.fillRect(QRect(option.rect.right(), option.rect.top() + 4, 1, option.rect.height() - 8),
                     line);
}

/// The text of a column elided in the middle, where Qt cuts at whichever end it is not aligned to:
/// the unit stands at the end.
QStyleOptionHeader elidedHeader(const QStyleOptionHeader& option)
{
    QStyleOptionHeader out = option;
    constexpr int kOfMargin = 2; // rather a little into the margin than without a letter
    out.text = option.fontMetrics.elidedText(option.text, Qt::ElideMiddle,
                                             option.rect.width() + kOfMargin);
    return out;
}

/// Up for A to Z and small to large: Fusion draws them the other way round, so that a column
/// sorted from A to Z reads as sorted from Z to A.
void drawSortArrow(const QStyleOption& option, QPainter& painter)
{
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option);
    if (header == nullptr || header->sortIndicator == QStyleOptionHeader::None)
        return;
    const bool ascends = header->sortIndicator == QStyleOptionHeader::SortDown; // as Qt names it
    constexpr double kHalf = 4;                                                 // of the width
    const QPointF centre = QRectF(option.rect).center();
    const double tip = ascends ? -kHalf / 2 : kHalf / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(option.palette.color(QPalette::WindowText));
    painter.drawPolygon(QPolygonF{centre + QPointF(0, tip), centre + QPointF(-kHalf, -tip),
                                  centre + QPointF(kHalf, -tip)});
}

void drawProgressGroove(const QStyleOption& option, QPainter& painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(option.palette.color(QPalette::Mid));
    painter.drawRoundedRect(option.rect, kCorner, kCorner);
}

void drawProgress(const QStyleOptionProgressBar& option, QPainter& painter)
{
    const qint64 span = qint64{option.maximum} - option.minimum;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(option.palette.color(QPalette::Highlight));
    QRectF bar(option.rect);
    if (span > 0)
        bar.setWidth(bar.width() * static_cast<double>(option.progress - option.minimum)
                     / static_cast<double>(span));
    else // not known how much: a resting third, nothing moves for its own sake
        bar.setWidth(bar.width() / 3);
    painter.drawRoundedRect(bar, kCorner, kCorner);
}

} // namespace

FlatStyle::FlatStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{}

void FlatStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                              QPainter* painter, const QWidget* widget) const
{
    painter->save();
    switch (element) {
    case PE_PanelButtonCommand:
        drawButton(*option, *painter);
        break;
    case PE_PanelButtonTool:
        if ((option->state & State_AutoRaise) == 0
            || (option->state & (State_MouseOver | State_Sunken | State_On)) != 0)
            drawButton(*option, *painter);
        break;
    case PE_IndicatorHeaderArrow:
        drawSortArrow(*option, *painter);
        break;
    case PE_FrameLineEdit:
        drawFieldFrame(*option, *painter);
        break;
    case PE_IndicatorCheckBox:
    case PE_IndicatorRadioButton: {
        const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        QStyleOptionButton edged = button != nullptr ? *button : QStyleOptionButton();
        if (button == nullptr)
            static_cast<QStyleOption&>(edged) = *option;
        edged.palette = withEdges(option->palette);
        QProxyStyle::drawPrimitive(element, &edged, painter, widget);
        break;
    }
    case PE_FrameFocusRect:
        painter->setPen(option->palette.color(QPalette::Highlight));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        break;
    case PE_FrameDockWidget:
    case PE_FrameStatusBarItem:
        break;
    case PE_FrameTabBarBase:
        painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        break;
    case PE_IndicatorDockWidgetResizeHandle:
        painter->fillRect(option->rect, option->palette.color(QPalette::Mid));
        break;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        break;
    }
    painter->restore();
}

void FlatStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const
{
    painter->save();
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
    const auto* progress = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (element == CE_TabBarTabShape && tab != nullptr)
        drawTab(*tab, *painter);
    else if (element == CE_HeaderSection || element == CE_HeaderEmptyArea)
        drawHeader(*option, *painter);
    else if (element == CE_ProgressBarGroove)
        drawProgressGroove(*option, *painter);
    else if (element == CE_ProgressBarContents && progress != nullptr)
        drawProgress(*progress, *painter);
    else if (element == CE_HeaderLabel && header != nullptr) {
        const QStyleOptionHeader elided = elidedHeader(*header);
        QProxyStyle::drawControl(element, &elided, painter, widget);
    } else
        QProxyStyle::drawControl(element, option, painter, widget);
    painter->restore();
}

void FlatStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                   QPainter* painter, const QWidget* widget) const
{
    if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        control == CC_ScrollBar && bar != nullptr) {
        painter->save();
        drawScrollBar(*bar, *painter, *this, widget);
        painter->restore();
        return;
    }
    if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        control == CC_SpinBox && box != nullptr) {
        QStyleOptionSpinBox edged(*box);
        edged.palette = withEdges(box->palette);
        QProxyStyle::drawComplexControl(control, &edged, painter, widget);
        return;
    }
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    const bool isFlat =
        control == CC_ToolButton && button != nullptr && (button->state & State_AutoRaise) != 0;
    if (!isFlat || button->text.isEmpty() || button->toolButtonStyle == Qt::ToolButtonIconOnly) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return;
    }
    QStyleOptionToolButton outlined(*button);
    outlined.state &= ~State_AutoRaise;
    QProxyStyle::drawComplexControl(control, &outlined, painter, widget);
}

int FlatStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                           const QWidget* widget) const
{
    switch (metric) {
    case PM_DockWidgetSeparatorExtent:
        return 3;
    case PM_DockWidgetFrameWidth:
        return 0;
    case PM_TabBarTabVSpace:
        return 8;
    case PM_TabBarTabHSpace:
        return 16;
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int FlatStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                         QStyleHintReturn* returned) const
{
    if (hint == SH_EtchDisabledText || hint == SH_DitherDisabledText
        || hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

} // namespace nv
