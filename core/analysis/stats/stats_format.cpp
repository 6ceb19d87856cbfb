// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/stats_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
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
constexpr double kMega = 1e6;
constexpr int kMegaDecimals = 3;

const TimeForm& formOf(StatsTimeUnit unit)
{
    return kTimeForms.at(static_cast<std::size_t>(unit));
}

std::string fixed(double value, int decimals)
{
    std::array<char, 400> text{}; // 1.8e308 has 309 digits
    const int length = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string titleOf(const StatsColumn& column, StatsTimeUnit unit)
{
    switch (column.unit) {
    case StatsUnit::None:
        return column.title;
    case StatsUnit::Percent:
        return column.title + " (%)";
    case StatsUnit::Time:
        return column.title + " (" + std::string(formOf(unit).suffix) + ")";
    case StatsUnit::Memory:
        return column.title + " (MB)";
    case StatsUnit::Throughput:
        return column.title + " (MB/s)";
    }
    return column.title;
}

double asDouble(const StatsCell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    return std::get<double>(cell);
}

/// What stands in the file; "" for NULL.
std::string cellText(const StatsCell& cell, StatsUnit columnUnit, StatsTimeUnit unit)
{
    if (std::holds_alternative<std::monostate>(cell))
        return {};
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    if (columnUnit == StatsUnit::Memory || columnUnit == StatsUnit::Throughput)
        return fixed(asDouble(cell) / kMega, kMegaDecimals);
    const TimeForm& form = formOf(unit);
    if (columnUnit == StatsUnit::Time && form.decimals > 0)
        return fixed(asDouble(cell) / form.factor, form.decimals);
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return std::to_string(*whole);
    return pythonRepr(std::get<double>(cell));
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

} // namespace

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

std::string statsCsv(const StatsTable& table, StatsTimeUnit unit)
{
    std::string csv;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        csv += (i > 0 ? "," : "") + csvField(titleOf(table.columns[i], unit));
    csv += '\n';
    for (const std::vector<StatsCell>& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            csv += (i > 0 ? "," : "") + csvField(cellText(row[i], table.columns[i].unit, unit));
        csv += '\n';
    }
    return csv;
}

std::string statsText(const StatsTable& table, std::string_view title, std::string_view name,
                      StatsTimeUnit unit)
{
    std::vector<std::size_t> widths;
    for (const StatsColumn& column : table.columns)
        widths.push_back(displayWidth(titleOf(column, unit)));
    std::vector<std::vector<std::string>> texts;
    for (const std::vector<StatsCell>& row : table.rows) {
        std::vector<std::string>& line = texts.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i) {
            line.push_back(cellText(row[i], table.columns[i].unit, unit));
            widths[i] = std::max(widths[i], displayWidth(line.back()));
        }
    }
    std::string rule = "+";
    std::string titles = "|";
    for (std::size_t i = 0; i < widths.size(); ++i) {
        rule += std::string(widths[i] + 2, '-') + '+';
        titles += ' ' + centred(titleOf(table.columns[i], unit), widths[i]) + " |";
    }
    std::string text = " ** " + std::string(title) + " (" + std::string(name) + "):\n\n";
    text += rule + '\n' + titles + '\n' + rule + '\n';
    for (std::size_t r = 0; r < texts.size(); ++r) {
        text += '|';
        for (std::size_t i = 0; i < texts[r].size(); ++i) {
            const bool isNumber = !std::holds_alternative<std::string>(table.rows[r][i]);
            text += ' ' + padded(texts[r][i], widths[i], isNumber) + " |";
        }
        text += '\n';
    }
    if (!texts.empty())
        text += rule + '\n';
    return text;
}

std::string statsJson(const StatsTable& table, StatsTimeUnit unit)
{
    // Written by hand around the library's string escapes: numbers must stay as the csv has them.
    std::string json = "[";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        json += r > 0 ? ",\n  {" : "\n  {";
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const StatsCell& cell = table.rows[r][i];
            const std::string text = cellText(cell, table.columns[i].unit, unit);
            json += i > 0 ? ",\n    " : "\n    ";
            json += nlohmann::json(titleOf(table.columns[i], unit)).dump() + ": ";
            if (std::holds_alternative<std::monostate>(cell))
                json += "null";
            else if (std::holds_alternative<std::string>(cell))
                json += nlohmann::json(text).dump();
            else
                json += text;
        }
        json += "\n  }";
    }
    return json + "\n]\n";
}

} // namespace nv
