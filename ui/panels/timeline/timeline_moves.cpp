// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/event_view.h"
#include "core/scene/lane_sampler.h"
#include "ui/commands/commands.h"
#include "ui/format.h"
#include "ui/marked_walk.h"
#include "ui/panels/timeline/event_facts.h"
#include "ui/panels/timeline/timeline_keys.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

/// What the keys of the timeline do with the selection and the window.
namespace nv {

namespace {

Ns middleOf(TimeRange range)
{
    return addSaturated(range.begin, static_cast<Ns>(range.length() / 2));
}

/// The launches that stand out in the window, in the order of time, which is that of the ops.
std::vector<EventRef> outliersInTime(const WindowTables& tables)
{
    std::vector<EventRef> events;
    events.reserve(tables.outliers.size());
    for (const OutlierRow& row : tables.outliers)
        events.push_back({EventKind::Op, row.op.value});
    std::ranges::sort(events);
    return events;
}

/// "Outlier 3 of 19: gemm, 75.1 µs, 3.08x the p50 of its shape".
QString outlierText(const TraceModel& trace, const WindowTables& tables,
                    const std::vector<EventRef>& inTime, EventRef event)
{
    const auto row = std::ranges::find(tables.outliers, OpIndex(event.index), &OutlierRow::op);
    const auto place = std::ranges::find(inTime, event) - inTime.begin();
    const std::string name = scene::labelOf(trace, event);
    return TimelineKeys::tr("Outlier %1 of %2: %3, %4, %5 the p50 of its shape")
        .arg(format::count(static_cast<std::uint64_t>(place) + 1), format::count(inTime.size()),
             format::middle(QString::fromStdString(name), 40),
             format::duration(static_cast<double>(scene::rangeOf(trace, event).length())),
             format::ratio(row->ratio));
}

/// A window that a key moved out of sight comes into the middle, at the same scale.
void keepInView(Document& document, TimeRange window)
{
    const TimeRange view = document.view().current();
    if ((window.begin >= view.begin && window.end <= view.end) || window.length() > view.length())
        return;
    const auto half = static_cast<Ns>(view.length() / 2);
    document.setView({addSaturated(middleOf(window), -half),
                      addSaturated(middleOf(window), static_cast<Ns>(view.length()) - half)});
}

} // namespace

/// First what is being done, then what is selected, then the window.
void TimelineKeys::escape()
{
    Document& document = m_state.document();
    if (m_cancelDrag())
        return;
    if (document.selection())
        document.select(std::nullopt);
    else
        clearWindow();
}

/// Esc is pressed once too often: what was brushed must not be lost by it.
void TimelineKeys::clearWindow()
{
    if (!m_state.document().resetWindow())
        return;
    const Command* back = m_state.commands().find(QStringLiteral("window.back"));
    if (back == nullptr || back->keys.isEmpty())
        notice(tr("Window cleared."));
    else
        notice(tr("Window cleared: %1 brings it back.")
                   .arg(back->keys.front().toString(QKeySequence::NativeText)));
}

void TimelineKeys::bringWindowBack()
{
    if (!m_state.document().bringWindowBack())
        notice(tr("No window was cleared since it was set."));
}

void TimelineKeys::centreThenFit()
{
    Document& document = m_state.document();
    const std::optional<EventRef> selected =
        selectedOr(tr("Nothing is selected: click an event first to bring it to the middle."));
    if (!selected)
        return;
    m_state.bringIntoView(*selected);
    const TimeRange view = document.view().current();
    const Ns middle = middleOf(scene::rangeOf(*document.trace(), *selected));
    const double offset = std::abs(m_state.scale().xOf(middle) - m_state.scale().width / 2.0);
    if (offset <= 1) {
        m_zoomTo(*selected);
        return;
    }
    const auto half = static_cast<Ns>(view.length() / 2);
    document.setView(
        {addSaturated(middle, -half), addSaturated(middle, static_cast<Ns>(view.length()) - half)});
    // At the ends of the capture there is no more room to centre in.
    if (document.view().current() == view)
        m_zoomTo(*selected);
}

void TimelineKeys::notice(const QString& sentence) const
{
    emit m_state.document().noticed(sentence);
}

/// A key that does nothing looks broken: without a selection it says what it wants.
std::optional<EventRef> TimelineKeys::selectedOr(const QString& whyNot) const
{
    const std::optional<EventRef> selected = m_state.document().selection();
    if (!selected)
        notice(whyNot);
    return selected;
}

void TimelineKeys::undoView()
{
    if (m_state.document().view().canUndo())
        m_state.document().undoView();
    else
        notice(tr("There is no earlier view to go back to."));
}

void TimelineKeys::redoView()
{
    if (m_state.document().view().canRedo())
        m_state.document().redoView();
    else
        notice(tr("There is no later view to go forward to."));
}

void TimelineKeys::reveal(std::optional<EventRef> target, const QString& whyNot)
{
    if (target)
        m_state.document().reveal(*target);
    else
        notice(whyNot);
}

void TimelineKeys::stepOnRow(bool isNext)
{
    Document& document = m_state.document();
    if (document.selection())
        reveal(scene::neighbour(*document.trace(), *document.selection(), isNext),
               isNext ? tr("This is the last event of its row.")
                      : tr("This is the first event of its row."));
    else if (const std::optional<EventRef> first = firstInView())
        document.select(first);
    else
        notice(tr("No event is in view."));
}

/// Without a selection the walk begins at the first event of the topmost row that shows one.
std::optional<EventRef> TimelineKeys::firstInView() const
{
    const TraceModel& trace = *m_state.trace();
    const scene::LaneViewport rows = m_state.rows();
    for (const auto& some : {rows.pinned(), rows.scrolled()}) {
        for (const scene::LayoutRow& row : some) {
            const Lane* lane = m_state.laneOf(row);
            if (lane == nullptr || row.row >= lane->rows.size())
                continue;
            const scene::Slice slice =
                scene::sliceOf(lane->rows[row.row], timeColumns(trace, lane->events),
                               m_state.document().view().current());
            if (slice.first < slice.last)
                return EventRef{lane->events, lane->rows[row.row].events[slice.first]};
        }
    }
    return std::nullopt;
}

void TimelineKeys::moveWindowByStep(bool isBack)
{
    Document& document = m_state.document();
    const std::vector<Step>& steps = document.analysis()->steady.steps;
    if (steps.empty()) {
        notice(tr("No steady state was found, so there is no step to move by."));
        return;
    }
    const TimeRange window = document.window().range;
    const auto startingAt = [&steps](Ns t) {
        return std::partition_point(steps.begin(), steps.end(),
                                    [t](const Step& s) { return s.begin < t; });
    };
    // Whole steps move to whole steps; another window first meets the edge that comes next.
    auto first = startingAt(window.begin);
    auto last = startingAt(window.end);
    const auto count = std::max<std::ptrdiff_t>(last - first, 1);
    const bool isAtEdge = first != steps.end() && first->begin == window.begin;
    const std::ptrdiff_t move = isBack ? -1 : isAtEdge ? 1 : 0;
    if (isBack ? first == steps.begin() : steps.end() - first < move + count) {
        notice(isBack ? tr("There is no earlier step.") : tr("There is no later step."));
        return;
    }
    first += move;
    document.setUserWindow({first->begin, (first + (count - 1))->end});
    keepInView(document, document.window().range);
}

void TimelineKeys::followToWork()
{
    if (const auto selected =
            selectedOr(tr("Nothing is selected: click a call first to go to its work.")))
        reveal(scene::firstOpOf(*m_state.trace(), *selected),
               tr("This event issued no work that was recorded."));
}

void TimelineKeys::followToLaunch()
{
    if (const auto selected = selectedOr(
            tr("Nothing is selected: click a kernel or a copy first to go to its launch.")))
        reveal(scene::callOf(*m_state.trace(), *selected),
               tr("No call that issued this event was recorded."));
}

void TimelineKeys::windowOfSelection()
{
    const std::optional<EventRef> selected = selectedOr(
        tr("Nothing is selected: click an event first, and its time becomes the window."));
    if (!selected)
        return;
    const TimeRange range = scene::rangeOf(*m_state.trace(), *selected);
    if (range.isEmpty())
        notice(tr("The selected event has no length, so it cannot be the window."));
    else
        m_state.document().setUserWindow(range);
}

void TimelineKeys::windowOfSteady()
{
    Document& document = m_state.document();
    const SteadyState& steady = document.analysis()->steady;
    if (steady.found)
        document.setWindow(defaultWindow(*document.analysis()));
    else
        notice(tr("No steady state was found. %1").arg(QString::fromStdString(steady.reason)));
}

/// What the hover card says of the selected event.
void TimelineKeys::copySelection()
{
    if (const auto selected = selectedOr(
            tr("Nothing is selected: click an event first to copy what is known of it.")))
        QGuiApplication::clipboard()->setText(
            eventFacts(*m_state.document().analysis(), *selected).asText());
}

/// Gaps of any device that are at least a pixel wide, seen from the middle of the view: the one
/// that begins next behind it, or began last before.
void TimelineKeys::stepToGap(bool isNext)
{
    Document& document = m_state.document();
    const Analysis& analysis = *document.analysis();
    const TimeRange view = document.view().current();
    const Ns middle = middleOf(view);
    const auto least = static_cast<DurationNs>(m_state.scale().nsPerPixel());
    std::optional<TimeRange> best;
    const auto offer = [&](const Gap& gap) {
        if (gap.begin == kMinNs || gap.end == kMaxNs || lengthBetween(gap.begin, gap.end) < least)
            return false;
        const TimeRange range{gap.begin, gap.end};
        const Ns at = middleOf(range);
        if (isNext ? at <= middle : at >= middle)
            return false; // the one that is shown
        if (!best || (isNext ? at < middleOf(*best) : at > middleOf(*best)))
            best = range;
        return true;
    };
    for (std::size_t d = 0; d < analysis.trace->devices.size(); ++d) {
        const Gaps gaps = analysis.budget->gaps(DeviceId(d));
        auto gap = std::ranges::partition_point(
            gaps, [middle](const Gap& g) { return g.begin <= middle; });
        if (isNext) {
            // A gap that is wider than the view begins before its middle.
            gap -= gap == gaps.begin() ? 0 : 1;
            while (gap != gaps.end() && !offer(*gap))
                ++gap;
        } else {
            while (gap != gaps.begin() && !offer(*--gap)) {
            }
        }
    }
    if (!best) {
        notice(isNext ? tr("No later gap is a pixel wide here; zoom in for shorter ones.")
                      : tr("No earlier gap is a pixel wide here; zoom in for shorter ones."));
        return;
    }
    const Ns centre = middleOf(*best);
    const auto half = static_cast<Ns>(view.length() / 2);
    document.setView({addSaturated(centre, -half), addSaturated(centre, half)});
    // A view that shows everything has nowhere to go: then the gap fills a third of it.
    if (document.view().current() == view) {
        const auto air = static_cast<Ns>(best->length());
        document.setView({addSaturated(best->begin, -air), addSaturated(best->end, air)});
    }
}

void TimelineKeys::stepToOutlier(bool isNext)
{
    Document& document = m_state.document();
    if (!document.tables()) {
        notice(tr("The outliers of this window are still being worked out."));
        return;
    }
    const std::vector<EventRef> outliers = outliersInTime(*document.tables());
    if (revealNext(document, outliers, isNext))
        notice(outlierText(*m_state.trace(), *document.tables(), outliers, *document.selection()));
    else
        notice(tr("No launch stands out in this window."));
}

} // namespace nv
