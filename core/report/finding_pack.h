// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/content.h"
#include "core/report/review_page.h"
#include "core/session/finding.h"

#include <memory>
#include <string>
#include <vector>

/// The findings of a trace as one thing to hand over: each with its picture, note, figures and
/// their definitions, budget, kernels and the commands that repeat it.
/// Shape: the same content as a page that loads nothing, as markdown with pictures beside it, and
/// for whoever paints it (PDF).  The same input gives the same bytes.
/// Privacy: as every report (report.h); without names where findings, analysis and tables are
/// redacted ones, as `isRedacted` says on the pack itself.
/// Thread: pure.
namespace nv {

struct PackItem
{
    Finding finding;
    WindowTables tables; ///< of its window
    Verdict verdict;
    std::optional<PagePicture> picture;
    bool showsOther = false; ///< the picture has the second capture below the first
};

struct Pack
{
    AnalysisPtr analysis;
    std::vector<PackItem> items; ///< at least one, in the order they are told
    NameRulesPtr nameRules;
    std::string fingerprint; ///< of the trace's file; empty: not known
    std::string version;     ///< of the program
    bool isRedacted = false;
};

/// One section a finding, then what the pack is; without pictures.
Content packContent(const Pack& pack);

std::string packPage(const Pack& pack);
/// Refers to the pictures by packPictureName.
std::string packMarkdown(const Pack& pack);
/// "finding-01.png" for the first.
std::string packPictureName(std::size_t item);

} // namespace nv
