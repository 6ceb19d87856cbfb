// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/outliers/twin_picture.h"

#include "core/scene/event_view.h"
#include "core/scene/lane_sampler.h"
#include "ui/format.h"
#include "ui/render/analysis_colors.h"
#include "ui/render/row_painter.h"
#include "ui/render/strip_cache.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

constexpr int kHeadWidth = 130;
constexpr int kTitle = 16;
constexpr int kRow = 14;
constexpr int kGap = 2;
constexpr int kScale = 16;
constexpr std::size_t kMostRows = 4;
constexpr DurationNs kLeastNs = 1000; ///< of the stretch that is drawn

/// From the start of either launch: back to the earlier of the two calls, as long as that does not
/// squeeze the launches, and to the end of the longer one.
TimeRange aroundBoth(const TraceModel& trace, const TwinComparison& comparison)
{
    DurationNs longest = kLeastNs;
    DurationNs before = 0;
    for (const EventDetails* details : {&comparison.own, &comparison.twin}) {
        longest = std::max(longest, details->range.length());
        if (details->launch)
            before = std::max(before, lengthBetween(trace.calls.start[details->launch->call()],
                                                    details->range.begin));
    }
    const DurationNs air = longest / 8;
    before = std::clamp(before + air, longest / 4, longest);
    return {-static_cast<Ns>(before), static_cast<Ns>(longest + air)};
}

} // namespace

TwinPicture::TwinPicture(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("The launch and its median twin"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

TwinPicture::~TwinPicture() = default;

void TwinPicture::showTwins(const AnalysisPtr& analysis, const TwinComparison& comparison)
{
    m_analysis = analysis;
    m_colors = std::make_unique<AnalysisColors>(analysis);
    m_around = aroundBoth(*analysis->trace, comparison);
    m_halves.clear();
    m_halves.push_back(half(comparison.own, m_around, 0));
    m_halves.push_back(half(comparison.twin, m_around, m_halves[0].box.bottom() + 1 + kGap));
    updateGeometry();
    update();
}

void TwinPicture::clear()
{
    m_halves.clear();
    updateGeometry();
    update();
}

TwinPicture::Half TwinPicture::half(const EventDetails& details, TimeRange around, int top) const
{
    Half out;
    out.event = details.event;
    out.view = {addSaturated(details.range.begin, around.begin),
                addSaturated(details.range.begin, around.end)};
    out.box = QRect(0, top, 0, kTitle);
    if (details.launch)
        addRow(out, placeOf(*m_analysis->trace, {EventKind::Call, details.launch->call.value}));
    addRow(out, placeOf(*m_analysis->trace, details.event));
    addBeside(out, details);
    return out;
}

void TwinPicture::addRow(Half& half, LanePlace place) const
{
    if (place.isNone() || half.rows.size() >= kMostRows)
        return;
    const int y = half.box.top() + half.box.height();
    half.rows.push_back({place.lane, place.row, y, kRow});
    half.box.setHeight(half.box.height() + kRow + kGap);
}

/// Other rows of its device on which something ran meanwhile.
void TwinPicture::addBeside(Half& half, const EventDetails& details) const
{
    const TraceModel& trace = *m_analysis->trace;
    const LanePlace own = placeOf(trace, details.event);
    const DeviceId device = trace.deviceOf(OpIndex(details.event.index));
    for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
        const Lane& lane = trace.lanes[l];
        if (lane.events != EventKind::Op || lane.device != device)
            continue;
        for (std::size_t r = 0; r < lane.rows.size(); ++r) {
            const scene::Slice slice =
                scene::sliceOf(lane.rows[r], timeColumns(trace, EventKind::Op), details.range);
            if (slice.first < slice.last && (l != own.lane || r != own.row))
                addRow(half, {l, r});
        }
    }
}

int TwinPicture::wantedHeight() const
{
    return m_halves.empty() ? 0 : m_halves.back().box.bottom() + 1 + kScale;
}

QSize TwinPicture::sizeHint() const
{
    return {480, wantedHeight()};
}

QSize TwinPicture::minimumSizeHint() const
{
    return {240, wantedHeight()};
}

scene::TimeScale TwinPicture::scaleOf(const Half& half) const
{
    return {half.view, std::max(width() - kHeadWidth, 0)};
}

void TwinPicture::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = Theme::current();
    painter.fillRect(rect(), theme.color(Role::Background));
    if (m_halves.size() != 2 || scaleOf(m_halves[0]).isEmpty())
        return;
    paintHalf(painter, m_halves[0], tr("this launch"));
    paintHalf(painter, m_halves[1], tr("median twin"));
    paintScale(painter);
}

