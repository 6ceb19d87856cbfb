// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"
#include "core/report/review_page.h"
#include "core/session/finding.h"
#include "ui/render/picture.h"
#include "ui/render/timeline_look.h"

#include <QString>

#include <optional>

namespace nv {

/// The timeline of a window for a review page: the window with a little of what lies beside it, in
/// both themes, at twice the pixels of the page.  `look`: as PictureOptions.
/// Errors: Io when it cannot be made.  Cost: two pictures.  Thread: as renderPicture.
Result<PagePicture> pagePicture(const AnalysisPtr& analysis, const Window& window,
                                const QString& version, bool isRedacted,
                                const std::optional<TimelineLook>& look = {});

/// The view of a finding: as it was drawn, the event outlined, of lanes at most those that do
/// something in the window where all do not fit.  `size` and theme as given, for one picture.
PictureOptions findingPicture(const Analysis& analysis, const Finding& finding,
                              const QString& version, bool isRedacted);
Result<PagePicture> pagePicture(const AnalysisPtr& analysis, const Finding& finding,
                                const QString& version, bool isRedacted);

} // namespace nv
