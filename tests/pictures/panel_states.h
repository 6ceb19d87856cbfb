// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/pictures/studio.h"

namespace nv::pictures {

void showManySelected(Studio& studio);
void showSearch(Studio& studio);
void showSearchNothing(Studio& studio);
void showRanges(Studio& studio);
void showOutliers(Studio& studio);
void showCompare(Studio& studio);
void showCompareStranger(Studio& studio);
void showFindings(Studio& studio);
void showNoFindings(Studio& studio);
void showPresented(Studio& studio);
void showDetails(Studio& studio);
void showEmptyWindow(Studio& studio);
void showNoKernels(Studio& studio);
void showNoApi(Studio& studio);
void showNoRanges(Studio& studio);

template <std::size_t N>
struct PanelId
{
    // NOLINTNEXTLINE(google-explicit-constructor): written as a text between the brackets
    constexpr PanelId(const char (&id)[N]) { std::copy_n(id, N, text); }

    char text[N];
};

/// The sample with this panel in front.
template <PanelId Id>
void showPanel(Studio& studio)
{
    studio.openSample();
    studio.window().raisePanel(QString::fromLatin1(Id.text));
    studio.settle();
}

} // namespace nv::pictures
