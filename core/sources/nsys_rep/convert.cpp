// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_rep/convert.h"

#include "core/base/name_table.h"
#include "core/base/text.h"
#include "core/sources/nsys_rep/child_process.h"
#include "core/sources/nsys_rep/scrub.h"
#include "core/sources/nsys_sqlite/schema.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace nv::nsys {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kContextLines = 5;
constexpr std::size_t kLongestLine = 240;
constexpr std::uint64_t kWhole = 100;

/// What nsys says of a report that a newer one recorded: 2022, 2023 and since.
constexpr std::array<std::string_view, 3> kTooOldWords{
    "Version number is invalid", "newer than your current version", "update your Nsight Systems"};

/// "Processing 143 events: [==37%   ]"
bool isProgressBar(std::string_view line)
{
    return line.find('[') != std::string_view::npos && line.find('%') != std::string_view::npos
           && line.back() == ']';
}

std::string joined(const std::vector<std::string>& lines)
{
    std::string out;
    for (const std::string& line : lines)
        out += (out.empty() ? "" : "\n") + line;
    return out;
}

bool isTooOld(const Conversion& conversion, const std::string& output)
{
    if (conversion.recorded && *conversion.recorded > conversion.tool.version)
        return true;
    return std::any_of(kTooOldWords.begin(), kTooOldWords.end(), [&output](std::string_view words) {
        return output.find(words) != std::string::npos;
    });
}

Error tooOld(const Conversion& conversion, std::string context)
{
    const std::string here = shortText(conversion.tool.version);
    const std::string elsewhere =
        ", or run where there is one: " + exportCommandFor(conversion.name);
    if (!conversion.recorded)
        return {Errc::ToolTooOld,
                conversion.name + " was recorded by a newer nsys than the one here (" + here
                    + "); use a newer one" + elsewhere,
                std::move(context)};
    const std::string needed = shortText(*conversion.recorded);
    return {Errc::ToolTooOld,
            conversion.name + " was recorded by nsys " + needed
                + ", which the nsys here is too old to read (" + here + "); use nsys " + needed
                + " or newer" + elsewhere,
            std::move(context)};
}

Error failed(const Conversion& conversion, const ChildOutcome& outcome)
{
    const std::vector<std::string> lines = lastLines(outcome.output, kContextLines);
    const std::string tool = "nsys " + shortText(conversion.tool.version);
    if (outcome.signal != 0)
        return {Errc::Io,
                // NOLINTNEXTLINE(concurrency-mt-unsafe): known signals have constant texts
                tool + " was ended by a signal (" + ::strsignal(outcome.signal)
                    + ") while it converted " + conversion.name
                    + "; there may be too little memory.",
                joined(lines)};
    if (isTooOld(conversion, outcome.output))
        return tooOld(conversion, joined(lines));
    if (lines.empty())
        return {Errc::Io,
                tool + " could not convert " + conversion.name
                    + " and did not say why (exit status "
                    + std::to_string(outcome.exitCode.value_or(0)) + ").",
                {}};
    std::string last = lines.back();
    while (!last.empty() && last.back() == '.')
        last.pop_back();
    return {Errc::Io, tool + " could not convert " + conversion.name + ": " + last + ".",
            joined(lines)};
}

/// Has nsys written what it should have?
Status checkExport(const Conversion& conversion, const fs::path& file, const std::string& output,
                   const std::stop_token& stop)
{
    const std::string tool = "nsys " + shortText(conversion.tool.version);
    const std::string context = joined(lastLines(output, kContextLines));
    std::error_code ec;
    if (!fs::is_regular_file(fs::symlink_status(file, ec)) || fs::file_size(file, ec) == 0)
        return Error{Errc::Io,
                     tool + " ended as if all were well, but wrote no export of " + conversion.name
                         + ".",
                     context};
    sqlite::Access access;
    access.path = file;
    access.displayName = conversion.name;
    const auto db = sqlite::Database::open(access, stop);
    const auto schema = db ? Schema::probe(db.value()) : Result<Schema>(db.error());
    if (!schema && schema.error().code == Errc::Cancelled)
        return schema.error();
    if (!schema || !schema.value().isExport())
        return Error{Errc::Corrupt,
                     "What " + tool + " wrote for " + conversion.name
                         + " is no export of Nsight Systems.",
                     schema ? context : schema.error().context};
    return Nothing{};
}

