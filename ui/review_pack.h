// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/finding_pack.h"
#include "ui/render/timeline_look.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace nv {

/// Findings as files to hand over: a page, markdown with its pictures in a folder, PDF.
/// Shape: everything is made first and written whole or not at all.
/// Cost: two pictures a finding, the tables of its window, a copy of the trace when redacted: on a
/// worker.  Errors: one sentence.  Thread: any with a QGuiApplication in the process.
struct PackRequest
{
    AnalysisPtr analysis;
    std::vector<Finding> findings;
    NameRulesPtr nameRules; ///< the user's words: left out when redacted
    AnalysisPtr other;      ///< the second capture of findings that compare; null: not at hand
    std::optional<TimelineLook> look{}; ///< lanes and colours as somebody chose them
    QString fingerprint;                ///< of the trace's file
    QString version;                    ///< of the program
    bool isRedacted = false;
    bool hasPictures = true;
};

/// BadArgument without findings.
Result<Pack> makePack(const PackRequest& request, const std::stop_token& stop);

enum class PackForm
{
    Page,     ///< one file of HTML
    Markdown, ///< a folder: review.md and a PNG for each finding
    Pdf,
};

/// "html", "" for the folder, "pdf".
QString packExtension(PackForm form);

/// Empty when it was written, else the sentence that says why not.  A folder takes the place of an
/// earlier pack of the same name, and of nothing else.
QString writePack(const Pack& pack, PackForm form, const QString& path);

} // namespace nv
