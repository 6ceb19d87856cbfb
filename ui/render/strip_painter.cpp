// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/strip_painter.h"

#include "core/scene/chart_strip.h"
#include "core/scene/event_view.h"
#include "ui/colour_space.h"
#include "ui/render/analysis_colors.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nv {

using scene::ColorGroup;
using scene::ColorKey;

namespace {

constexpr int kLaneFontPx = 11;
constexpr int kLabelPadPx = 3;
constexpr qsizetype kLeastLetters = 5;     ///< "f…l" says nothing
constexpr std::size_t kMostTexts = 20'000; ///< forgotten all at once beyond
constexpr qsizetype kLongestText = 400;    ///< more characters never fit a screen

void fillRect(QImage& image, const scene::StripRect& rect, QRgb color)
{
    for (int y = rect.y; y < rect.y + rect.h; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y)) + rect.x;
        std::fill(line, line + rect.w, color);
    }
}

QColor mixed(const QColor& a, const QColor& b, double shareOfB)
{
    const auto mix = [shareOfB](int x, int y) {
        return static_cast<int>(std::lround(x + (y - x) * shareOfB));
    };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

/// A text of its own for every number: numbers do not change the colour of a range.
std::string lettersOf(std::uint32_t number)
{
    std::string out;
    for (; number != 0; number /= 26)
        out += static_cast<char>('a' + number % 26);
    return out;
}

/// Greys with a touch of colour: a chart must not be taken for a class of time.
QColor chartColor(const Theme& theme, scene::ChartColor color)
{
    const QColor ground = theme.color(Role::Background);
    const QColor metric = mixed(theme.color(Role::Nvtx), theme.color(Role::Text), 0.25);
    const QColor memory = theme.color(Role::TextMuted);
    switch (color) {
    case scene::ChartColor::MetricLeast:
        return metric;
    case scene::ChartColor::MetricMost:
        return mixed(ground, metric, 0.45);
    case scene::ChartColor::MemoryLeast:
        return memory;
    case scene::ChartColor::MemoryMost:
        break;
    }
    return mixed(ground, memory, 0.45);
}

} // namespace

QColor dimmed(const QColor& fill, const Theme& theme)
{
    const QColor dim = theme.color(Role::Dim);
    return mixed(fill, dim, dim.alphaF());
}

QColor labelInk(const QColor& fill, WindowSide side, const Theme& theme)
{
    if (side == WindowSide::Inside)
        return Theme::textOn(fill);
    constexpr double kFaintest = 0.4; ///< of the ground in the ink
    constexpr double kStep = 0.1;
    constexpr double kLeastContrast = 4.5;
    const QColor ground = dimmed(fill, theme);
    const QColor full = Theme::textOn(ground);
    for (double share = kFaintest; share > kStep / 2; share -= kStep) {
        const QColor ink = mixed(full, ground, share);
        if (contrast(ink, ground) >= kLeastContrast)
            return ink;
    }
    return full;
}

QFont laneFont(double pixelRatio)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(kLaneFontPx * pixelRatio))));
    return font;
}

StripPainter::StripPainter(TracePtr trace, Theme::Mode mode, double pixelRatio)
    : m_trace(std::move(trace))
    , m_mode(mode)
    , m_pixelRatio(pixelRatio)
    , m_font(laneFont(pixelRatio))
    , m_ellipsis(static_cast<float>(QFontMetricsF(m_font).horizontalAdvance(QChar(0x2026))))
{}

QColor StripPainter::resolve(ColorKey color) const
{
    const Theme& theme = Theme::of(m_mode);
    const NameId name = color.id == NameId::kNone ? NameId::none() : NameId(color.id);
    switch (color.group) {
    case ColorGroup::Kernel:
        return theme.kernel(m_trace->names.text(name));
    case ColorGroup::Family:
        return theme.kernel(familyOfNumber(color.id));
    case ColorGroup::Class:
        return theme.budget(static_cast<BudgetClass>(color.id));
    case ColorGroup::Api:
        return theme.api(static_cast<ApiClass>(color.id));
    case ColorGroup::Range:
        return theme.range(m_trace->names.text(name));
    case ColorGroup::OsCall:
        return theme.color(Role::OsRuntime);
    case ColorGroup::Overhead:
        return theme.color(Role::Overhead);
    case ColorGroup::Category:
        return theme.range(lettersOf(color.id));
    case ColorGroup::Given:
        return QColor::fromRgb(color.id);
    case ColorGroup::Chart:
        return chartColor(theme, static_cast<scene::ChartColor>(color.id));
    case ColorGroup::Separator:
        break;
    }
    return theme.color(Role::Background);
}

QRgb StripPainter::rgb(ColorKey color)
{
    const std::uint64_t key =
        std::uint64_t{color.id} << 8U | static_cast<std::uint64_t>(color.group);
    const auto [at, isNew] = m_colors.try_emplace(key, 0U);
    if (isNew)
        at->second = resolve(color).rgb();
    return at->second;
}

