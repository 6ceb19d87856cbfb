// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/review_page.h"

#include "core/base/text.h"
#include "core/report/content.h"

namespace nv {
namespace {

std::string dataUri(std::string_view png)
{
    return "data:image/png;base64," + base64(png);
}

std::string figure(const ReportInput& input, const PagePicture& picture)
{
    const TimeRange window = input.window().range;
    return pictureHtml(picture, "Timeline of the window",
                       "Timeline, the window " + std::to_string(window.begin) + " to "
                           + std::to_string(window.end) + " ns between its two edges.");
}

std::string windowOption(const ReportInput& input)
{
    if (input.window().source == WindowSource::All)
        return " --window all";
    return " --window " + std::to_string(input.window().range.begin) + "/"
           + std::to_string(input.window().range.end);
}

/// What else the figures depend on.
std::string otherOptions(const ReportInput& input)
{
    std::string out;
    if (!input.only.isNone())
        out += " --device " + text::shellWord(deviceLabel(input.trace(), input.only));
    if (!(input.analysis.thresholds == Thresholds{}))
        out += " --thresholds LIMITS.json";
    if (input.nameRules)
        out += " --name-rules RULES.txt";
    return out;
}

Section commandsSection(const ReportInput& input)
{
    const std::string file = text::shellWord(input.trace().capture.fileName);
    const std::string window = windowOption(input);
    TextTable table;
    table.columns = {{"what"}, {"command"}};
    const auto add = [&table](const char* what, std::string command) {
        table.rows.push_back({{what}, {std::move(command), true}});
    };
    add("this page", "nsys-verdict analyze " + file + window + otherOptions(input)
                         + (input.redact ? " --redact" : "") + " --html page.html");
    add("its figures", "nsys-verdict analyze " + file + window + otherOptions(input) + " --json -");
    add("the tables, with the real tool",
        statsCommand(input, "cuda_gpu_kern_sum,cuda_api_sum,cuda_gpu_mem_time_sum"));
    add("the window as a smaller trace",
        "nsys-verdict save " + file + window + " -o window.sqlite");
    Section section;
    section.title = "Repeat it";
    section.tables.push_back(std::move(table));
    return section;
}

Section madeSection(const ReportInput& input, const ReviewPage& page)
{
    Section section;
    section.title = "What this page is";
    section.paragraphs.push_back(
        {"The answer for one window of one capture. Budgets are cut at the window; tables count "
         "whole durations of the rows nsys keeps. An unknown figure is a dash."});
    TextTable table;
    table.columns = {{"what"}, {"value"}};
    table.rows.push_back({{"trace"}, {input.trace().capture.fileName, true}});
    if (!page.fingerprint.empty())
        table.rows.push_back({{"fingerprint of the trace"}, {page.fingerprint}});
    if (!page.version.empty())
        table.rows.push_back({{"made by"}, {"nsys-verdict " + page.version}});
    if (input.redact)
        table.rows.push_back(
            {{"redacted"},
             {"names of kernels, ranges, processes, threads, streams and the file are replaced; "
              "each name by the same word everywhere"}});
    section.tables.push_back(std::move(table));
    return section;
}

} // namespace

std::string pictureHtml(const PagePicture& picture, const std::string& alt,
                        const std::string& caption)
{
    // NOLINTBEGIN(modernize-raw-string-literal): the formatter would break lines inside of one
    return "<figure><picture><source media=\"(prefers-color-scheme: dark)\" srcset=\""
           + dataUri(picture.dark) + "\"><img src=\"" + dataUri(picture.light) + "\" width=\""
           + std::to_string(picture.width) + "\" height=\"" + std::to_string(picture.height)
           + "\" alt=\"" + alt + "\"></picture><figcaption>" + caption + "</figcaption></figure>\n";
    // NOLINTEND(modernize-raw-string-literal)
}

std::string base64(std::string_view bytes)
{
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t given = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8U | (k < given ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            out += k <= given ? kDigits[group >> (18 - 6 * k) & 63U] : '=';
    }
    return out;
}

std::string reviewPage(const ReportInput& input, const ReviewPage& page)
{
    Content content = reportContent(input);
    content.sections.push_back(commandsSection(input));
    content.sections.push_back(madeSection(input, page));
    std::string underFirst = page.picture ? figure(input, *page.picture) : std::string();
    underFirst += budgetBars(input);
    return htmlOf(content, underFirst);
}

} // namespace nv
