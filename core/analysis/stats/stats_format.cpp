// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/stats_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace nv {
namespace {

struct TimeForm
{
    std::string_view suffix;
    double factor;
    int decimals; ///< 0: the exact value
};

constexpr std::array<TimeForm, 4> kTimeForms = {
    {{"ns", 1.0, 0}, {"us", 1e3, 3}, {"ms", 1e6, 4}, {"sec", 1e9, 4}}};

struct SizeForm
{
    std::string_view suffix;
    double factor;
    int decimals; ///< 0: the exact value
};

constexpr std::array<SizeForm, 7> kSizeForms = {{{"B", 1.0, 0},
                                                 {"KB", 1e3, 2},
                                                 {"KiB", 1024.0, 2},
                                                 {"MB", 1e6, 3},
                                                 {"MiB", 1048576.0, 3},
                                                 {"GB", 1e9, 3},
                                                 {"GiB", 1073741824.0, 3}}};

const TimeForm& formOf(StatsTimeUnit unit)
{
    return kTimeForms.at(static_cast<std::size_t>(unit));
}

const SizeForm& formOf(StatsSizeUnit unit)
{
    return kSizeForms.at(static_cast<std::size_t>(unit));
}

std::string fixed(double value, int decimals)
{
    std::array<char, 400> text{}; // 1.8e308 has 309 digits
    const int length = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return {text.data(), static_cast<std::size_t>(length)};
}

double asDouble(const StatsCell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    return std::get<double>(cell);
}

template <class Form>
std::string numberText(const StatsCell& cell, const Form& form)
{
    if (form.decimals > 0)
        return fixed(asDouble(cell) / form.factor, form.decimals);
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return std::to_string(*whole);
    return pythonRepr(std::get<double>(cell));
}

/// Addresses are unsigned, whatever the file's integers say.
std::string addressText(std::int64_t address)
{
    std::array<char, 24> text{};
    const int length =
        std::snprintf(text.data(), text.size(), "0x%" PRIX64, static_cast<std::uint64_t>(address));
    return {text.data(), static_cast<std::size_t>(length)};
}

/// As Python's csv module quotes: only what has to be.
std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

/// Columns on screen: bytes that begin a character, good enough for the names of kernels.
std::size_t displayWidth(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

std::string padded(const std::string& text, std::size_t width, bool toRight)
{
    const std::string blanks(width - std::min(width, displayWidth(text)), ' ');
    return toRight ? blanks + text : text + blanks;
}

std::string centred(const std::string& text, std::size_t width)
{
    const std::size_t missing = width - std::min(width, displayWidth(text));
    return std::string(missing / 2, ' ') + text + std::string(missing - missing / 2, ' ');
}

Result<StatsSizeUnit> parseSizeUnit(std::string_view text)
{
    const auto found = std::find_if(kSizeForms.begin(), kSizeForms.end(),
                                    [&](const SizeForm& form) { return form.suffix == text; });
    if (found == kSizeForms.end())
        return Error{Errc::BadArgument,
                     "\"" + std::string(text)
                         + "\" is no unit of memory; there are B, KB, KiB, MB, MiB, GB, GiB.",
                     {}};
    return static_cast<StatsSizeUnit>(found - kSizeForms.begin());
}

/// `category=unit`.
Status takeUnit(std::string_view word, StatsUnits& units)
{
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view category = word.substr(0, equals);
    const std::string_view unit = word.substr(std::min(equals + 1, word.size()));
    if (category == "time") {
        NV_TRY(time, parseStatsTimeUnit(unit));
        units.time = time;
        return Nothing{};
    }
    if (category != "mem" && category != "thru" && category != "bytes")
        return Error{Errc::BadArgument,
                     "\"" + std::string(word)
                         + "\" says no unit; there are time=, mem=, thru= and bytes=.",
                     {}};
    NV_TRY(size, parseSizeUnit(unit));
    if (category != "thru")
        units.memory = size;
    if (category != "mem")
        units.throughput = size;
    return Nothing{};
}

} // namespace

std::string statsTitle(const StatsColumn& column, const StatsUnits& units)
{
    switch (column.unit) {
    case StatsUnit::None:
    case StatsUnit::Address:
        return column.title;
    case StatsUnit::Percent:
        return column.title + " (%)";
    case StatsUnit::Time:
        return column.title + " (" + std::string(formOf(units.time).suffix) + ")";
    case StatsUnit::Memory:
        return column.title + " (" + std::string(formOf(units.memory).suffix) + ")";
    case StatsUnit::Throughput:
        return column.title + " (" + std::string(formOf(units.throughput).suffix) + "/s)";
    }
    return column.title;
}

std::string statsCellText(const StatsCell& cell, StatsUnit column, const StatsUnits& units)
{
    if (std::holds_alternative<std::monostate>(cell))
        return {};
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    const auto* whole = std::get_if<std::int64_t>(&cell);
    if (column == StatsUnit::Address && whole != nullptr)
        return addressText(*whole);
    if (column == StatsUnit::Memory)
        return numberText(cell, formOf(units.memory));
    if (column == StatsUnit::Throughput)
        return numberText(cell, formOf(units.throughput));
    return numberText(cell,
                      formOf(column == StatsUnit::Time ? units.time : StatsTimeUnit::Nanoseconds));
}

Result<StatsFormat> parseStatsFormat(std::string_view text)
{
    StatsFormat format;
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view form = text.substr(0, colon);
    if (form != "csv" && form != "table" && form != "json")
        return Error{Errc::BadArgument,
                     "\"" + std::string(form) + "\" is no format; there are csv, table, json.",
                     {}};
    format.form = form == "csv"    ? StatsForm::Csv
                  : form == "json" ? StatsForm::Json
                                   : StatsForm::Table;
    std::string_view rest = text.substr(colon);
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (Status taken = takeUnit(rest.substr(0, end), format.units); !taken)
            return taken.error();
        rest.remove_prefix(end);
    }
    return format;
}

