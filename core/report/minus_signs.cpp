// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/minus_signs.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

constexpr std::string_view kMinus = "\u2212";
constexpr std::string_view kThinBlank = "\u2009"; ///< between thousands

bool isFigurePart(char c)
{
    return text::isDigit(c) || c == '.';
}

/// Where the number that begins at `at` ends.
std::size_t endOfNumber(std::string_view text, std::size_t at)
{
    while (at < text.size()) {
        if (isFigurePart(text[at]))
            ++at;
        else if (text.substr(at).starts_with(kThinBlank))
            at += kThinBlank.size();
        else
            break;
    }
    return at;
}

bool isUnit(std::string_view rest)
{
    constexpr std::array<std::string_view, 15> kUnits{"ns",  "µs",   "ms",   "s",    "%",
                                                      "B",   "KiB",  "MiB",  "GiB",  "TiB",
                                                      "B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
    const std::size_t end = std::min(rest.find_first_of(" ),.;:"), rest.size());
    return std::ranges::find(kUnits, rest.substr(0, end)) != kUnits.end();
}

bool isNegative(std::string_view text, std::size_t at)
{
    const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
    if (!begins || at + 1 >= text.size() || !text::isDigit(text[at + 1]))
        return false;
    const std::size_t end = endOfNumber(text, at + 1);
    if (end == text.size())
        return at == 0; // nothing but the number
    return text[end] == ' ' && isUnit(text.substr(end + 1));
}

} // namespace

std::string withMinusSigns(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 4);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '-' && isNegative(text, i))
            out += kMinus;
        else
            out += text[i];
    }
    return out;
}

} // namespace nv
