// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare/waterfall_view.h"

#include "ui/class_swatch.h"
#include "ui/format.h"
#include "ui/panels/compare/difference_columns.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

constexpr int kRow = 20;
constexpr int kBar = 12;
constexpr int kMargin = 8;
constexpr int kName = 120;
constexpr int kValue = 84;
constexpr int kLeastBars = 80;
constexpr double kLeastPart = 0.001; ///< of all that moved: less is told together

} // namespace

WaterfallView::WaterfallView(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    setAccessibleName(tr("What the change of a step is made of"));
}

void WaterfallView::setWaterfall(std::optional<Waterfall> fall)
{
    m_fall = std::move(fall);
    m_lines.clear();
    m_least = m_most = 0;
    if (m_fall) {
        double all = 0;
        for (const WaterfallPart& part : m_fall->parts)
            all += std::abs(part.change);
        double at = 0;
        double small = 0;
        const auto add = [&](const QString& name, std::optional<BudgetClass> cls, double change) {
            m_lines.push_back({name, cls, at, at + change, false});
            at += change;
            m_least = std::min(m_least, at);
            m_most = std::max(m_most, at);
        };
        for (const WaterfallPart& part : m_fall->parts) {
            if (std::abs(part.change) < all * kLeastPart)
                small += part.change;
            else
                add(part.cls ? QString::fromLatin1(classLabel(*part.cls)) : tr("ranks out of step"),
                    part.cls, part.change);
        }
        if (small != 0)
            add(tr("smaller parts"), std::nullopt, small);
        m_lines.push_back({tr("a step"), std::nullopt, 0, m_fall->target - m_fall->base, true});
    }
    setAccessibleDescription(described());
    updateGeometry();
    update();
}

QSize WaterfallView::minimumSizeHint() const
{
    return {kName + kValue + kLeastBars + 2 * kMargin,
            static_cast<int>(m_lines.size()) * kRow + kMargin};
}

QSize WaterfallView::sizeHint() const
{
    return minimumSizeHint() + QSize(kLeastBars, 0);
}

QRectF WaterfallView::rowOf(std::size_t line) const
{
    return {static_cast<double>(kMargin), static_cast<double>(line) * kRow + kMargin / 2.0,
            static_cast<double>(width() - 2 * kMargin), kRow};
}

double WaterfallView::xOf(double ns) const
{
    const double left = kMargin + kName;
    const double room = std::max(width() - kName - kValue - 2 * kMargin, 1);
    const double span = m_most - m_least;
    return span > 0 ? left + (ns - m_least) / span * room : left;
}

QRectF WaterfallView::barOf(std::size_t line) const
{
    const Line& bar = m_lines[line];
    const QRectF row = rowOf(line);
    const double from = xOf(std::min(bar.from, bar.to));
    const double to = xOf(std::max(bar.from, bar.to));
    return {from, row.center().y() - kBar / 2.0, std::max(to - from, 1.0), kBar};
}

void WaterfallView::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = Theme::current();
    if (m_lines.empty()) {
        painter.setPen(theme.color(Role::TextMuted));
        painter.drawText(
            rect().adjusted(4, 4, -4, -4), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
            tr("There are no steps on both sides that could be set against each other."));
        return;
    }
    const double zero = std::round(xOf(0));
    painter.fillRect(QRectF(zero, 0, 1, rowOf(m_lines.size() - 1).bottom()),
                     theme.color(Role::Line));
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line& line = m_lines[i];
        const QRectF row = rowOf(i);
        const QRectF bar = barOf(i);
        if (line.isSum)
            painter.fillRect(QRectF(row.left(), row.top(), row.width(), 1),
                             theme.color(Role::Line));
        if (line.cls)
            paintClass(painter, bar, *line.cls, theme);
        else
            painter.fillRect(bar, theme.color(line.isSum ? Role::Text : Role::TextMuted));
        if (i + 1 < m_lines.size()) {
            const double end = std::round(xOf(line.to));
            painter.fillRect(QRectF(end, bar.bottom(), 1, kRow - kBar),
                             theme.color(Role::TextMuted));
        }
        QFont font = this->font();
        font.setBold(line.isSum);
        painter.setFont(font);
        painter.setPen(theme.color(Role::Text));
        const QRectF name(row.left(), row.top(), kName - kMargin, kRow);
        painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(line.name, Qt::ElideRight,
                                                          static_cast<int>(name.width())));
        painter.drawText(QRectF(row.right() - kValue, row.top(), kValue, kRow),
                         Qt::AlignRight | Qt::AlignVCenter, signedDuration(line.to - line.from));
    }
}

QString WaterfallView::tipOf(const Line& line) const
{
    if (line.isSum)
        return tr("A step: %1 in A, %2 in B. The lines above add up to the difference.")
            .arg(format::duration(m_fall->base), format::duration(m_fall->target));
    return tr("%1: %2 ns a step, mean over the devices")
        .arg(line.name, format::withMinus(QString::number(line.to - line.from, 'f', 1)));
}

bool WaterfallView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (rowOf(i).contains(help->pos())) {
            QToolTip::showText(help->globalPos(), tipOf(m_lines[i]), this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

QString WaterfallView::described() const
{
    QStringList parts;
    for (const Line& line : m_lines)
        parts << line.name + u' ' + signedDuration(line.to - line.from);
    return parts.join(QStringLiteral(", "));
}

} // namespace nv