/// The end of the name tells nsys what kind of file it is; older ones know only .qdrep.
Result<fs::path> linkTo(const fs::path& report, const fs::path& folder)
{
    const std::string extension = report.extension().string();
    const fs::path link =
        folder / ("report" + std::string(extension == ".qdrep" ? ".qdrep" : ".nsys-rep"));
    std::error_code ec;
    const fs::path target = fs::absolute(report, ec);
    if (!ec)
        fs::create_symlink(target, link, ec);
    if (ec)
        return Error{Errc::Io,
                     "The folder for temporary files, " + folder.parent_path().string()
                         + ", cannot be written.",
                     ec.message()};
    return link;
}

void showPercent(Progress& progress, std::optional<int> percent)
{
    if (!percent)
        return;
    progress.done = static_cast<std::uint64_t>(*percent);
    progress.total = kWhole;
}

} // namespace

std::string exportCommandFor(const std::string& name)
{
    const std::string stem = fs::path(name).stem().string();
    return "nsys export --type=sqlite --output=" + text::shellWord(stem + ".sqlite") + " "
           + text::shellWord(name);
}

std::vector<std::string> lastLines(std::string_view output, std::size_t count)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < output.size();) {
        const std::size_t end = std::min(output.find_first_of("\r\n", begin), output.size());
        std::string_view line = output.substr(begin, end - begin);
        begin = end + 1;
        while (!line.empty() && line.back() == ' ')
            line.remove_suffix(1);
        if (line.empty() || isProgressBar(line))
            continue;
        std::string clean = text::middle(validUtf8(line), kLongestLine);
        std::replace_if(
            clean.begin(), clean.end(),
            [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
        lines.push_back(std::move(clean));
    }
    if (lines.size() > count)
        lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(count));
    return lines;
}

std::optional<int> PercentReader::read(std::string_view text)
{
    constexpr std::size_t kLongest = 3; // digits
    m_tail += text;
    for (std::size_t sign = m_tail.find('%'); sign != std::string::npos;
         sign = m_tail.find('%', sign + 1)) {
        int value = 0;
        int scale = 1;
        for (std::size_t i = sign; i > 0 && sign - i < kLongest && text::isDigit(m_tail[i - 1]);
             --i) {
            value += (m_tail[i - 1] - '0') * scale;
            scale *= 10;
        }
        if (scale > 1 && value <= static_cast<int>(kWhole))
            m_percent = value;
    }
    if (m_tail.size() > kLongest)
        m_tail.erase(0, m_tail.size() - kLongest); // digits whose sign is still to come
    return m_percent;
}

Result<fs::path> exportReport(const Conversion& conversion, const fs::path& folder,
                              const std::stop_token& stop, Progress& progress)
{
    NV_TRY(link, linkTo(conversion.report, folder));
    const fs::path file = folder / "export.sqlite";
    ChildCommand command{conversion.tool.path,
                         {"export", "--type=sqlite", "--output=" + file.string(), link.string()}};
    command.temporaryFolder = folder;
    PercentReader percent;
    NV_TRY(outcome, runChild(command, stop, [&](std::string_view text) {
               showPercent(progress, percent.read(text));
           }));
    progress.total = 0; // what follows has no percentages
    progress.done = 0;
    if (outcome.exitCode != 0)
        return failed(conversion, outcome);
    if (Status sound = checkExport(conversion, file, outcome.output, stop); !sound)
        return sound.error();
    if (Status scrubbed = scrub(file, conversion.name, stop); !scrubbed)
        return scrubbed.error();
    return file;
}

} // namespace nv::nsys
