// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/report/content.h"

#include <cmath>

namespace nv {
namespace {

// The page loads nothing and runs nothing: it can be attached to a review and opened anywhere.
constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="nsys-verdict">
<style>
:root { color-scheme: light dark; --line: #d5d5d5; --muted: #666; }
@media (prefers-color-scheme: dark) { :root { --line: #444; --muted: #aaa; } }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 76em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.3em; } h2 { font-size: 1.15em; margin-top: 2em; } h3 { font-size: 1em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2em .7em .2em 0; text-align: left; vertical-align: top; }
th { color: var(--muted); font-weight: normal; border-bottom: 1px solid var(--line); }
td { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; }
.note { color: var(--muted); }
pre { overflow-x: auto; padding: .6em; border: 1px solid var(--line); }
.bar { display: flex; height: 20px; margin: .3em 0 1em; }
.bar span { min-width: 1px; }
</style>
)";

/// Colour-blind safe, in the order of BudgetClass; the table below the bar names each class.
constexpr std::array<const char*, kBudgetClasses> kColours{
    "#005241", "#50279a", "#d15e14", "#583c00", "#b04897", "#f2b704",
    "#9fc272", "#376ffe", "#62cfb3", "#8a8f98", "#dfe2e6", "#bbbbbb"};

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : plainLine(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

/// One bar per device: the classes of its budget in their order, as wide as their share.
std::string budgetBars(const ReportInput& input)
{
    constexpr double kParts = 1e6; // whole numbers: their text does not depend on the locale
    std::string out;
    const WindowBudget& budget = input.verdict.budget;
    for (const DeviceBudget& device : budget.devices) {
        out += "<div>device " + escaped(deviceLabel(input.trace(), device.device))
               + "</div><div class=\"bar\">";
        for (std::size_t i = 0; i < kBudgetClasses; ++i) {
            const auto cls = static_cast<BudgetClass>(i);
            if (device.budget[cls] == 0)
                continue;
            const double share = static_cast<double>(device.budget[cls])
                                 / static_cast<double>(budget.window.length());
            const std::string title = std::string(budgetClassKey(cls)) + " " + text::percent(share);
            out += "<span title=\"" + title
                   + "\" style=\"flex:" + std::to_string(std::llround(share * kParts))
                   + " 0 0;background:" + kColours.at(i) + "\"></span>";
        }
        out += "</div>\n";
    }
    return out;
}

void writeTable(std::string& out, const TextTable& table)
{
    if (!table.caption.empty())
        out += "<h3>" + escaped(table.caption) + "</h3>\n";
    out += "<table>\n<tr>";
    for (const TextColumn& column : table.columns)
        out += std::string(column.isNumber ? "<th class=\"n\">" : "<th>") + escaped(column.title)
               + "</th>";
    out += "</tr>\n";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            out += std::string(table.columns[i].isNumber ? "<td class=\"n\">" : "<td>")
                   + escaped(row[i].text) + "</td>";
        out += "</tr>\n";
    }
    out += "</table>\n";
    if (!table.note.empty())
        out += "<p class=\"note\">" + escaped(table.note) + "</p>\n";
    if (!table.command.empty())
        out += "<pre>" + escaped(table.command) + "</pre>\n";
}

} // namespace

std::string htmlReport(const ReportInput& input)
{
    return htmlOf(reportContent(input), budgetBars(input));
}

std::string htmlOf(const Content& content, const std::string& underFirst)
{
    std::string out = kHead;
    out += "<title>" + escaped(content.title) + "</title>\n</head>\n<body>\n<h1>"
           + escaped(content.title) + "</h1>\n";
    for (const Section& section : content.sections) {
        out += "<h2>" + escaped(section.title) + "</h2>\n";
        for (const TextCell& paragraph : section.paragraphs)
            out += "<p>" + escaped(paragraph.text) + "</p>\n";
        if (!section.command.empty())
            out += "<pre>" + escaped(section.command) + "</pre>\n";
        if (&section == &content.sections.front())
            out += underFirst;
        for (const TextTable& table : section.tables)
            writeTable(out, table);
    }
    return out + "</body>\n</html>\n";
}

} // namespace nv
