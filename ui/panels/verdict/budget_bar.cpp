// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/verdict/budget_bar.h"

#include "ui/class_swatch.h"
#include "ui/format.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace nv {

namespace {

constexpr int kBarHeight = 22;
constexpr int kBarGap = 4;
constexpr int kLegendGap = 4;
constexpr int kLegendRow = 18;
constexpr int kSwatch = 12;
constexpr int kMaxLabel = 140;
constexpr int kTextMargin = 6;
constexpr double kLeastInLegend = 0.001; ///< smaller shares are counted, their time is in the tip

/// Text is put only on grounds without a pattern, where it reads.
bool carriesText(BudgetClass c)
{
    return c == BudgetClass::Compute || c == BudgetClass::Communication
           || c == BudgetClass::Transfer || c == BudgetClass::Launch || c == BudgetClass::Queue
           || c == BudgetClass::None;
}

double shareOf(DurationNs part, DurationNs whole)
{
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

BudgetBar::BudgetBar(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Budget of the wall clock"));
}

void BudgetBar::setBudget(const WindowBudget& budget, const QStringList& names)
{
    const int before = heightForWidth(width());
    m_budget = budget;
    m_names = names;
    setAccessibleDescription(described());
    if (heightForWidth(width()) != before)
        updateGeometry();
    update();
}

QSize BudgetBar::sizeHint() const
{
    return {480, heightForWidth(480)};
}

int BudgetBar::heightForWidth(int width) const
{
    const auto entries = legend(width, 1);
    const int bottom = entries.empty() ? legendTop() : entries.back().rect.bottom() + 1;
    return std::max(bottom, kBarHeight);
}

int BudgetBar::labelWidth() const
{
    int widest = 0;
    for (const QString& name : m_names)
        widest = std::max(widest, fontMetrics().horizontalAdvance(name));
    return std::min(widest, kMaxLabel) + 8;
}

int BudgetBar::legendTop() const
{
    const int rows = std::max<int>(1, static_cast<int>(m_budget.devices.size()));
    return rows * (kBarHeight + kBarGap) - kBarGap + kLegendGap;
}

std::vector<BudgetBar::Segment> BudgetBar::segments() const
{
    std::vector<Segment> out;
    const double left = labelWidth();
    const double room = std::max(0.0, width() - left);
    const DurationNs whole = m_budget.window.length();
    for (std::size_t d = 0; d < m_budget.devices.size(); ++d) {
        DurationNs before = 0;
        const double top = static_cast<double>(d) * (kBarHeight + kBarGap);
        for (std::size_t c = 0; c < kBudgetClasses; ++c) {
            const DurationNs part = m_budget.devices[d].budget.at(c);
            const double from = left + room * shareOf(before, whole);
            before += part;
            const double to = left + room * shareOf(before, whole);
            if (part > 0)
                out.push_back(
                    {d, static_cast<BudgetClass>(c), QRectF(from, top, to - from, kBarHeight)});
        }
    }
    return out;
}

/// One in the window; a picture has no tip and shows what it has room for.
int BudgetBar::legendLines() const
{
    return std::max(1, (height() - legendTop()) / kLegendRow);
}

QString BudgetBar::shareText(BudgetClass cls) const
{
    return QString::fromLatin1(classLabel(cls)) + u' ' + format::percent(m_budget.share(cls));
}

std::vector<BudgetBar::LegendEntry> BudgetBar::placed(const std::vector<BudgetClass>& named,
                                                      const std::vector<BudgetClass>& others,
                                                      int width) const
{
    std::vector<LegendEntry> out;
    int x = 0;
    int y = legendTop();
    const auto place = [&](std::optional<BudgetClass> cls, const QString& text,
                           const QString& tip) {
        const int needed = (cls ? kSwatch + 6 : 0) + fontMetrics().horizontalAdvance(text);
        if (x > 0 && x + needed > width) {
            x = 0;
            y += kLegendRow;
        }
        out.push_back({cls, text, QRect(x, y, needed, kLegendRow), tip});
        x += needed + 16;
    };
    for (const BudgetClass cls : named)
        place(cls, shareText(cls), tr("%1 of the window").arg(shareText(cls)));
    if (others.empty())
        return out;
    QStringList tips;
    bool allSmall = true;
    for (const BudgetClass cls : others) {
        tips << shareText(cls);
        allSmall = allSmall && m_budget.share(cls) < kLeastInLegend;
    }
    place({},
          allSmall ? tr("+ %1 below %2").arg(others.size()).arg(format::percent(kLeastInLegend))
                   : tr("+ %1 more").arg(others.size()),
          tips.join(u'\n'));
    return out;
}

std::vector<BudgetBar::LegendEntry> BudgetBar::legend(int width, int lines) const
{
    std::vector<BudgetClass> named;
    std::vector<BudgetClass> others;
    for (std::size_t c = 0; c < kBudgetClasses; ++c) {
        const auto cls = static_cast<BudgetClass>(c);
        if (m_budget.share(cls) > 0)
            (m_budget.share(cls) >= kLeastInLegend ? named : others).push_back(cls);
    }
    auto out = placed(named, others, width);
    while (named.size() > 1 && out.back().rect.top() >= legendTop() + lines * kLegendRow) {
        const auto least = std::ranges::min_element(
            named, {}, [this](BudgetClass cls) { return m_budget.share(cls); });
        others.push_back(*least);
        named.erase(least);
        out = placed(named, others, width);
    }
    return out;
}

void BudgetBar::paintSegment(QPainter& painter, const Segment& segment) const
{
    const Theme& theme = Theme::current();
    paintClass(painter, segment.rect, segment.cls, theme);
    if (!carriesText(segment.cls))
        return;
    const DurationNs part = m_budget.devices[segment.device].budget[segment.cls];
    const QString share = format::percent(shareOf(part, m_budget.window.length()));
    const QString full = QString::fromLatin1(classLabel(segment.cls)) + u' ' + share;
    const double room = segment.rect.width() - 2 * kTextMargin;
    const QString text = fontMetrics().horizontalAdvance(full) <= room    ? full
                         : fontMetrics().horizontalAdvance(share) <= room ? share
                                                                          : QString();
    painter.setPen(Theme::textOn(theme.budget(segment.cls)));
    painter.drawText(segment.rect.adjusted(kTextMargin, 0, -kTextMargin, 0),
                     static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), text);
}

void BudgetBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    const int left = labelWidth();
    for (std::size_t d = 0; d < m_budget.devices.size(); ++d) {
        const int top = static_cast<int>(d) * (kBarHeight + kBarGap);
        const QRect label(0, top, left - 8, kBarHeight);
        const QString name =
            static_cast<int>(d) < m_names.size() ? m_names.at(static_cast<int>(d)) : QString();
        const bool active = m_budget.devices[d].active;
        painter.setPen(theme.color(active ? Role::Text : Role::TextMuted));
        painter.drawText(label, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                         fontMetrics().elidedText(name, Qt::ElideMiddle, label.width()));
        painter.fillRect(QRect(left, top, width() - left, kBarHeight), theme.color(Role::AltRow));
    }
    for (const Segment& segment : segments())
        paintSegment(painter, segment);
    for (const LegendEntry& entry : legend(width(), legendLines())) {
        const int inset = (kLegendRow - kSwatch) / 2;
        if (entry.cls)
            paintClass(painter,
                       QRectF(entry.rect.left(), entry.rect.top() + inset, kSwatch, kSwatch),
                       *entry.cls, theme);
        painter.setPen(theme.color(entry.cls ? Role::Text : Role::TextMuted));
        painter.drawText(entry.rect.adjusted(entry.cls ? kSwatch + 6 : 0, 0, 4, 0),
                         static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), entry.text);
    }
}

