// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/range_actions.h"

#include "ui/annotations.h"
#include "ui/document.h"

#include <algorithm>

namespace nv {

std::uint64_t keepWindow(Document& document)
{
    if (!document.analysis())
        return 0;
    // The same stretch once more would say nothing new: the one that is there is shown.
    const auto& ranges = document.annotations().ranges();
    const auto same = std::find_if(ranges.begin(), ranges.end(), [&](const auto& range) {
        return range.range == document.window().range;
    });
    if (same != ranges.end()) {
        document.annotations().chooseRange(same->id);
        return same->id;
    }
    const std::uint64_t id = document.annotations().keep(document.window().range);
    if (id == 0)
        emit document.noticed(
            Document::tr("The window has no length, so there is no range to keep."));
    return id;
}

void storeWindow(Document& document, int key)
{
    if (document.analysis())
        document.annotations().store(key, document.window().range);
}

void jumpToKey(Document& document, int key)
{
    if (!document.analysis())
        return;
    if (const Annotations::Range* range = document.annotations().ofKey(key))
        jumpToRange(document, range->id);
    else
        emit document.noticed(
            Document::tr("No range has the key %1; Ctrl+%1 keeps the window there.").arg(key));
}

void jumpToRange(Document& document, std::uint64_t id)
{
    const Annotations::Range* range = document.annotations().find(id);
    if (!document.analysis() || range == nullptr)
        return;
    const TimeRange stretch = range->range; // the signals below may move it
    document.annotations().chooseRange(id);
    document.setUserWindow(stretch);
    document.revealRange(stretch);
}

} // namespace nv
