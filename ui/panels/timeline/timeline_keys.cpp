// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/timeline_keys.h"

#include "ui/commands/commands.h"

#include <QKeyEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace nv {

namespace {

constexpr int kTickMs = 16;
constexpr double kFirstStepS = 0.08; ///< a short press moves as much as this long a hold
constexpr double kZoomPerSecond = 8.0;
constexpr double kPanPerSecond = 1.2; ///< widths of the view
constexpr double kFastest = 4.0;
constexpr double kKeyZoom = 1.5;
constexpr double kKeyPan = 0.1;
constexpr int kKeyScrollPx = 44;

constexpr const char* kView = QT_TRANSLATE_NOOP("nv::TimelineKeys", "View");
constexpr const char* kWindow = QT_TRANSLATE_NOOP("nv::TimelineKeys", "Window");
constexpr const char* kEvents = QT_TRANSLATE_NOOP("nv::TimelineKeys", "Events");

} // namespace

struct TimelineKeys::Entry
{
    const char* id;
    const char* group;
    const char* title;
    const char* keys;
    void (*run)(TimelineKeys&); ///< null: moves while it is held
    Held held = Held::None;
};

std::span<const TimelineKeys::Entry> TimelineKeys::entries()
{
    using K = TimelineKeys;
    static constexpr std::array kEntries{
        Entry{"view.in", kView, QT_TR_NOOP("Zoom in"), "W", nullptr, Held::In},
        Entry{"view.out", kView, QT_TR_NOOP("Zoom out"), "S", nullptr, Held::Out},
        Entry{"view.left", kView, QT_TR_NOOP("Move to earlier times"), "A", nullptr, Held::Left},
        Entry{"view.right", kView, QT_TR_NOOP("Move to later times"), "D", nullptr, Held::Right},
        Entry{"view.step-in", kView, QT_TR_NOOP("Zoom in by a step"),
              "+; =", [](K& k) { k.zoomBy(1 / kKeyZoom); }},
        Entry{"view.step-out", kView, QT_TR_NOOP("Zoom out by a step"), "-; _",
              [](K& k) { k.zoomBy(kKeyZoom); }},
        Entry{"view.step-left", kView, QT_TR_NOOP("Move a step to earlier times"), "Left",
              [](K& k) { k.panBy(-kKeyPan); }},
        Entry{"view.step-right", kView, QT_TR_NOOP("Move a step to later times"), "Right",
              [](K& k) { k.panBy(kKeyPan); }},
        Entry{"view.up", kView, QT_TR_NOOP("Scroll the lanes up"), "Up",
              [](K& k) { k.scrollBy(-kKeyScrollPx); }},
        Entry{"view.down", kView, QT_TR_NOOP("Scroll the lanes down"), "Down",
              [](K& k) { k.scrollBy(kKeyScrollPx); }},
        Entry{"view.page-up", kView, QT_TR_NOOP("A page of lanes up"), "PgUp",
              [](K& k) { k.scrollPages(-1); }},
        Entry{"view.page-down", kView, QT_TR_NOOP("A page of lanes down"), "PgDown",
              [](K& k) { k.scrollPages(1); }},
        Entry{"view.fit", kView, QT_TR_NOOP("Fit the whole capture"), "Home; 0",
              [](K& k) { k.m_state.document().fitView(); }},
        Entry{"view.undo", kView, QT_TR_NOOP("Undo zoom"), "Backspace; Alt+Left",
              [](K& k) { k.undoView(); }},
        Entry{"view.redo", kView, QT_TR_NOOP("Redo zoom"), "Alt+Right", [](K& k) { k.redoView(); }},
        Entry{"view.window", kView, QT_TR_NOOP("Zoom to the window"), "Z",
              [](K& k) { k.m_state.document().zoomToWindow(); }},
        Entry{"window.selection", kWindow, QT_TR_NOOP("Window := selected event"), "R",
              [](K& k) { k.windowOfSelection(); }},
        Entry{"window.steady", kWindow, QT_TR_NOOP("Window := steady state"), "Shift+R",
              [](K& k) { k.windowOfSteady(); }},
        Entry{"window.later", kWindow, QT_TR_NOOP("Window one step later"), "T",
              [](K& k) { k.moveWindowByStep(false); }},
        Entry{"window.earlier", kWindow, QT_TR_NOOP("Window one step earlier"), "Shift+T",
              [](K& k) { k.moveWindowByStep(true); }},
        Entry{"window.escape", kWindow, QT_TR_NOOP("Drop the selection, then reset the window"),
              "Esc", [](K& k) { k.escape(); }},
        Entry{"window.clear", kWindow, QT_TR_NOOP("Clear the window"), "",
              [](K& k) { k.clearWindow(); }},
        Entry{"window.back", kWindow, QT_TR_NOOP("Bring the cleared window back"), "Ctrl+Z",
              [](K& k) { k.bringWindowBack(); }},
        Entry{"event.fit", kEvents, QT_TR_NOOP("Centre the selection, then fit it"), "F",
              [](K& k) { k.centreThenFit(); }},
        Entry{"event.next", kEvents, QT_TR_NOOP("Next event of the row"), ".",
              [](K& k) { k.stepOnRow(true); }},
        Entry{"event.previous", kEvents, QT_TR_NOOP("Previous event of the row"), ",",
              [](K& k) { k.stepOnRow(false); }},
        Entry{"event.work", kEvents, QT_TR_NOOP("From the launch to its work"), "]",
              [](K& k) { k.followToWork(); }},
        Entry{"event.launch", kEvents, QT_TR_NOOP("From the work to its launch"), "[",
              [](K& k) { k.followToLaunch(); }},
        Entry{"outlier.next", kEvents, QT_TR_NOOP("Next outlier of the window"), "N",
              [](K& k) { k.stepToOutlier(true); }},
        Entry{"outlier.previous", kEvents, QT_TR_NOOP("Previous outlier of the window"), "Shift+N",
              [](K& k) { k.stepToOutlier(false); }},
        Entry{"gap.next", kEvents, QT_TR_NOOP("Next gap of a device"), "G",
              [](K& k) { k.stepToGap(true); }},
        Entry{"gap.previous", kEvents, QT_TR_NOOP("Previous gap of a device"), "Shift+G",
              [](K& k) { k.stepToGap(false); }},
        Entry{"event.copy", kEvents, QT_TR_NOOP("Copy what is known of the selected event"),
              "Ctrl+C", [](K& k) { k.copySelection(); }},
    };
    return kEntries;
}

