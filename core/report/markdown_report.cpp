// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/report/content.h"

namespace nv {
namespace {

/// Text of the capture as markdown that shows exactly that text: no emphasis, link or tag.
std::string markdownEscaped(std::string_view text)
{
    std::string out;
    for (const char c : plainLine(text)) {
        if (std::string_view("\\`*_[]<>#|~&$").find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

/// A name as code.  The fence is longer than any run of backticks inside; a bar would end the cell.
std::string code(std::string_view text)
{
    const std::string line = plainLine(text);
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : line) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    const std::string pad = longest != 0 ? " " : "";
    return fence + pad + text::replaced(line, "|", "\\|") + pad + fence;
}

/// Sentences stay text, short names without blanks read better as code.
std::string cellText(const TextCell& cell)
{
    if (!cell.isName || cell.text.empty())
        return text::replaced(plainLine(cell.text), "|", "\\|");
    const bool isSentence = cell.text.ends_with('.') || cell.text.find(". ") != std::string::npos;
    return isSentence ? markdownEscaped(cell.text) : code(cell.text);
}

void writeMarkdownTable(std::string& out, const TextTable& table)
{
    if (!table.caption.empty())
        out += "### " + markdownEscaped(table.caption) + "\n\n";
    out += "|";
    for (const TextColumn& column : table.columns)
        out += " " + column.title + " |";
    out += "\n|";
    for (const TextColumn& column : table.columns)
        out += column.isNumber ? " ---: |" : " --- |";
    out += "\n";
    for (const auto& row : table.rows) {
        out += "|";
        for (const TextCell& cell : row)
            out += " " + cellText(cell) + " |";
        out += "\n";
    }
    if (!table.note.empty())
        out += "\n" + markdownEscaped(table.note) + "\n";
    if (!table.command.empty())
        out += "\n    " + plainLine(table.command) + "\n";
    out += "\n";
}

} // namespace

std::string markdownReport(const ReportInput& input)
{
    return markdownOf(reportContent(input));
}

std::string markdownOf(const Content& content)
{
    std::string out = "# " + markdownEscaped(content.title) + "\n\n";
    for (const Section& section : content.sections) {
        out += "## " + markdownEscaped(section.title) + "\n\n";
        for (const TextCell& paragraph : section.paragraphs)
            out += (paragraph.isName ? markdownEscaped(paragraph.text) : paragraph.text) + "\n\n";
        if (!section.imageFile.empty())
            out += "![" + markdownEscaped(section.title) + "](" + section.imageFile + ")\n\n";
        if (!section.command.empty())
            out += "    " + plainLine(section.command) + "\n\n";
        for (const TextTable& table : section.tables)
            writeMarkdownTable(out, table);
    }
    return out;
}

} // namespace nv
