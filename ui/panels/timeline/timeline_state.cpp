// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/timeline_state.h"

#include "core/scene/event_view.h"
#include "ui/commands/commands.h"

#include <algorithm>
#include <utility>

namespace nv {

namespace {

constexpr int kNarrowestHead = 120;
constexpr int kWidestHead = 600;
constexpr double kReachPx = 2; ///< how far beside an event a pointer still means it
constexpr int kOrderRestMs = 200;

/// The candidate nearest to t so far.
struct Nearest
{
    Ns t = 0;
    DurationNs reach = 0;
    Ns best = 0;

    void offer(Ns candidate)
    {
        const DurationNs distance =
            candidate < t ? lengthBetween(candidate, t) : lengthBetween(t, candidate);
        if (distance >= reach)
            return;
        reach = distance;
        best = candidate;
    }
};

void offerSteps(const SteadyState& steady, Nearest& nearest)
{
    auto step = std::partition_point(steady.steps.begin(), steady.steps.end(),
                                     [&nearest](const Step& s) { return s.begin < nearest.t; });
    if (step != steady.steps.end())
        nearest.offer(step->begin);
    if (step != steady.steps.begin()) {
        nearest.offer((step - 1)->begin);
        nearest.offer((step - 1)->end);
    }
}

void offerEvents(const LaneRow& row, TimeColumns columns, Nearest& nearest)
{
    const auto after =
        std::partition_point(row.events.begin(), row.events.end(),
                             [&](std::uint32_t i) { return columns.start[i] < nearest.t; });
    if (after != row.events.end())
        nearest.offer(columns.start[*after]);
    if (after != row.events.begin()) {
        nearest.offer(columns.start[*(after - 1)]);
        nearest.offer(columns.end[*(after - 1)]);
    }
}

} // namespace

TimelineState::TimelineState(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_commands(new Commands(this))
{
    connect(&m_document, &Document::analysisChanged, this, &TimelineState::openTrace);
    connect(&m_document, &Document::revealRequested, this, &TimelineState::bringIntoView);
    connect(&m_document, &Document::windowChanged, this, &TimelineState::followWindow);
    connect(&m_document, &Document::selectionChanged, this, &TimelineState::laneInHandChanged);
    m_orderRest.setSingleShot(true);
    m_orderRest.setInterval(kOrderRestMs);
    connect(&m_orderRest, &QTimer::timeout, this, &TimelineState::sortLanes);
    openTrace();
}

/// Other limits for the same trace change colours at most: rows, folds and the place stay.
void TimelineState::openTrace()
{
    const TracePtr opened = m_document.analysis() ? m_document.analysis()->trace : nullptr;
    if (opened && opened == m_opened) {
        m_colors = std::make_unique<AnalysisColors>(m_document.analysis(), m_colorChoice);
        return;
    }
    m_opened = opened;
    m_cursor.reset();
    m_cursorY.reset();
    m_scrollY = 0;
    const scene::RowDensity density = m_layout.density();
    m_colors.reset();
    m_layout = {};
    m_attributesJob.cancel();
    m_colorChoice.attributes.reset();
    m_areAttributesAsked = false;
    if (m_document.analysis()) {
        m_colors = std::make_unique<AnalysisColors>(m_document.analysis(), m_colorChoice);
        m_layout = scene::LaneLayout(trace()->lanes);
    }
    m_layout.setDensity(density);
    emit traceOpened();
    forgetLanes();
    askCharts();
    applyColors();
    emit layoutChanged();
}

void TimelineState::setColors(KernelColors kernels, RangeColors ranges)
{
    if (kernels == m_colorChoice.kernels && ranges == m_colorChoice.ranges)
        return;
    m_colorChoice.kernels = kernels;
    m_colorChoice.ranges = ranges;
    applyColors();
}

/// Colours and categories of ranges lie in the file; until they are read ranges keep their colours.
void TimelineState::applyColors()
{
    if (trace() == nullptr)
        return;
    m_colors = std::make_unique<AnalysisColors>(m_document.analysis(), m_colorChoice);
    emit colorsChanged();
    const bool areAsked =
        m_colorChoice.ranges == RangeColors::ByCategory || m_colorChoice.ranges == RangeColors::Own;
    if (!areAsked || std::exchange(m_areAttributesAsked, true))
        return;
    m_attributesJob.follow(
        [opened = m_opened](const std::stop_token& stop) {
            return readNvtxAttributes(*opened, stop);
        },
        [this](const Result<NvtxAttributesPtr>& attributes) {
            if (!attributes) {
                if (attributes.error().code != Errc::Cancelled)
                    emit m_document.failed(QString::fromStdString(attributes.error().message));
                return;
            }
            m_colorChoice.attributes = attributes.value();
            m_colors = std::make_unique<AnalysisColors>(m_document.analysis(), m_colorChoice);
            emit colorsChanged();
        });
}

int TimelineState::maxScrollY() const
{
    return std::max(m_layout.height() - m_canvasSize.height(), 0);
}

void TimelineState::setScrollY(int y)
{
    const int next = std::clamp(y, 0, maxScrollY());
    if (next == m_scrollY)
        return;
    m_scrollY = next;
    emit scrolled();
}

void TimelineState::setCanvasSize(QSize size)
{
    m_canvasSize = size;
    setScrollY(m_scrollY);
    emit layoutChanged();
}

void TimelineState::setHeadWidth(int width)
{
    const int next = std::clamp(width, kNarrowestHead, kWidestHead);
    if (next == m_headWidth)
        return;
    m_headWidth = next;
    emit headWidthChanged();
}

void TimelineState::setCursor(std::optional<Ns> t, std::optional<int> y)
{
    m_cursorY = y;
    if (t == m_cursor)
        return;
    const std::optional<Ns> before = m_cursor;
    m_cursor = t;
    emit cursorMoved(before);
}

const scene::LayoutRow* TimelineState::rowAt(QPoint point) const
{
    return trace() == nullptr ? nullptr : rows().rowAt(point.y());
}

TimeRange TimelineState::columnAt(int x) const
{
    const Ns begin = scale().timeAt(x);
    return {begin, std::max(scale().timeAt(x + 1), addSaturated(begin, 1))};
}

scene::Cell TimelineState::cellAt(QPoint point) const
{
    const scene::LayoutRow* at = rowAt(point);
    if (at == nullptr || scale().isEmpty())
        return {};
    const Lane* lane = laneOf(*at);
    if (lane == nullptr || at->row >= lane->rows.size())
        return {};
    return scene::cellOf(lane->rows[at->row], timeColumns(*trace(), lane->events),
                         columnAt(point.x()));
}

std::optional<EventRef> TimelineState::eventAt(QPoint point) const
{
    const scene::LayoutRow* at = rowAt(point);
    if (at == nullptr || scale().isEmpty())
        return std::nullopt;
    const Lane* lane = laneOf(*at);
    if (lane == nullptr || at->row >= lane->rows.size())
        return std::nullopt;
    const LaneRow& row = lane->rows[at->row];
    // What the column shows: the event that fills most of it, else the nearest edge.
    std::uint32_t position = cellAt(point).dominant;
    if (position == scene::kNoPosition)
        position = scene::positionAt(row, timeColumns(*trace(), lane->events),
                                     scale().timeAt(point.x() + 0.5),
                                     static_cast<DurationNs>(scale().nsPerPixel() * kReachPx));
    if (position == scene::kNoPosition)
        return std::nullopt;
    return EventRef{lane->events, row.events[position]};
}

void TimelineState::bringIntoView(EventRef event)
{
    if (trace() == nullptr)
        return;
    const LanePlace place = placeOf(*trace(), event);
    if (place.isNone())
        return;
    m_layout.reveal(place);
    emit layoutChanged();
    const scene::LayoutRow* row = m_layout.find(place);
    if (row == nullptr)
        return;
    const int band = rows().bandHeight();
    if (!rows().isWhole(*row))
        setScrollY(row->y - band - (m_canvasSize.height() - band) / 3);
}

Ns TimelineState::snapped(Ns t, std::optional<int> y, int reachPx) const
{
    if (trace() == nullptr || scale().isEmpty())
        return t;
    Nearest nearest{t, static_cast<DurationNs>(scale().nsPerPixel() * reachPx), t};
    offerSteps(m_document.analysis()->steady, nearest);
    const scene::LayoutRow* at = y ? rows().rowAt(*y) : nullptr;
    const Lane* lane = at == nullptr ? nullptr : laneOf(*at);
    if (lane != nullptr && at->row < lane->rows.size())
        offerEvents(lane->rows[at->row], timeColumns(*trace(), lane->events), nearest);
    return nearest.best;
}

} // namespace nv
