// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "ui/render/timeline_look.h"

#include <QString>

#include <optional>

/// The page for a review, picture included, from what was found out about a window.
/// `input.redact`: everything is told again of a redacted analysis (redaction.h); rules for names
/// are the user's words and are left out as well.
/// Cost: two pictures, and a copy of the trace when redacted: on a worker.
/// Errors: Io, Cancelled.  Thread: any with a QGuiApplication in the process.
namespace nv {

struct ReviewRequest
{
    const AnalysisPtr& analysis; ///< the one of `input`
    const ReportInput& input;
    QString fingerprint; ///< of the trace's file
    QString version;     ///< of the program
    bool hasPicture = true;
    std::optional<TimelineLook> look{}; ///< of the picture, as somebody chose them
};

Result<std::string> reviewPageOf(const ReviewRequest& request, const std::stop_token& stop);

/// The same for a window of which nothing was found out yet.
Result<std::string> reviewPageOf(const AnalysisPtr& analysis, const Window& window,
                                 const NameRulesPtr& rules, bool isRedacted, const QString& file,
                                 const QString& version, const std::stop_token& stop,
                                 const std::optional<TimelineLook>& look = {});

} // namespace nv
