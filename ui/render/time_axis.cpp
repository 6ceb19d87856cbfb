// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/time_axis.h"

#include "core/scene/ruler.h"
#include "ui/format.h"
#include "ui/render/strip_painter.h"
#include "ui/window_text.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

constexpr int kMinLabelPx = 90;
constexpr int kMinStepPx = 4;
constexpr int kHandlePx = 4;
constexpr int kBandLines = 64; ///< below the 96 from which Qt 6 fills in parallel
const QString kSeparator = QStringLiteral(" \u00b7 ");

/// Columns of a range inside an area; empty when it lies outside.
QRect columns(const QRect& area, const scene::TimeScale& scale, TimeRange range)
{
    const int from = static_cast<int>(std::lround(std::max(scale.xOf(range.begin), -8.0)));
    const int to = static_cast<int>(std::lround(std::min(scale.xOf(range.end), scale.width + 8.0)));
    return {area.left() + from, area.top(), std::max(to - from, 1), area.height()};
}

/// Blends a colour over a large area in bands: Qt hands taller fills to its thread pool, and waking
/// threads costs more than blending when the processors are busy.
void blend(QPainter& painter, const QRect& area, const QColor& color)
{
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        painter.fillRect(area, color); // no seams in vector files
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const int band = std::max(static_cast<int>(kBandLines / ratio), 1);
    for (int y = area.top(); y <= area.bottom(); y += band)
        painter.fillRect(area.left(), y, area.width(), std::min(band, area.bottom() - y + 1),
                         color);
}

} // namespace

QRect windowBar(const QRect& axis)
{
    return {axis.left(), axis.bottom() - kWindowBarHeight + 1, axis.width(), kWindowBarHeight};
}

QString axisText(const scene::TimeScale& scale, Ns at)
{
    return format::withMinus(QString::fromStdString(scene::pointLabel(scale, kMinLabelPx, at)));
}

void paintAxis(QPainter& painter, const QRect& axis, const scene::TimeScale& scale,
               const Theme& theme)
{
    painter.fillRect(axis, theme.color(Role::Panel));
    if (scale.isEmpty())
        return;
    const scene::Ruler ruler = scene::makeRuler(scale, kMinLabelPx);
    const QFont font = laneFont(1.0);
    const QFontMetricsF metrics(font);
    const int tickTop = axis.top() + 16;
    const int tickBottom = windowBar(axis).top();
    painter.setFont(font);
    double free = axis.left() + 4.0;
    if (!ruler.base.empty()) {
        const QString base = format::withMinus(QString::fromStdString(ruler.base));
        painter.setPen(theme.color(Role::Text));
        painter.drawText(QPointF(free, axis.top() + 12.0), base);
        free += metrics.horizontalAdvance(base) + 10;
    }
    for (const scene::RulerTick& tick : ruler.ticks) {
        const int x = axis.left() + static_cast<int>(tick.x);
        painter.fillRect(x, tick.isMajor ? tickTop : tickTop + 5, 1,
                         tickBottom - (tick.isMajor ? tickTop : tickTop + 5),
                         theme.color(Role::Line));
        if (!tick.isMajor)
            continue;
        const QString label = format::withMinus(QString::fromStdString(tick.label));
        const double left = x - metrics.horizontalAdvance(label) / 2;
        if (left < free || left + metrics.horizontalAdvance(label) > axis.right() - 2)
            continue;
        painter.setPen(theme.color(Role::TextMuted));
        painter.drawText(QPointF(std::round(left), axis.top() + 12.0), label);
        free = left + metrics.horizontalAdvance(label) + 8;
    }
}

void paintSteps(QPainter& painter, const QRect& axis, const scene::TimeScale& scale,
                const SteadyState& steady, const Theme& theme)
{
    auto step =
        std::partition_point(steady.steps.begin(), steady.steps.end(),
                             [&scale](const Step& s) { return s.begin < scale.view.begin; });
    const int bottom = windowBar(axis).top();
    while (step != steady.steps.end() && step->begin < scale.view.end) {
        const double x = scale.xOf(step->begin);
        painter.fillRect(axis.left() + static_cast<int>(x), bottom - 4, 1, 4,
                         theme.color(step->regular ? Role::Accent : Role::Warning));
        // The next one that is far enough to be told apart.
        const Ns next = scale.timeAt(x + kMinStepPx);
        step = std::partition_point(step + 1, steady.steps.end(),
                                    [next](const Step& s) { return s.begin < next; });
    }
}

