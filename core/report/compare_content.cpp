// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/waterfall.h"
#include "core/base/text.h"
#include "core/report/compare_report.h"
#include "core/report/content_parts.h"

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

constexpr std::size_t kShown = 20; ///< rows of a table; the JSON has all

std::string dash(const std::optional<double>& value, std::string (*format)(double))
{
    return value ? format(*value) : std::string("—");
}

/// With its sign: a change is read by it.
std::string signedText(const std::optional<double>& value, std::string (*format)(double))
{
    if (!value)
        return "—";
    if (*value == 0)
        return "0";
    return text::withSign(*value, format);
}

std::string percentText(const Change& change)
{
    const auto percent = change.percent();
    return percent ? signedText(*percent / 100, text::changePercent) : "—";
}

std::vector<TextCell> changeRow(std::string what, const Change& change,
                                std::string (*format)(double))
{
    return {{std::move(what)},
            {dash(change.base, format)},
            {dash(change.target, format)},
            {signedText(change.delta(), format)},
            {percentText(change)}};
}

std::vector<TextColumn> changeColumns(std::string what)
{
    return {{std::move(what)}, {"base", true}, {"target", true}, {"change", true}, {"%", true}};
}

Section headSection(const CompareInput& input)
{
    Section section;
    section.title = "What changed";
    section.paragraphs.push_back({input.comparison.comparability, true});
    section.paragraphs.push_back({input.comparison.conclusion.claim, true});
    if (!input.comparison.conclusion.causes.empty())
        section.paragraphs.push_back({input.comparison.conclusion.causes, true});
    if (input.comparison.notes.empty())
        return section;
    TextTable table;
    table.caption = "Before any figure is read";
    table.columns = {{"what differs"}, {"what still holds"}};
    for (const CompareNote& note : input.comparison.notes)
        table.rows.push_back({{note.message, true}, {note.holds}});
    section.tables.push_back(std::move(table));
    return section;
}

std::string windowText(const CompareSide& side)
{
    return std::to_string(side.window.range.begin) + " to " + std::to_string(side.window.range.end)
           + " ns, " + std::string(windowSourceKey(side.window.source));
}

Section sidesSection(const CompareInput& input)
{
    Section section;
    section.title = "The two captures";
    TextTable table;
    table.columns = {{""}, {"file"}, {"window"}, {"steps compared"}, {"steps found by"}};
    const auto add = [&table](const char* name, const CompareSide& side,
                              const StepBreakdown& steps) {
        const SteadyState& steady = side.analysis.steady;
        table.rows.push_back({{name},
                              {side.trace().capture.fileName, true},
                              {windowText(side)},
                              {comparedStepsText(steps)},
                              {steady.found ? std::string(stepMethodKey(steady.method)) : "none"}});
    };
    add("base", input.base, input.comparison.base);
    add("target", input.target, input.comparison.target);
    section.tables.push_back(std::move(table));
    return section;
}

Section stepSection(const Comparison& comparison)
{
    Section section;
    section.title = "Per step";
    if (!comparison.hasSteps)
        return section;
    TextTable table;
    table.columns = changeColumns("mean of a step");
    table.rows.push_back(changeRow("begin to begin", comparison.wall, text::duration));
    table.rows.push_back(changeRow("begin to end", comparison.length, text::duration));
    table.rows.push_back(changeRow("end to next begin", comparison.gap, text::duration));
    table.rows.push_back(changeRow("GPU busy", comparison.busy, text::duration));
    table.rows.push_back(changeRow("kernels", comparison.kernels, text::number));
    table.rows.push_back(changeRow("launched by graphs", comparison.coverage, text::percent));
    table.rows.push_back(changeRow("begin to begin, p50", comparison.spread.p50, text::duration));
    table.rows.push_back(changeRow("begin to begin, p95", comparison.spread.p95, text::duration));
    table.rows.push_back(changeRow("begin to begin, p99", comparison.spread.p99, text::duration));
    table.note = std::string(text::kP50Meaning) + " p95 and p99 are nearest ranks too.";
    if (comparison.spread.isBeyond)
        table.note += " The steps of a side differ among themselves by "
                      + text::duration(comparison.spread.spread) + " (both sides added, without "
                      + "outliers); the change of p50 is "
                      + (*comparison.spread.isBeyond ? "larger." : "not larger.");
    section.tables.push_back(std::move(table));
    return section;
}