TimelineKeys::TimelineKeys(TimelineState& state, std::function<void(EventRef)> zoomTo,
                           std::function<bool()> cancelDrag, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_zoomTo(std::move(zoomTo))
    , m_cancelDrag(std::move(cancelDrag))
{
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &TimelineKeys::tick);
    addCommands();
}

/// What these do, they do to the selected event.
bool TimelineKeys::wantsSelection(const QString& id)
{
    return id == u"window.selection" || id == u"event.fit" || id == u"event.work"
           || id == u"event.launch" || id == u"event.copy";
}

void TimelineKeys::addCommands()
{
    for (const Entry& entry : entries()) {
        Command command;
        command.id = QString::fromLatin1(entry.id);
        command.title = tr(entry.title);
        command.group = tr(entry.group);
        command.standard = keysOf(QString::fromLatin1(entry.keys));
        command.route = Command::Route::Timeline;
        command.isByPlace = entry.held != Held::None;
        command.canRun = [this] { return m_state.trace() != nullptr; };
        if (wantsSelection(command.id))
            command.hasSubject = [this] { return m_state.document().selection().has_value(); };
        command.run = [this, &entry] {
            if (entry.run != nullptr)
                entry.run(*this);
            else
                nudge(entry.held);
        };
        m_state.commands().add(std::move(command));
    }
}

bool TimelineKeys::press(const QKeyEvent& event)
{
    const Command* command =
        m_state.trace() == nullptr ? nullptr : m_state.commands().pressed(event);
    if (command == nullptr)
        return false;
    const auto all = entries();
    const auto held = std::ranges::find_if(all, [command](const Entry& entry) {
        return entry.held != Held::None && command->id == QLatin1String(entry.id);
    });
    if (held != all.end())
        hold(held->held, event);
    else if (command->repeats || !event.isAutoRepeat())
        m_state.commands().run(command->id);
    return true;
}

void TimelineKeys::hold(Held held, const QKeyEvent& event)
{
    if (event.isAutoRepeat() || held == m_held)
        return;
    if (m_held == Held::None)
        m_state.document().beginViewGesture();
    m_held = held;
    m_heldKey = event.key();
    m_sinceHeld.start();
    m_sinceTick.start();
    moveHeld(kFirstStepS);
    m_tick.start();
}

bool TimelineKeys::release(const QKeyEvent& event)
{
    if (m_held == Held::None || event.key() != m_heldKey)
        return false;
    if (!event.isAutoRepeat())
        releaseAll();
    return true;
}

void TimelineKeys::releaseAll()
{
    m_tick.stop();
    if (std::exchange(m_held, Held::None) != Held::None)
        m_state.document().setView(m_state.document().view().current());
}

void TimelineKeys::nudge(Held held)
{
    m_state.document().beginViewGesture();
    m_held = held;
    moveHeld(kFirstStepS);
    releaseAll();
}

void TimelineKeys::tick()
{
    const double seconds = static_cast<double>(m_sinceTick.restart()) / 1000;
    // Starts slowly enough to stop after a short press, four times as fast after a second.
    const double held = static_cast<double>(m_sinceHeld.elapsed()) / 1000;
    moveHeld(std::min(seconds, 0.1) * std::clamp(1 + held * 3, 1.0, kFastest));
}

void TimelineKeys::moveHeld(double seconds)
{
    Document& document = m_state.document();
    const scene::ViewRange& view = document.view();
    switch (m_held) {
    case Held::In:
        document.setViewTransient(view.zoomed(std::pow(kZoomPerSecond, -seconds), anchor()));
        break;
    case Held::Out:
        document.setViewTransient(view.zoomed(std::pow(kZoomPerSecond, seconds), anchor()));
        break;
    case Held::Left:
        document.setViewTransient(view.panned(-kPanPerSecond * seconds));
        break;
    case Held::Right:
        document.setViewTransient(view.panned(kPanPerSecond * seconds));
        break;
    case Held::None:
        break;
    }
}

/// The pointer's time stays under it; without a pointer the middle stays.
Ns TimelineKeys::anchor() const
{
    const TimeRange view = m_state.document().view().current();
    return m_state.cursor().value_or(addSaturated(view.begin, static_cast<Ns>(view.length() / 2)));
}

void TimelineKeys::zoomBy(double factor)
{
    m_state.document().setView(m_state.document().view().zoomed(factor, anchor()));
}

void TimelineKeys::panBy(double share)
{
    m_state.document().setView(m_state.document().view().panned(share));
}

void TimelineKeys::scrollBy(int px)
{
    m_state.setScrollY(m_state.scrollY() + px);
}

void TimelineKeys::scrollPages(int pages)
{
    scrollBy(pages * (m_state.canvasSize().height() - m_state.rows().bandHeight()));
}

} // namespace nv
