// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/flags.h"

#include "ui/format.h"
#include "ui/mark_text.h"
#include "ui/render/strip_painter.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

constexpr int kPadding = 4;
constexpr int kNarrowest = 14; ///< of a flag with a letter
constexpr int kWidest = 120;
constexpr int kMarkHalf = 5;
constexpr int kArrow = 4;
constexpr int kBandHeight = 4;

QFontMetrics metrics()
{
    return QFontMetrics(laneFont(1.0));
}

/// Of the columns of an area; far outside they are all the same.
int columnOf(const QRect& area, const scene::TimeScale& scale, Ns t)
{
    const double x = std::clamp(scale.xOf(t), -1e4, scale.width + 1e4);
    return area.left() + static_cast<int>(std::floor(x));
}

QRect rangeLine(const QRect& area)
{
    return {area.left(), area.top(), area.width(), kFlagLine};
}

QRect markLine(const QRect& area, const Annotations& annotations)
{
    const int above = annotations.ranges().empty() ? 0 : kFlagLine;
    return {area.left(), area.top() + above, area.width(), kFlagLine};
}

QString utf8Text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

bool isInHand(Ns mark, const Annotations& annotations)
{
    return annotations.chosenMark() == mark || annotations.comparedMark() == mark;
}

QString lengthText(Ns from, Ns to)
{
    return format::duration(static_cast<double>(lengthBetween(from, to)));
}

/// Between the two marks, else behind the later or before the earlier one, always whole.
MarkDistance comparedDistance(const QRect& area, const scene::TimeScale& scale,
                              const Annotations& annotations)
{
    const Ns a = *annotations.chosenMark();
    const Ns b = *annotations.comparedMark();
    const QRect line = markLine(area, annotations);
    const QString text = distanceText(a, b);
    const int from = std::max(columnOf(area, scale, std::min(a, b)), area.left());
    const int to = std::min(columnOf(area, scale, std::max(a, b)), area.right());
    const int width = metrics().horizontalAdvance(text) + 4;
    if (to - from >= width + 2 * (kMarkHalf + kArrow) + 12)
        return {QRect(from + kMarkHalf + 2, line.top(), to - from - 2 * kMarkHalf - 3, kFlagLine),
                text, true};
    int left = to + kMarkHalf + 4;
    if (left + width > area.right())
        left = std::max(from - kMarkHalf - 4 - width, area.left());
    return {QRect(left, line.top(), width, kFlagLine), text, false};
}

void paintRangeFlags(QPainter& painter, const QRect& area, const scene::TimeScale& scale,
                     const Annotations& annotations, const Theme& theme)
{
    const QRect line = rangeLine(area);
    const auto inkOf = [&](std::uint64_t id) {
        return theme.color(annotations.chosenRange() == id ? Role::Accent : Role::TextMuted);
    };
    for (const Annotations::Range& range : annotations.ranges()) {
        const int from = columnOf(area, scale, range.range.begin);
        const int to = std::max(columnOf(area, scale, range.range.end), from + 1);
        const QRect bar = QRect(from, line.bottom() - 2, to - from, 2).intersected(area);
        painter.fillRect(bar, inkOf(range.id));
        if (area.contains(to, line.center().y()))
            painter.fillRect(to - 1, line.bottom() - 6, 1, 6, inkOf(range.id));
    }
    for (const Flag& flag : rangeFlags(area, scale, annotations)) {
        const QColor ground = inkOf(*flag.range);
        painter.fillRect(flag.box, ground);
        painter.setPen(Theme::textOn(ground));
        painter.drawText(
            flag.box, Qt::AlignCenter,
            painter.fontMetrics().elidedText(flag.text, Qt::ElideRight, flag.box.width() - 2));
    }
}

void paintDistances(QPainter& painter, const QRect& area, const scene::TimeScale& scale,
                    const Annotations& annotations, const Theme& theme)
{
    const QColor ink = theme.color(Role::Text);
    for (const MarkDistance& distance : markDistances(area, scale, annotations)) {
        painter.setPen(ink);
        painter.drawText(distance.room, Qt::AlignCenter, distance.text);
        if (!distance.isBetween)
            continue;
        // Two lines from the text to the marks, with their heads.
        const int y = distance.room.center().y();
        const int half = (painter.fontMetrics().horizontalAdvance(distance.text) + 8) / 2;
        const int middle = distance.room.center().x();
        painter.fillRect(distance.room.left(), y, middle - half - distance.room.left(), 1, ink);
        painter.fillRect(middle + half, y, distance.room.right() - middle - half, 1, ink);
        for (int i = 0; i < kArrow; ++i) {
            painter.fillRect(distance.room.left() + i, y - i, 1, 2 * i + 1, ink);
            painter.fillRect(distance.room.right() - 1 - i, y - i, 1, 2 * i + 1, ink);
        }
    }
}

} // namespace

