// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/time_scale.h"
#include "ui/annotations.h"
#include "ui/theme.h"

#include <QRect>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

/// Marks and named ranges where time runs from left to right: flags above the axis, lines through
/// the lanes, bands in the overview.
/// Shape: above the axis one line for the ranges and one for the marks, only where there are any.
/// Unit: logical pixels.  Thread: GUI thread.
namespace nv {

inline constexpr int kFlagLine = 16;

int flagsHeight(const Annotations& annotations);

/// A flag as it is drawn: the name of a range at its begin, or a mark.
struct Flag
{
    QRect box;
    QString text;                       ///< of a range
    std::optional<std::uint64_t> range; ///< its id
    Ns mark = 0;                        ///< where it is no range
};

/// Those that can be seen, ascending; a range that began before the view stands at its left edge.
std::vector<Flag> rangeFlags(const QRect& area, const scene::TimeScale& scale,
                             const Annotations& annotations);
std::vector<Flag> markFlags(const QRect& area, const scene::TimeScale& scale,
                            const Annotations& annotations);
/// The flag under a point of the area.
std::optional<Flag> flagAt(QPoint at, const QRect& area, const scene::TimeScale& scale,
                           const Annotations& annotations);

/// How far two neighbouring marks are apart, and where that is written.
struct MarkDistance
{
    QRect
        room; ///< between the marks, as far as it is seen; behind the last one where that is short
    QString text;
    bool isBetween = true;
};

/// Of each mark to the next one; of two that are compared their own alone, to the nanosecond.
std::vector<MarkDistance> markDistances(const QRect& area, const scene::TimeScale& scale,
                                        const Annotations& annotations);

void paintFlags(QPainter& painter, const QRect& area, const scene::TimeScale& scale,
                const Annotations& annotations, const Theme& theme);
/// A line through the lanes for each mark.
void paintMarkLines(QPainter& painter, const QRect& area, const scene::TimeScale& scale,
                    const Annotations& annotations, const Theme& theme);
void paintBands(QPainter& painter, const QRect& area, const scene::TimeScale& scale,
                const Annotations& annotations, const Theme& theme);

/// What a flag stands for, for its tooltip.
QString flagText(const Flag& flag, const Annotations& annotations);

} // namespace nv
