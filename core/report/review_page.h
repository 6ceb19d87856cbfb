// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <optional>
#include <string>

/// The page that stands alone in a review: picture of the window, budget, classes, tables, and the
/// commands that repeat it.
/// Shape: one file of HTML that loads nothing, in both themes and for paper; pictures are inside.
/// Privacy: as every report (report.h); of a redacted analysis (redaction.h) no name is in it.
/// Thread: pure.
namespace nv {

struct PagePicture
{
    std::string light; ///< bytes of a PNG
    std::string dark;
    int width = 0; ///< on the page
    int height = 0;
};

struct ReviewPage
{
    std::optional<PagePicture> picture;
    std::string fingerprint; ///< of the trace's file; empty: not known
    std::string version;     ///< of the program
};

std::string reviewPage(const ReportInput& input, const ReviewPage& page);

/// A picture in both themes as HTML; the page chooses.
std::string pictureHtml(const PagePicture& picture, const std::string& alt,
                        const std::string& caption);

/// Bytes as text.
std::string base64(std::string_view bytes);

} // namespace nv