Section budgetSection(const Comparison& comparison)
{
    Section section;
    section.title = "Where the change went";
    section.paragraphs.push_back(
        {comparison.hasSteps
             ? "Mean over the devices; the changes add up to that of a step, begin to begin."
             : "Shares of the windows, mean of the active devices."});
    TextTable table;
    table.columns = changeColumns("class");
    Change sum{0.0, 0.0};
    for (std::size_t i = 0; i < kBudgetClasses; ++i) {
        const std::string key(budgetClassKey(static_cast<BudgetClass>(i)));
        const Change& step = comparison.budget.at(i);
        table.rows.push_back(comparison.hasSteps
                                 ? changeRow(key, step, text::duration)
                                 : changeRow(key, comparison.shares.at(i), text::percent));
        sum.base = *sum.base + step.base.value_or(0);
        sum.target = *sum.target + step.target.value_or(0);
    }
    if (comparison.hasSteps) {
        const std::optional<Waterfall> steps = waterfallOf(comparison);
        if (steps && !steps->parts.empty() && !steps->parts.back().cls) {
            const Change apart{*comparison.wall.base - *sum.base,
                               *comparison.wall.target - *sum.target};
            table.rows.push_back(changeRow("ranks out of step", apart, text::duration));
            sum = comparison.wall;
        }
        table.rows.push_back(changeRow("sum", sum, text::duration));
    }
    section.tables.push_back(std::move(table));
    return section;
}

/// `self`: a column for the time without the ranges inside.
Section rowsSection(std::string title, const std::vector<NamedChange>& rows, bool hasSelf)
{
    Section section;
    section.title = std::move(title);
    if (rows.empty())
        return section;
    const auto hasRank = [](const NamedChange& row) { return row.rank != 0; };
    const auto hasBytes = [](const NamedChange& row) {
        return row.bytes.base.value_or(0) + row.bytes.target.value_or(0) > 0;
    };
    const bool hasRanks = std::any_of(rows.begin(), rows.end(), hasRank);
    const bool areCopies = std::any_of(rows.begin(), rows.end(), hasBytes);
    TextTable table;
    table.columns = changeColumns("name");
    if (hasSelf)
        table.columns.push_back({"change of self", true});
    table.columns.push_back({"times", true});
    if (areCopies)
        table.columns.push_back({"bytes", true});
    table.columns.push_back({"status"});
    if (hasRanks)
        table.columns.push_back({"rank", true});
    for (std::size_t i = 0; i < std::min(rows.size(), kShown); ++i) {
        const NamedChange& row = rows[i];
        auto cells = changeRow(row.name, row.time, text::duration);
        cells.front().isName = true;
        if (hasSelf)
            cells.push_back({signedText(row.self.delta(), text::duration)});
        cells.push_back(
            {dash(row.count.base, text::number) + " → " + dash(row.count.target, text::number)});
        if (areCopies)
            cells.push_back(
                {dash(row.bytes.base, text::bytes) + " → " + dash(row.bytes.target, text::bytes)});
        cells.push_back({row.isSmall ? "small" : std::string(changeStatusKey(row.status))});
        if (hasRanks)
            cells.push_back({std::to_string(row.rank)});
        table.rows.push_back(std::move(cells));
    }
    table.note =
        "Per step, by size of the change. Status by the time of a step: REGRESSION is above "
        + text::withSign(kRegressionPercent / 100, text::changePercent)
        + " of the base, IMPROVED below "
        + text::withSign(kImprovedPercent / 100, text::changePercent)
        + ", UNCHANGED between them, NEW or REMOVED on one side only; less than "
        + text::duration(kSmallNs) + " is small, whatever the share.";
    if (rows.size() > kShown)
        table.note = content::leftRows(rows.size() - kShown, "compare") + table.note;
    section.tables.push_back(std::move(table));
    return section;
}

} // namespace

Content compareContent(const CompareInput& input)
{
    const Comparison& comparison = input.comparison;
    Content content;
    content.title =
        input.base.trace().capture.fileName + " and " + input.target.trace().capture.fileName;
    content.sections = {headSection(input),
                        sidesSection(input),
                        stepSection(comparison),
                        budgetSection(comparison),
                        rowsSection("NVTX ranges", comparison.ranges, true),
                        rowsSection("Kernels", comparison.kernelNames, false),
                        rowsSection("CUDA API", comparison.api, false),
                        rowsSection("Transfers", comparison.transfers, false),
                        handoffSection(input)};
    std::erase_if(content.sections, [](const Section& section) {
        return section.paragraphs.empty() && section.tables.empty();
    });
    return content;
}

std::string compareMarkdown(const CompareInput& input)
{
    return markdownOf(compareContent(input));
}

std::string compareHtml(const CompareInput& input)
{
    return htmlOf(compareContent(input), {});
}

} // namespace nv