void paintWindowBar(QPainter& painter, const QRect& axis, const scene::TimeScale& scale,
                    const Window& window, const QString& name, const Theme& theme)
{
    const QRect area = windowBar(axis);
    painter.fillRect(area, theme.color(Role::Background));
    painter.fillRect(area.left(), area.bottom(), area.width(), 1, theme.color(Role::Line));
    if (window.range.isEmpty() || scale.isEmpty())
        return;
    const QRect bar = columns(area, scale, window.range).intersected(area);
    if (bar.isEmpty())
        return;
    const QColor accent = theme.color(Role::Accent);
    QColor wash = accent;
    wash.setAlphaF(0.16F);
    painter.fillRect(bar, wash);
    const QRect whole = columns(area, scale, window.range);
    painter.fillRect(QRect(whole.left(), bar.top(), kHandlePx, bar.height()).intersected(bar),
                     accent);
    painter.fillRect(
        QRect(whole.right() - kHandlePx + 1, bar.top(), kHandlePx, bar.height()).intersected(bar),
        accent);
    const QRect room = bar.adjusted(kHandlePx + 4, 0, -kHandlePx - 4, 0);
    painter.setFont(laneFont(1.0));
    // Least important last: what does not fit is left out from the end.
    QStringList parts = name.split(kSeparator);
    while (!parts.isEmpty()
           && painter.fontMetrics().horizontalAdvance(parts.join(kSeparator)) > room.width())
        parts.removeLast();
    painter.setPen(theme.color(Role::Text));
    painter.drawText(room, Qt::AlignCenter, parts.join(kSeparator));
}

void paintWindow(QPainter& painter, const QRect& area, const scene::TimeScale& scale,
                 TimeRange window, const Theme& theme)
{
    if (window.isEmpty() || scale.isEmpty())
        return;
    const QRect inside = columns(area, scale, window);
    const QRect shown = inside.intersected(area);
    const QColor dim = theme.color(Role::Dim);
    if (shown.isEmpty()) {
        blend(painter, area, dim);
        return;
    }
    blend(painter, QRect(area.left(), area.top(), shown.left() - area.left(), area.height()), dim);
    blend(painter,
          QRect(shown.right() + 1, area.top(), area.right() - shown.right(), area.height()), dim);
    // Where nothing is outside there is nothing to tell apart: no tint over the whole screen.
    if (shown != area)
        blend(painter, shown, theme.color(Role::WindowTint));
    const QColor accent = theme.color(Role::Accent);
    for (const int x : {inside.left(), inside.right()})
        if (x >= area.left() && x <= area.right())
            painter.fillRect(x, area.top(), 1, area.height(), accent);
}

QRegion outsideOf(const QRect& area, const scene::TimeScale& scale, TimeRange window)
{
    if (window.isEmpty() || scale.isEmpty())
        return {};
    return QRegion(area).subtracted(columns(area, scale, window));
}

QString windowName(const Window& window, const SteadyState& steady)
{
    QStringList parts;
    switch (window.source) {
    case WindowSource::Steady:
        parts << QStringLiteral("steady state");
        break;
    case WindowSource::All:
        parts << windowSourceText(window);
        break;
    case WindowSource::User:
        parts << QStringLiteral("window");
        break;
    case WindowSource::Nvtx:
        parts << QStringLiteral("NVTX window");
        break;
    }
    if (window.steps)
        parts << (format::count(*window.steps)
                  % (*window.steps == 1 ? QStringLiteral(" step") : QStringLiteral(" steps")));
    parts << format::duration(static_cast<double>(window.range.length()));
    if (window.source == WindowSource::Steady && steady.found) {
        constexpr std::array<const char*, 3> kNames{"low confidence", "medium confidence",
                                                    "high confidence"};
        parts << QString::fromLatin1(kNames.at(static_cast<std::size_t>(steady.confidence)));
    }
    return parts.join(kSeparator);
}

} // namespace nv
