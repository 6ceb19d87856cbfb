// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/capture_banner.h"

#include "core/analysis/analysis.h"
#include "core/analysis/capture_command.h"
#include "ui/message_bar.h"

namespace nv {

void sayWhatGraphsHide(MessageBar& bar, const Analysis& analysis)
{
    if (!bar.text().isEmpty())
        return;
    for (const Note& note : analysis.notes)
        if (note.id == "graph-level-capture" || note.id == "graph-replays-not-recorded") {
            bar.say(MessageBar::Kind::Info, QString::fromStdString(note.message),
                    QString::fromStdString(captureCommand(*analysis.trace, kNodeLevelGraphs)));
            return; // one banner: the same command answers both
        }
}

} // namespace nv
