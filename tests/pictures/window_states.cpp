// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/window_states.h"

#include "ui/commands/command_palette.h"
#include "ui/tour/tour.h"

#include <QInputDialog>
#include <QLineEdit>

namespace nv::pictures {

void showStart(Studio& studio)
{
    studio.settle();
}

/// As it looks to somebody who was here before.
void showRecent(Studio& studio)
{
    studio.open(studio.traces().charts());
    studio.openSample();
    studio.startAnew();
    studio.settle();
}

void showOpening(Studio& studio)
{
    LoadJob& job = studio.window().loader();
    const QString path = QStringLiteral("training-run-17-rank-0.sqlite");
    emit job.started(path);
    emit job.progressed(Stage::Reading, 4'200'000, 9'876'543);
    studio.settle();
}

void showPaletteOpen(Studio& studio)
{
    studio.openSample();
    studio.choose("Find a command");
    auto& palette = *studio.window().findChild<CommandPalette*>();
    palette.line().setText(QStringLiteral("win"));
    studio.settle();
}

void showSheet(Studio& studio)
{
    studio.openSample();
    studio.choose("Keys and mouse");
}

void showKeysDialog(Studio& studio)
{
    studio.openSample();
    studio.choose("Keys \xe2\x80\xa6");
}

void showHelpWindow(Studio& studio)
{
    studio.openSample();
    studio.choose("Help");
}

namespace {

void tourAt(Studio& studio, std::size_t step)
{
    studio.openSample();
    studio.choose("Take the tour");
    if (auto* tour = studio.window().findChild<Tour*>())
        tour->show(step);
    studio.settle();
}

} // namespace

void showTourFirst(Studio& studio)
{
    tourAt(studio, 0);
}

void showTourThird(Studio& studio)
{
    tourAt(studio, 2);
}

void showLimitsDialog(Studio& studio)
{
    studio.openSample();
    studio.choose("Thresholds");
}

void showPartDialog(Studio& studio)
{
    studio.openSample();
    studio.choose("Open a part");
}

void showPartOpened(Studio& studio)
{
    studio.openSample();
    studio.window().setLoadRange(studio.share(0.3, 0.6));
    studio.openSample();
}

void showUnreadable(Studio& studio)
{
    studio.open(studio.traces().unreadable());
}

void showPackDialog(Studio& studio)
{
    studio.openSample();
    studio.choose("Add what is shown");
    studio.choose("Export the findings");
}

void showPictureDialog(Studio& studio)
{
    studio.openSample();
    studio.choose("Export picture");
}

void showSaveDialog(Studio& studio)
{
    studio.openSample();
    studio.choose("Save the window as");
}

void showNoPanels(Studio& studio)
{
    studio.openSample();
    studio.choose("Hide or show all panels");
}

} // namespace nv::pictures