int flagsHeight(const Annotations& annotations)
{
    return (annotations.ranges().empty() ? 0 : kFlagLine)
           + (annotations.marks().empty() ? 0 : kFlagLine);
}

std::vector<Flag> rangeFlags(const QRect& area, const scene::TimeScale& scale,
                             const Annotations& annotations)
{
    std::vector<Flag> flags;
    if (scale.isEmpty())
        return flags;
    const QFontMetrics font = metrics();
    const QRect line = rangeLine(area);
    for (const Annotations::Range& range : annotations.ranges()) {
        const int from = columnOf(area, scale, range.range.begin);
        const int to = columnOf(area, scale, range.range.end);
        if (to < area.left() || from > area.right())
            continue;
        const QString name = utf8Text(range.name);
        const int wanted =
            std::clamp(font.horizontalAdvance(name) + 2 * kPadding, kNarrowest, kWidest);
        flags.push_back({QRect(std::max(from, area.left()), line.top(), wanted, kFlagLine - 3),
                         name, range.id, 0});
    }
    std::stable_sort(flags.begin(), flags.end(),
                     [](const Flag& a, const Flag& b) { return a.box.left() < b.box.left(); });
    // A flag gives way to the next one, down to its first letter; then it is moved.
    for (std::size_t i = 0; i + 1 < flags.size(); ++i) {
        QRect& own = flags[i].box;
        QRect& next = flags[i + 1].box;
        if (own.right() < next.left())
            continue;
        own.setWidth(std::max(next.left() - own.left() - 1, kNarrowest));
        if (own.right() >= next.left())
            next.moveLeft(own.right() + 2);
    }
    return flags;
}

std::vector<Flag> markFlags(const QRect& area, const scene::TimeScale& scale,
                            const Annotations& annotations)
{
    std::vector<Flag> flags;
    if (scale.isEmpty())
        return flags;
    const QRect line = markLine(area, annotations);
    for (const Ns mark : annotations.marks()) {
        const int x = columnOf(area, scale, mark);
        if (x >= area.left() && x <= area.right())
            flags.push_back({QRect(x - kMarkHalf, line.top(), 2 * kMarkHalf + 1, kFlagLine),
                             {},
                             std::nullopt,
                             mark});
    }
    return flags;
}

std::optional<Flag> flagAt(QPoint at, const QRect& area, const scene::TimeScale& scale,
                           const Annotations& annotations)
{
    for (const std::vector<Flag>& flags :
         {markFlags(area, scale, annotations), rangeFlags(area, scale, annotations)}) {
        const auto hit = std::find_if(flags.rbegin(), flags.rend(),
                                      [at](const Flag& flag) { return flag.box.contains(at); });
        if (hit != flags.rend())
            return *hit;
    }
    return std::nullopt;
}

std::vector<MarkDistance> markDistances(const QRect& area, const scene::TimeScale& scale,
                                        const Annotations& annotations)
{
    std::vector<MarkDistance> out;
    const std::vector<Ns>& marks = annotations.marks();
    if (scale.isEmpty())
        return out;
    if (annotations.comparedMark()) {
        out.push_back(comparedDistance(area, scale, annotations));
        return out;
    }
    const QFontMetrics font = metrics();
    const QRect line = markLine(area, annotations);
    for (std::size_t i = 0; i + 1 < marks.size(); ++i) {
        const QString length = lengthText(marks[i], marks[i + 1]);
        const int needed = font.horizontalAdvance(length) + 2 * (kMarkHalf + kArrow) + 16;
        const int from = std::max(columnOf(area, scale, marks[i]), area.left());
        const int to = std::min(columnOf(area, scale, marks[i + 1]), area.right());
        if (to - from >= needed) {
            out.push_back(
                {QRect(from + kMarkHalf + 2, line.top(), to - from - 2 * kMarkHalf - 3, kFlagLine),
                 length, true});
            continue;
        }
        // Behind the last two where they stand close together: nothing else is there.
        const QRect behind(to + kMarkHalf + 4, line.top(), font.horizontalAdvance(length) + 4,
                           kFlagLine);
        if (i + 2 == marks.size() && to >= from && behind.right() <= area.right())
            out.push_back({behind, length, false});
    }
    return out;
}

