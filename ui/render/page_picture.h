// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"
#include "core/report/review_page.h"
#include "core/session/finding.h"
#include "ui/render/picture.h"
#include "ui/render/timeline_look.h"

#include <QString>

#include <optional>
#include <vector>

namespace nv {

/// The timeline of a window for a review page: the window with a little of what lies beside it, in
/// both themes, at twice the pixels of the page.  `look`: as PictureOptions.
/// Errors: Io when it cannot be made.  Cost: two pictures.  Thread: as renderPicture.
Result<PagePicture> pagePicture(const AnalysisPtr& analysis, const Window& window,
                                const QString& version, bool isRedacted,
                                const std::optional<TimelineLook>& look = {});

struct SidePicture
{
    AnalysisPtr analysis;
    PictureOptions options;
};

/// What findings are drawn from.
struct FindingStage
{
    AnalysisPtr analysis;
    AnalysisPtr other; ///< a second capture, shown by findings that compare with it; null: none
    QString version;
    bool isRedacted = false;
    std::optional<TimelineLook> look{}; ///< as PictureOptions, of the first capture
};

/// The view of a finding: as it was drawn, the event outlined, of lanes at most those that do
/// something in the window where all do not fit; below it that of the second capture, where there
/// is one.  Size, pixel ratio and theme are those of a page.
std::vector<SidePicture> findingPictures(const FindingStage& stage, const Finding& finding);
/// One below the other, as a PNG.
Result<QByteArray> stackedBytes(const std::vector<SidePicture>& pictures);
Result<PagePicture> pagePicture(const FindingStage& stage, const Finding& finding);

} // namespace nv
