// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_filter.h"
#include "core/sources/nsys_sqlite/series_reading.h"
#include "ui/panels/timeline/timeline_state.h"

#include <utility>

/// Which lanes the timeline shows: folds, filter, activity, hidden and pinned ones, order, height.
namespace nv {

/// Of another trace: order and height stay, what was chosen there means nothing here.
void TimelineState::forgetLanes()
{
    m_textsJob.cancel();
    m_areTextsAsked = false;
    m_texts.reset();
    m_filter.clear();
    m_onlyActive = false;
    m_pointed.reset();
    m_handOrder.clear();
    m_choice = {};
    m_order = m_usualOrder;
    sortLanes();
    emit lanesChosen();
    emit laneInHandChanged();
}

/// The row at the top of what scrolls stays there, as long as it is on the sheet.
void TimelineState::changeLayout(const std::function<void(scene::LaneLayout&)>& change)
{
    std::optional<LanePlace> top;
    int offset = 0;
    if (const auto scrolled = rows().scrolled(); m_scrollY > 0 && !scrolled.empty()) {
        top = LanePlace{scrolled.front().lane, scrolled.front().row};
        offset = rows().yOf(scrolled.front()) - rows().bandHeight();
    }
    change(m_layout);
    int next = m_scrollY;
    if (const scene::LayoutRow* row = top ? m_layout.find(*top) : nullptr;
        row != nullptr && row->lane == top->lane && row->row == top->row
        && row->y >= m_layout.pinnedHeight())
        next = row->y - rows().bandHeight() - offset;
    setScrollY(next);
    emit layoutChanged();
}

/// What was measured is read once the lanes are there: opening does not wait for it.
void TimelineState::askCharts()
{
    m_chartsJob.cancel();
    if (!m_opened || !nsys::hasSeries(*m_opened))
        return;
    m_chartsJob.follow(
        [opened = m_opened](const std::stop_token& stop) {
            return nsys::readSeries(*opened, stop);
        },
        [this](const Result<SeriesSet>& series) {
            if (series)
                takeCharts(scene::chartLanes(series.value()));
            else if (series.error().code != Errc::Cancelled)
                emit m_document.failed(QString::fromStdString(series.error().message));
        });
}

void TimelineState::takeCharts(std::vector<scene::ChartLane> charts)
{
    changeLayout([this, &charts](scene::LaneLayout& layout) {
        layout.setCharts(std::move(charts));
        scene::applyChoice(layout, trace()->lanes, m_choice);
        if (m_order == LaneOrder::ByHand)
            m_handOrder = layout.order();
    });
    applyFilter();
    applyActivity();
    emit lanesChosen();
}

void TimelineState::toggleLane(std::size_t lane)
{
    changeLayout([lane](scene::LaneLayout& layout) {
        layout.setCollapsed(lane, !layout.isCollapsed(lane));
    });
}

void TimelineState::toggleQuiet(std::size_t heading)
{
    changeLayout([heading](scene::LaneLayout& layout) {
        layout.setShowsQuiet(heading, !layout.showsQuiet(heading));
    });
}

void TimelineState::setAllCollapsed(bool collapsed)
{
    changeLayout([collapsed](scene::LaneLayout& layout) { layout.setAllCollapsed(collapsed); });
}

void TimelineState::setDensity(scene::RowDensity density)
{
    if (density == m_layout.density())
        return;
    changeLayout([density](scene::LaneLayout& layout) { layout.setDensity(density); });
    emit lanesChosen();
}

void TimelineState::setLaneOrder(LaneOrder order)
{
    if (order == m_order)
        return;
    m_order = order;
    if (order != LaneOrder::ByHand)
        m_usualOrder = order;
    else if (m_handOrder.empty())
        m_handOrder = m_layout.order(); // what there is to begin with
    sortLanes();
    emit lanesChosen();
}

void TimelineState::sortLanes()
{
    m_orderRest.stop();
    if (trace() == nullptr)
        return;
    std::vector<std::size_t> order;
    if (m_order == LaneOrder::ByActivity)
        order = scene::lanesByActivity(trace()->lanes,
                                       scene::laneActivity(*trace(), m_document.window().range));
    else if (m_order == LaneOrder::ByHand)
        order = m_handOrder;
    changeLayout([&order](scene::LaneLayout& layout) { layout.setOrder(std::move(order)); });
}

void TimelineState::setLaneFilter(const QString& text)
{
    if (text == m_filter)
        return;
    m_filter = text;
    applyFilter();
    emit lanesChosen();
}

void TimelineState::applyFilter()
{
    const QString words = m_filter.trimmed();
    if (words.isEmpty()) {
        changeLayout([](scene::LaneLayout& layout) { layout.setMatches(std::nullopt); });
        return;
    }
    if (trace() == nullptr)
        return;
    if (m_texts) {
        changeLayout([this, &words](scene::LaneLayout& layout) {
            std::vector<scene::LaneMatch> matches = m_texts->match(words.toStdString());
            const auto charts = scene::matchCharts(layout.charts(), words.toStdString());
            matches.insert(matches.end(), charts.begin(), charts.end());
            layout.setMatches(matches);
        });
        return;
    }
    if (std::exchange(m_areTextsAsked, true))
        return; // the answer applies what is typed by then
    m_textsJob.follow(
        [opened = m_opened](const std::stop_token& stop) {
            return std::make_shared<const scene::LaneTexts>(*opened, stop);
        },
        [this](std::shared_ptr<const scene::LaneTexts> texts) {
            m_texts = std::move(texts);
            applyFilter();
            emit lanesChosen();
        });
}

void TimelineState::setOnlyActive(bool only)
{
    if (only == m_onlyActive || trace() == nullptr)
        return;
    m_onlyActive = only;
    if (only)
        followWindow();
    else
        changeLayout([](scene::LaneLayout& layout) { layout.setActivity(std::nullopt); });
    emit lanesChosen();
}

void TimelineState::followWindow()
{
    if (trace() == nullptr)
        return;
    applyActivity();
    if (m_order == LaneOrder::ByActivity)
        m_orderRest.start();
}

void TimelineState::applyActivity()
{
    if (!m_onlyActive)
        return;
    changeLayout([this](scene::LaneLayout& layout) {
        const TimeRange window = m_document.window().range;
        std::vector<scene::LaneActivity> activity = scene::laneActivity(*trace(), window);
        const auto charts = scene::chartActivity(layout.charts(), window);
        activity.insert(activity.end(), charts.begin(), charts.end());
        layout.setActivity(activity);
    });
}

void TimelineState::hideLane(std::size_t lane)
{
    changeLayout([lane](scene::LaneLayout& layout) { layout.setHidden(lane, true); });
    setPointedLane(std::nullopt);
    emit lanesChosen();
}

void TimelineState::showHiddenLanes()
{
    changeLayout([](scene::LaneLayout& layout) { layout.showHidden(); });
    emit lanesChosen();
}

void TimelineState::pinLane(std::size_t lane, bool pinned)
{
    changeLayout([lane, pinned](scene::LaneLayout& layout) { layout.setPinned(lane, pinned); });
    emit lanesChosen();
}

void TimelineState::unpinLanes()
{
    changeLayout([](scene::LaneLayout& layout) { layout.unpinAll(); });
    emit lanesChosen();
}

void TimelineState::moveLane(std::size_t lane, std::size_t target, bool isBehind)
{
    std::vector<std::size_t> order = scene::movedLane(m_layout, lane, target, isBehind);
    if (order == m_layout.order())
        return;
    m_order = LaneOrder::ByHand;
    m_handOrder = std::move(order);
    sortLanes();
    emit lanesChosen();
}

bool TimelineState::moveLaneBy(std::size_t lane, bool isDown)
{
    const std::optional<std::size_t> beside = scene::laneBeside(m_layout, lane, isDown);
    if (beside)
        moveLane(lane, *beside, isDown);
    return beside.has_value();
}

LaneChoice TimelineState::laneChoice() const
{
    return trace() == nullptr
               ? LaneChoice{}
               : scene::laneChoice(m_layout, trace()->lanes, m_order == LaneOrder::ByHand);
}

void TimelineState::setLaneChoice(const LaneChoice& choice)
{
    if (trace() == nullptr)
        return;
    m_choice = choice;
    changeLayout([this](scene::LaneLayout& layout) {
        scene::applyChoice(layout, trace()->lanes, m_choice);
    });
    if (!choice.order.empty()) {
        m_order = LaneOrder::ByHand;
        m_handOrder = m_layout.order();
    }
    emit lanesChosen();
}

std::optional<std::size_t> TimelineState::laneInHand() const
{
    if (trace() == nullptr || m_pointed || !m_document.selection())
        return m_pointed;
    const LanePlace place = placeOf(*trace(), *m_document.selection());
    return place.isNone() ? std::nullopt : std::optional(place.lane);
}

void TimelineState::setPointedLane(std::optional<std::size_t> lane)
{
    if (lane == m_pointed)
        return;
    m_pointed = lane;
    emit laneInHandChanged();
}

QString TimelineState::emptySheet() const
{
    if (trace() == nullptr || !m_layout.rows().empty())
        return {};
    if (trace()->lanes.empty())
        return tr("This capture holds no event that can be drawn.\n"
                  "The data-quality panel says what was recorded.");
    if (const QString words = m_filter.trimmed(); !words.isEmpty())
        return (m_onlyActive ? tr("No lane that matches “%1” is active in this window.")
                             : tr("No lane matches “%1”."))
                   .arg(words)
               + tr("\nEsc in the filter shows the others again.");
    if (m_onlyActive && m_layout.inactiveCount() > 0)
        return tr("No lane is active in this window.\n"
                  "View > Lanes > Only what is active shows the others again.");
    return tr("All lanes are hidden.\nView > Lanes > Show hidden lanes brings them back.");
}

} // namespace nv