QString BudgetBar::tipOf(const Segment& segment) const
{
    const DurationNs part = m_budget.devices[segment.device].budget[segment.cls];
    const QString name = static_cast<int>(segment.device) < m_names.size()
                             ? m_names.at(static_cast<int>(segment.device)) + u": "
                             : QString();
    return name + QString::fromLatin1(classLabel(segment.cls)) + u' '
           + format::percent(shareOf(part, m_budget.window.length())) + u" of the window, "
           + format::exactNs(static_cast<Ns>(std::min<DurationNs>(part, kMaxNs)));
}

bool BudgetBar::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const Segment& segment : segments()) {
        if (segment.rect.contains(help->pos())) {
            QToolTip::showText(help->globalPos(), tipOf(segment), this);
            return true;
        }
    }
    for (const LegendEntry& entry : legend(width(), legendLines())) {
        if (entry.rect.contains(help->pos())) {
            QToolTip::showText(help->globalPos(), entry.tip, this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

QString BudgetBar::described() const
{
    QStringList parts;
    for (std::size_t c = 0; c < kBudgetClasses; ++c) {
        const auto cls = static_cast<BudgetClass>(c);
        if (m_budget.share(cls) > 0)
            parts << QString::fromLatin1(classLabel(cls)) + u' '
                         + format::percent(m_budget.share(cls));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace nv
