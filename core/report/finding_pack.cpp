// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/finding_pack.h"

#include "core/base/text.h"

namespace nv {
namespace {

constexpr std::size_t kTitleLength = 100;

ReportInput inputOf(const Pack& pack, const PackItem& item)
{
    static const HostOverhead kNone; // no section of a pack is about it
    return {*pack.analysis, item.tables, item.verdict, kNone, {}, pack.isRedacted, pack.nameRules};
}

std::string titleOf(const Pack& pack, std::size_t item)
{
    const std::string title = text::middle(plainLine(pack.items[item].finding.title), kTitleLength);
    return std::to_string(item + 1) + ". " + (title.empty() ? "Finding" : title);
}

/// Each line of what the user wrote is a sentence of its own; an empty line is none.
void addNote(Section& section, const std::string& note)
{
    for (std::size_t begin = 0; begin < note.size();) {
        const std::size_t end = std::min(note.find('\n', begin), note.size());
        if (const auto line = text::trimmed(std::string_view(note).substr(begin, end - begin));
            !line.empty())
            section.paragraphs.push_back({std::string(line), true});
        begin = end + 1;
    }
}

TextTable figuresTable(const Finding& finding)
{
    TextTable table;
    table.columns = {{"figure", false, true}, {"value"}, {"what it is"}};
    for (const FindingFigure& figure : finding.figures)
        table.rows.push_back(
            {{figure.name}, {figure.value, figure.isName}, {figure.definition, true}});
    return table;
}

TextTable commandsTable(const Finding& finding)
{
    TextTable table;
    table.caption = "Repeat it";
    table.columns = {{"command"}};
    for (const std::string& command : finding.commands)
        table.rows.push_back({{command, true}});
    return table;
}

void addTables(Section& section, const Section& from, const std::string& caption)
{
    for (TextTable table : from.tables) {
        if (table.caption.empty())
            table.caption = caption;
        table.command.clear(); // the finding has its own
        section.tables.push_back(std::move(table));
    }
}

Section findingSection(const Pack& pack, std::size_t number)
{
    const PackItem& item = pack.items[number];
    const ReportInput input = inputOf(pack, item);
    Section section;
    section.title = titleOf(pack, number);
    addNote(section, item.finding.note);
    if (item.finding.other && item.picture && !item.showsOther)
        section.paragraphs.push_back({"The second capture, " + item.finding.other->file
                                          + ", was not at hand: the picture shows only the first.",
                                      true});
    if (!item.finding.figures.empty())
        section.tables.push_back(figuresTable(item.finding));
    addTables(section, budgetSection(input), "Where the wall clock of the window went");
    addTables(section, kernelsSection(input), "Kernels of the window");
    if (!item.finding.commands.empty())
        section.tables.push_back(commandsTable(item.finding));
    return section;
}

std::string gpuText(const CaptureInfo& capture)
{
    std::string list;
    for (const Gpu& gpu : capture.gpus)
        if (!gpu.name.empty() && list.find(gpu.name) == std::string::npos)
            list += (list.empty() ? "" : ", ") + gpu.name;
    return list;
}

Section aboutSection(const Pack& pack)
{
    const CaptureInfo& capture = pack.analysis->trace->capture;
    TextTable table;
    table.columns = {{"what"}, {"value"}};
    const auto add = [&table](const char* what, const std::string& value, bool isName = false) {
        if (!value.empty())
            table.rows.push_back({{what}, {value, isName}});
    };
    add("trace", capture.fileName, true);
    add("GPU", gpuText(capture), true);
    add("nsys", capture.nsysVersion, true);
    add("fingerprint of the trace", pack.fingerprint);
    add("made by", pack.version.empty() ? "" : "nsys-verdict " + pack.version);
    if (pack.isRedacted)
        add("redacted",
            "names of kernels, ranges, processes, threads, streams and the file are replaced, in "
            "titles and notes too; what else these say is the author's");
    Section section;
    section.title = "What this is";
    section.paragraphs.push_back(
        {"Findings in one capture. Figures are those of the moment a finding was made; budgets are "
         "cut at its window, tables count whole durations of the rows nsys keeps. An unknown "
         "figure is a dash."});
    section.tables.push_back(std::move(table));
    return section;
}

std::string stretches(TimeRange view, TimeRange window)
{
    return "from " + std::to_string(view.begin) + " to " + std::to_string(view.end)
           + " ns; the window " + std::to_string(window.begin) + " to " + std::to_string(window.end)
           + " ns between its two edges.";
}

std::string pictureCaption(const PackItem& item)
{
    const Finding& finding = item.finding;
    std::string text = "Timeline " + stretches(finding.view, finding.window);
    if (item.showsOther)
        text += " Below it the second capture, " + finding.other->file + ", "
                + stretches(finding.other->view, finding.other->window);
    return text;
}

} // namespace

std::string packPictureName(std::size_t item)
{
    const std::string number = std::to_string(item + 1);
    return "finding-" + std::string(number.size() < 2 ? "0" : "") + number + ".png";
}

Content packContent(const Pack& pack)
{
    Content content;
    content.title = "Findings in " + pack.analysis->trace->capture.fileName;
    for (std::size_t i = 0; i < pack.items.size(); ++i)
        content.sections.push_back(findingSection(pack, i));
    const ReportInput input = inputOf(pack, pack.items.front());
    content.sections.push_back(qualitySection(input, Redactor(input)));
    content.sections.push_back(aboutSection(pack));
    return content;
}

std::string packPage(const Pack& pack)
{
    Content content = packContent(pack);
    for (std::size_t i = 0; i < pack.items.size(); ++i) {
        const PackItem& item = pack.items[i];
        Section& section = content.sections[i];
        if (item.picture)
            section.figure = pictureHtml(*item.picture, "Timeline", pictureCaption(item));
        section.figure += budgetBars(inputOf(pack, item));
    }
    return htmlOf(content, {});
}

std::string packMarkdown(const Pack& pack)
{
    Content content = packContent(pack);
    for (std::size_t i = 0; i < pack.items.size(); ++i)
        if (pack.items[i].picture)
            content.sections[i].imageFile = packPictureName(i);
    return markdownOf(content);
}

} // namespace nv
