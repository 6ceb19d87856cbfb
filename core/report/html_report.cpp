// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/report/content.h"
#include "core/report/minus_signs.h"
#include "core/report/page_style.h"

#include <cmath>

namespace nv {
namespace {

std::string htmlEscaped(std::string_view text)
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

/// Sentences and figures; a name of the capture is printed as it is.
std::string htmlText(const TextCell& cell)
{
    return htmlEscaped(cell.isName ? cell.text : withMinusSigns(cell.text));
}

/// What the colours of the bars mean, of the classes that occur.
std::string legend(const WindowBudget& budget)
{
    std::string out = "<ul class=\"legend\">";
    for (std::size_t i = 0; i < kBudgetClasses; ++i) {
        const auto cls = static_cast<BudgetClass>(i);
        const bool occurs =
            std::any_of(budget.devices.begin(), budget.devices.end(),
                        [cls](const DeviceBudget& device) { return device.budget[cls] != 0; });
        if (occurs)
            out += "<li><span class=\"c" + std::to_string(i) + "\"></span>"
                   + std::string(budgetClassKey(cls)) + " " + text::percent(budget.share(cls))
                   + "</li>";
    }
    return out + "</ul>\n";
}

std::string classOf(const TextColumn& column)
{
    return column.isNumber ? " class=\"n\"" : column.isShort ? " class=\"s\"" : "";
}

void writeHtmlTable(std::string& out, const TextTable& table)
{
    if (!table.caption.empty())
        out += "<h3>" + htmlEscaped(table.caption) + "</h3>\n";
    out += "<table>\n<thead><tr>";
    for (const TextColumn& column : table.columns)
        out += "<th" + classOf(column) + ">" + htmlEscaped(column.title) + "</th>";
    out += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            out += "<td" + classOf(table.columns[i]) + ">" + htmlText(row[i]) + "</td>";
        out += "</tr>\n";
    }
    out += "</tbody>\n</table>\n";
    if (!table.note.empty())
        out += "<p class=\"note\">" + htmlText({table.note}) + "</p>\n";
    if (!table.command.empty())
        out += "<pre>" + htmlEscaped(table.command) + "</pre>\n";
}

} // namespace

/// One bar per device: the classes of its budget in their order, as wide as their share.
std::string budgetBars(const ReportInput& input)
{
    constexpr double kParts = 1e6; // whole numbers: their text does not depend on the locale
    std::string out;
    const WindowBudget& budget = input.verdict.budget;
    if (budget.devices.empty() || budget.window.isEmpty())
        return out;
    for (const DeviceBudget& device : budget.devices) {
        out += "<div>device " + htmlEscaped(deviceLabel(input.trace(), device.device))
               + "</div><div class=\"bar\">";
        for (std::size_t i = 0; i < kBudgetClasses; ++i) {
            const auto cls = static_cast<BudgetClass>(i);
            if (device.budget[cls] == 0)
                continue;
            const double share = static_cast<double>(device.budget[cls])
                                 / static_cast<double>(budget.window.length());
            out += "<span class=\"c" + std::to_string(i) + "\" title=\""
                   + std::string(budgetClassKey(cls)) + " " + text::percent(share)
                   + "\" style=\"flex:" + std::to_string(std::llround(share * kParts))
                   + " 0 0\"></span>";
        }
        out += "</div>\n";
    }
    return out + legend(budget);
}

std::string htmlReport(const ReportInput& input)
{
    return htmlOf(reportContent(input), budgetBars(input));
}

std::string htmlOf(const Content& content, const std::string& underFirst)
{
    std::string out(page::kHead);
    out += "<title>" + htmlEscaped(content.title) + "</title>\n</head>\n<body>\n<h1>"
           + htmlEscaped(content.title) + "</h1>\n";
    for (const Section& section : content.sections) {
        out += "<h2>" + htmlEscaped(section.title) + "</h2>\n";
        for (const TextCell& paragraph : section.paragraphs)
            // Sentences with names in them hold figures, too.
            out += "<p>" + htmlEscaped(withMinusSigns(paragraph.text)) + "</p>\n";
        if (!section.command.empty())
            out += "<pre>" + htmlEscaped(section.command) + "</pre>\n";
        if (&section == &content.sections.front())
            out += underFirst;
        out += section.figure;
        for (const TextTable& table : section.tables)
            writeHtmlTable(out, table);
    }
    return out + "<script>" + std::string(page::kScript) + "</script>\n</body>\n</html>\n";
}

} // namespace nv