QColor StripPainter::inkOn(ColorKey color, WindowSide side)
{
    const QRgb fill = rgb(color);
    if (side == WindowSide::Inside)
        return Theme::textOn(QColor(fill));
    const auto [at, isNew] = m_outsideInks.try_emplace(fill, 0U);
    if (isNew)
        at->second = labelInk(QColor(fill), side, Theme::of(m_mode)).rgb();
    return {at->second};
}

void StripPainter::render(const scene::Strip& strip, QImage& image, WindowSide side)
{
    const QSize size(std::max(strip.width, 1), std::max(strip.height, 1));
    if (image.size() != size)
        image = QImage(size, QImage::Format_RGB32);
    image.fill(Theme::of(m_mode).color(Role::Background));
    for (const scene::StripRect& rect : strip.rects)
        fillRect(image, rect, rgb(rect.color));
    const bool isOutside = side == WindowSide::Outside;
    if (strip.labels.empty() && !isOutside)
        return;
    QPainter painter(&image);
    if (isOutside)
        painter.fillRect(image.rect(), Theme::of(m_mode).color(Role::Dim));
    paintLabels(strip, painter, [side](const scene::StripLabel&) { return side; });
}

void StripPainter::paint(const scene::Strip& strip, QPainter& painter)
{
    paintRects(strip, painter);
    paintLabels(strip, painter, [](const scene::StripLabel&) { return WindowSide::Inside; });
}

void StripPainter::paintRects(const scene::Strip& strip, QPainter& painter)
{
    painter.setPen(Qt::NoPen);
    for (const scene::StripRect& rect : strip.rects)
        painter.fillRect(QRect(rect.x, rect.y, rect.w, rect.h), QColor(rgb(rect.color)));
}

void StripPainter::paintLabels(const scene::Strip& strip, QPainter& painter, const SideOf& sideOf)
{
    if (strip.height < QFontMetricsF(m_font).ascent())
        return;
    painter.setFont(m_font);
    const QFontMetricsF metrics(m_font);
    const double baseline = (strip.height + metrics.capHeight()) / 2;
    const double pad = kLabelPadPx * m_pixelRatio;
    for (const scene::StripLabel& label : strip.labels) {
        const auto room = static_cast<float>(label.w - 2 * pad);
        const QString text = label.event.kind == EventKind::Range
                                 ? begunText(measured(label), room, m_ellipsis)
                                 : fitted(measured(label), room, m_ellipsis);
        if (text.isEmpty())
            continue;
        painter.setPen(inkOn(label.color, sideOf(label)));
        painter.drawText(QPointF(label.x + pad, std::round(baseline)), text);
    }
}

const StripPainter::Measured& StripPainter::measured(const scene::StripLabel& label)
{
    if (m_texts.size() > kMostTexts)
        m_texts.clear();
    const auto [at, isNew] = m_texts.try_emplace(scene::labelOf(*m_trace, label.event));
    Measured& out = at->second;
    if (!isNew)
        return out;
    out.text = QString::fromStdString(at->first).left(kLongestText).simplified();
    const QFontMetricsF metrics(m_font);
    float edge = 0;
    for (const QChar c : out.text) {
        edge += static_cast<float>(metrics.horizontalAdvance(c));
        out.edges.push_back(edge);
    }
    return out;
}

/// The whole text, or as much of its begin as fits: what somebody wrote for a range begins with what
/// it is and ends with a number that is another one each time.
QString StripPainter::begunText(const Measured& text, float room, float ellipsis)
{
    if (text.edges.empty() || text.edges.back() <= room)
        return text.text;
    const auto head = static_cast<qsizetype>(
        std::upper_bound(text.edges.begin(), text.edges.end(), room - ellipsis)
        - text.edges.begin());
    return head < kLeastLetters ? QString() : text.text.left(head) + QChar(0x2026);
}

/// The whole text, or its two ends around an ellipsis: kernels of one family differ at the end of
/// their names; empty where too little would be left.
QString StripPainter::fitted(const Measured& text, float room, float ellipsis)
{
    if (text.edges.empty() || text.edges.back() <= room)
        return text.text;
    const float half = (room - ellipsis) / 2;
    const auto count = static_cast<qsizetype>(text.edges.size());
    const auto head = static_cast<qsizetype>(
        std::upper_bound(text.edges.begin(), text.edges.end(), half) - text.edges.begin());
    const float tailFrom = text.edges.back() - half;
    const auto tail =
        count - 1
        - static_cast<qsizetype>(std::lower_bound(text.edges.begin(), text.edges.end(), tailFrom)
                                 - text.edges.begin());
    if (head + tail < kLeastLetters)
        return {};
    return text.text.left(head) + QChar(0x2026) + text.text.right(tail);
}

} // namespace nv
