// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/labels.h"

#include <string>
#include <vector>

/// What a report for people says, before it is markdown or a page.
/// Shape: sections of sentences and tables, all figures already text; names that come from the
/// capture are marked, so that each form can print them harmlessly.  Thread: pure.
namespace nv {

struct TextCell
{
    std::string text;
    bool isName = false; ///< text of the capture: never to be read as markup
};

struct TextColumn
{
    std::string title;
    bool isNumber = false;
    bool isShort = false; ///< words that stay on one line
};

struct TextTable
{
    std::string caption;
    std::vector<TextColumn> columns;
    std::vector<std::vector<TextCell>> rows;
    std::string note;    ///< how many rows are not shown, and the rule of those that are
    std::string command; ///< repeats the table with the real tool, "" for none
};

struct Section
{
    std::string title;
    std::vector<TextCell> paragraphs;
    std::string command; ///< shown as code, "" for none
    std::vector<TextTable> tables;
    std::string figure{};    ///< what stands under the sentences on a page, as HTML
    std::string imageFile{}; ///< the same in markdown: a picture beside it
};

struct Content
{
    std::string title;
    std::vector<Section> sections;
};

Content reportContent(const ReportInput& input);

std::string markdownOf(const Content& content);
/// A page of its own; `underFirst` is HTML that stands under the first section's sentences.
std::string htmlOf(const Content& content, const std::string& underFirst);
/// The budget of each device as a bar, as HTML for htmlOf; "" without devices.
std::string budgetBars(const ReportInput& input);

/// Its parts.
Section verdictSection(const ReportInput& input, const Redactor& redact);
/// How the capture was taken, as its file says.
Section captureSection(const ReportInput& input);
/// Load, warm-up, steady state and what follows it, as stretches of time.
Section partsSection(const ReportInput& input);
Section budgetSection(const ReportInput& input);
Section classesSection(const ReportInput& input, const Redactor& redact);
Section hostSection(const ReportInput& input);
Section kernelsSection(const ReportInput& input);
Section apiSection(const ReportInput& input);
Section transfersSection(const ReportInput& input);
Section gapsSection(const ReportInput& input);
Section outliersSection(const ReportInput& input);
Section compileSection(const ReportInput& input);
/// What an average step costs: ranks, NVTX ranges, kernels, API calls.
Section stepCostSection(const ReportInput& input);
/// Kernels that repeat inside a step, in groups, and where they lose time.
Section patternSection(const ReportInput& input);
/// What graphs hold, what they leave out, and their nodes.
Section graphsSection(const ReportInput& input);
Section qualitySection(const ReportInput& input, const Redactor& redact);

/// `text` with control characters, direction overrides and zero-width signs made visible as
/// U+FFFD and line breaks as blanks: a name cannot move the cursor or reorder the line.
std::string plainLine(std::string_view text);

/// "nsys stats -r REPORT [--filter-time S/E] FILE": repeats a table with the tool itself.
std::string statsCommand(const ReportInput& input, std::string_view report);

} // namespace nv
