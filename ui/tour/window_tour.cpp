// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/window_tour.h"

#include "ui/commands/commands.h"
#include "ui/panels/timeline/overview_strip.h"
#include "ui/panels/timeline/time_ruler.h"
#include "ui/panels/timeline/timeline_panel.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>

namespace nv {

namespace {

QDockWidget* dockOf(const QList<QDockWidget*>& docks, const QString& id)
{
    for (QDockWidget* dock : docks) {
        if (dock->objectName() == id)
            return dock;
    }
    return nullptr;
}

/// Shows a panel, wherever it was put.
TourStep panelStep(const QString& title, const QString& text, QDockWidget* dock)
{
    return {title, text, [dock] { return dock == nullptr ? nullptr : dock->widget(); },
            [dock] {
                if (dock == nullptr)
                    return;
                dock->show();
                dock->raise();
            }};
}

/// The key of a command, or its name where it has none.
QString keyOf(const Commands& commands, const char* id)
{
    const Command* command = commands.find(QString::fromLatin1(id));
    if (command == nullptr)
        return {};
    return command->keys.isEmpty() ? u'"' + commands.titleOf(*command) + u'"'
                                   : command->keys.front().toString(QKeySequence::NativeText);
}

QString wordsOf(const Commands& commands, const QStringList& ids)
{
    QStringList keys;
    for (const QString& id : ids)
        keys << keyOf(commands, id.toLatin1().constData());
    return keys.join(u' ');
}

} // namespace

std::vector<TourStep> windowTour(QMainWindow& window, TimelinePanel& timeline,
                                 const QList<QDockWidget*>& docks)
{
    const Commands& commands = timeline.state().commands();
    const auto tr = [](const char* text) { return QObject::tr(text); };
    const QString move =
        wordsOf(commands, {QStringLiteral("view.in"), QStringLiteral("view.left"),
                           QStringLiteral("view.out"), QStringLiteral("view.right")});
    return {
        {tr("The whole capture"),
         tr("Everything that was recorded, from loading to the last step; the higher, the busier "
            "the GPU. The frame is the view, what the lanes below show. Zoom there with Ctrl and "
            "the wheel, or move with %1; %2 shows all again.")
             .arg(move, keyOf(commands, "view.fit")),
         [&timeline] { return &timeline.overview(); },
         {}},
        {tr("The window"),
         tr("What is counted lies between the two blue edges. The program proposes the steady "
            "loop when it finds one. Drag an edge, carry the bar, or drag on the lanes to set "
            "another: every panel follows. %1 brings the proposal back.")
             .arg(keyOf(commands, "window.escape")),
         [&timeline] { return &timeline.ruler(); },
         {}},
        panelStep(tr("Where the wall clock went"),
                  tr("Every instant of the window belongs to one class, so the bar adds up. Above "
                     "it what dominates, below it what else costs time, with the evidence and "
                     "what to do next."),
                  dockOf(docks, QStringLiteral("verdict"))),
        panelStep(
            tr("From a figure to its events"),
            tr("A row leads to its events on the timeline. After a click there, %1 and %2 walk "
               "along the lane, %3 goes to the launch, %4 to the next launch that stands out and "
               "%5 to the next gap.")
                .arg(keyOf(commands, "event.next"), keyOf(commands, "event.previous"),
                     keyOf(commands, "event.launch"), keyOf(commands, "outlier.next"),
                     keyOf(commands, "gap.next")),
            dockOf(docks, QStringLiteral("kernels"))),
        {tr("Show it"),
         tr("File exports the window as a page for a review, a picture or a smaller trace. Any "
            "command is a few letters away with %1, %2 lists all keys, and Help says what the "
            "words mean.")
             .arg(keyOf(commands, "help/find-a-command"), keyOf(commands, "help/keys-and-mouse")),
         [&window] { return window.menuBar(); },
         {}},
    };
}

} // namespace nv