void paintFlags(QPainter& painter, const QRect& area, const scene::TimeScale& scale,
                const Annotations& annotations, const Theme& theme)
{
    painter.fillRect(area, theme.color(Role::Panel));
    if (area.isEmpty() || scale.isEmpty())
        return;
    painter.setFont(laneFont(1.0));
    paintRangeFlags(painter, area, scale, annotations, theme);
    paintDistances(painter, area, scale, annotations, theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Flag& flag : markFlags(area, scale, annotations)) {
        const bool isChosen = isInHand(flag.mark, annotations);
        QPainterPath sign;
        const QPointF tip(flag.box.center().x() + 0.5, flag.box.bottom() + 1.0);
        sign.moveTo(tip);
        sign.lineTo(tip.x() - kMarkHalf, flag.box.top() + 4.0);
        sign.lineTo(tip.x() + kMarkHalf, flag.box.top() + 4.0);
        sign.closeSubpath();
        painter.fillPath(sign, theme.color(isChosen ? Role::Accent : Role::Text));
        if (!annotations.noteOfMark(flag.mark).isEmpty())
            painter.fillRect(QRectF(tip.x() - kMarkHalf, flag.box.top() + 1.0, 2.0 * kMarkHalf, 2),
                             theme.color(isChosen ? Role::Accent : Role::Text));
    }
    painter.restore();
}

void paintMarkLines(QPainter& painter, const QRect& area, const scene::TimeScale& scale,
                    const Annotations& annotations, const Theme& theme)
{
    for (const Flag& flag : markFlags(area, scale, annotations)) {
        const bool isChosen = isInHand(flag.mark, annotations);
        painter.setPen(QPen(theme.color(isChosen ? Role::Accent : Role::Text), 1, Qt::DashLine));
        const int x = flag.box.center().x();
        painter.drawLine(x, area.top(), x, area.bottom());
    }
}

void paintBands(QPainter& painter, const QRect& area, const scene::TimeScale& scale,
                const Annotations& annotations, const Theme& theme)
{
    painter.setFont(laneFont(1.0));
    for (const Annotations::Range& range : annotations.ranges()) {
        const int from = columnOf(area, scale, range.range.begin);
        const int to = std::max(columnOf(area, scale, range.range.end), from + 2);
        const QRect band =
            QRect(from, area.bottom() - kBandHeight + 1, to - from, kBandHeight).intersected(area);
        const bool isChosen = annotations.chosenRange() == range.id;
        painter.fillRect(band, theme.color(isChosen ? Role::Accent : Role::Text));
        const QString name = utf8Text(range.name);
        const QRect room(band.left() + 2, area.top() + 4, band.width() - 4, 13);
        if (painter.fontMetrics().horizontalAdvance(name) > room.width())
            continue;
        // On a ground of its own: the bars behind it may be as dark as the name.
        const QRect plate =
            painter.fontMetrics().boundingRect(room, Qt::AlignLeft | Qt::AlignTop, name);
        painter.fillRect(plate.adjusted(-2, -1, 2, 1), theme.color(Role::Background));
        painter.setPen(theme.color(isChosen ? Role::Accent : Role::Text));
        painter.drawText(room, Qt::AlignLeft | Qt::AlignTop, name);
    }
    for (const Ns mark : annotations.marks()) {
        const int x = columnOf(area, scale, mark);
        if (x < area.left() || x > area.right())
            continue;
        painter.setPen(QPen(theme.color(isInHand(mark, annotations) ? Role::Accent : Role::Text), 1,
                            Qt::DotLine));
        painter.drawLine(x, area.top(), x, area.bottom());
    }
}

QString flagText(const Flag& flag, const Annotations& annotations)
{
    if (!flag.range)
        return markText(flag.mark, annotations);
    const Annotations::Range* range = annotations.find(*flag.range);
    if (range == nullptr)
        return {};
    QString out = utf8Text(range->name) % QStringLiteral(" · ") % format::range(range->range)
                  % QStringLiteral(" · ") % lengthText(range->range.begin, range->range.end);
    if (range->key != 0)
        out += QCoreApplication::translate("Flags", " · key %1").arg(range->key);
    if (!range->note.empty())
        out += u'\n' + utf8Text(range->note);
    return out;
}

} // namespace nv