void TwinPicture::paintHalf(QPainter& painter, const Half& half, const QString& title) const
{
    const Theme& theme = Theme::current();
    const TimeRange range = scene::rangeOf(*m_analysis->trace, half.event);
    painter.setFont(laneFont(1.0));
    painter.setPen(theme.color(Role::Text));
    painter.drawText(
        QRect(4, half.box.top(), width() - 8, kTitle), Qt::AlignLeft | Qt::AlignVCenter,
        title % QStringLiteral(" · ") % format::duration(static_cast<double>(range.length()))
            % QStringLiteral(" · at ") % format::timeAt(range.begin, 1));
    for (const scene::LayoutRow& row : half.rows)
        paintRow(painter, half, row);
    const scene::TimeScale scale = scaleOf(half);
    const LanePlace place = placeOf(*m_analysis->trace, half.event);
    for (const scene::LayoutRow& row : half.rows) {
        if (row.lane != place.lane || row.row != place.row)
            continue;
        const int from = kHeadWidth + static_cast<int>(std::lround(scale.xOf(range.begin)));
        const int to = kHeadWidth + static_cast<int>(std::lround(scale.xOf(range.end)));
        painter.setPen(QPen(theme.color(Role::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRect(from, row.y, std::max(to - from, 2), row.height));
    }
}

void TwinPicture::paintRow(QPainter& painter, const Half& half, const scene::LayoutRow& row) const
{
    const TraceModel& trace = *m_analysis->trace;
    const Theme& theme = Theme::current();
    painter.setPen(theme.color(Role::TextMuted));
    const QRect head(12, row.y, kHeadWidth - 16, row.height);
    painter.drawText(
        head, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(laneLabel(trace, trace.lanes[row.lane], false),
                                         Qt::ElideMiddle, head.width()));
    scene::StripScratch scratch;
    scene::Strip strip;
    buildStrip(trace, *m_colors, row, nullptr, scaleOf(half), row.height, kLabelPx, scratch, strip);
    painter.save();
    painter.setClipRect(kHeadWidth, row.y, width() - kHeadWidth, row.height);
    painter.translate(kHeadWidth, row.y);
    StripPainter(m_analysis->trace, theme.mode(), 1.0).paint(strip, painter);
    painter.restore();
}

/// Where both begin, and how far the picture reaches.
void TwinPicture::paintScale(QPainter& painter) const
{
    const Theme& theme = Theme::current();
    const scene::TimeScale scale{m_around, width() - kHeadWidth};
    const int zero = kHeadWidth + static_cast<int>(std::lround(scale.xOf(0)));
    const QRect line(kHeadWidth, m_halves[1].box.bottom() + 1, width() - kHeadWidth, kScale);
    painter.fillRect(zero, kTitle, 1, line.top() - kTitle, theme.color(Role::Line));
    painter.setFont(laneFont(1.0));
    painter.setPen(theme.color(Role::TextMuted));
    const auto length = [](Ns ns) { return format::duration(static_cast<double>(ns)); };
    painter.drawText(line.adjusted(2, 0, -4, 0), Qt::AlignRight | Qt::AlignVCenter,
                     u'+' % length(m_around.end));
    painter.drawText(QRect(zero + 3, line.top(), 60, kScale), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("start"));
    if (zero - line.left() > 60)
        painter.drawText(line.adjusted(2, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         length(m_around.begin));
}

void TwinPicture::mouseReleaseEvent(QMouseEvent* event)
{
    const auto hit = std::find_if(m_halves.begin(), m_halves.end(), [event](const Half& half) {
        const int y = event->position().toPoint().y();
        return half.box.top() <= y && y <= half.box.bottom();
    });
    if (hit != m_halves.end())
        emit picked(hit->event);
}

bool TwinPicture::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        update();
    return QWidget::event(event);
}

} // namespace nv