Result<StatsTimeUnit> parseStatsTimeUnit(std::string_view text)
{
    if (text == "nsec" || text == "ns")
        return StatsTimeUnit::Nanoseconds;
    if (text == "usec" || text == "us")
        return StatsTimeUnit::Microseconds;
    if (text == "msec" || text == "ms")
        return StatsTimeUnit::Milliseconds;
    if (text == "sec" || text == "s")
        return StatsTimeUnit::Seconds;
    return Error{Errc::BadArgument,
                 "\"" + std::string(text)
                     + "\" is no unit of time; there are nsec, usec, msec, sec.",
                 {}};
}

std::string pythonRepr(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    std::array<char, 64> buffer{};
    const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                    std::chars_format::scientific);
    const std::string_view scientific(buffer.data(),
                                      static_cast<std::size_t>(done.ptr - buffer.data()));
    const std::size_t e = scientific.find('e');
    const int exponent = std::atoi(buffer.data() + e + 1);
    constexpr int kLeastFixed = -4;
    constexpr int kMostFixed = 16;
    if (exponent < kLeastFixed || exponent >= kMostFixed)
        return std::string(scientific); // to_chars writes two digits of the exponent at least, too
    const auto plain = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                     std::chars_format::fixed);
    std::string text(buffer.data(), plain.ptr);
    if (text.find('.') == std::string::npos)
        text += ".0";
    return text;
}

std::string statsCsv(const StatsTable& table, const StatsUnits& units)
{
    std::string csv;
    if (table.size() == 0)
        return csv; // nsys.md 0.5: the real tool writes no titles either
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        csv += (i > 0 ? "," : "") + csvField(statsTitle(table.columns[i], units));
    csv += '\n';
    for (std::size_t r = 0; r < table.size(); ++r) {
        const StatsRow row = table.row(r);
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0)
                csv += ',';
            csv += csvField(statsCellText(row[i], table.columns[i].unit, units));
        }
        csv += '\n';
    }
    return csv;
}

std::string statsText(const StatsTable& table, std::string_view title, std::string_view name,
                      const StatsUnits& units)
{
    // Twice over the rows instead of once with all texts kept: a trace may have millions.
    std::vector<std::size_t> widths;
    for (const StatsColumn& column : table.columns)
        widths.push_back(displayWidth(statsTitle(column, units)));
    for (std::size_t r = 0; r < table.size(); ++r) {
        const StatsRow row = table.row(r);
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i],
                                 displayWidth(statsCellText(row[i], table.columns[i].unit, units)));
    }
    std::string rule = "+";
    std::string titles = "|";
    for (std::size_t i = 0; i < widths.size(); ++i) {
        rule += std::string(widths[i] + 2, '-') + '+';
        titles += ' ' + centred(statsTitle(table.columns[i], units), widths[i]) + " |";
    }
    std::string text = " ** " + std::string(title) + " (" + std::string(name) + "):\n\n";
    text += rule + '\n' + titles + '\n' + rule + '\n';
    for (std::size_t r = 0; r < table.size(); ++r) {
        const StatsRow row = table.row(r);
        text += '|';
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool isNumber = !std::holds_alternative<std::string>(row[i]);
            text +=
                ' '
                + padded(statsCellText(row[i], table.columns[i].unit, units), widths[i], isNumber)
                + " |";
        }
        text += '\n';
    }
    if (table.size() > 0)
        text += rule + '\n';
    return text;
}

std::string statsJson(const StatsTable& table, const StatsUnits& units)
{
    // Written by hand around the library's string escapes: numbers must stay as the csv has them.
    std::vector<std::string> keys;
    for (const StatsColumn& column : table.columns)
        keys.push_back("\n    " + nlohmann::json(statsTitle(column, units)).dump() + ": ");
    std::string json = "[";
    for (std::size_t r = 0; r < table.size(); ++r) {
        const StatsRow row = table.row(r);
        json += r > 0 ? ",\n  {" : "\n  {";
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const StatsUnit unit = table.columns[i].unit;
            const bool isText =
                std::holds_alternative<std::string>(row[i]) || unit == StatsUnit::Address;
            const std::string text = statsCellText(row[i], unit, units);
            if (i > 0)
                json += ',';
            json += keys[i];
            if (std::holds_alternative<std::monostate>(row[i]))
                json += "null";
            else
                json += isText ? nlohmann::json(text).dump() : text;
        }
        json += "\n  }";
    }
    return json + "\n]\n";
}

} // namespace nv
