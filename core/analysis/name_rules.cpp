// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/name_rules.h"

#include <algorithm>

namespace nv {
namespace {

// The backtracking engine of libstdc++ recurses once per character and takes exponential time for
// some expressions; its other engine does neither, and refuses back references.
#ifdef __GLIBCXX__
constexpr auto kSyntax =
    std::regex::ECMAScript | std::regex::nosubs | std::regex_constants::__polynomial;
#else
constexpr auto kSyntax = std::regex::ECMAScript | std::regex::nosubs;
#endif

Error badLine(std::size_t number, const std::string& what)
{
    return {Errc::BadArgument, "Line " + std::to_string(number) + " of the name rules " + what, {}};
}

std::string_view reasonOf(std::regex_constants::error_type code, const std::string& pattern)
{
    using namespace std::regex_constants;
    // libstdc++ calls a repetition of nothing a matter of parentheses, too.
    const bool hasParenthesis = pattern.find_first_of("()") != std::string::npos;
    if (code == error_paren && hasParenthesis)
        return "a parenthesis is not closed";
    if (code == error_brack || code == error_range || code == error_ctype || code == error_collate)
        return "a set in [ ] is not well formed";
    if (code == error_brace || code == error_badbrace)
        return "a count in { } is not well formed";
    if (code == error_badrepeat || code == error_paren)
        return "there is nothing to repeat before *, + or ?";
    if (code == error_escape)
        return "a backslash is followed by a character that means nothing";
    if (code == error_complexity || code == error_backref)
        return "back references are not supported";
    return "it is not well formed";
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlank = " \t\r";
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

} // namespace

Result<NameRules::Rule> NameRules::parseLine(std::string_view line, std::size_t number)
{
    const std::size_t tab = line.find('\t');
    const std::size_t end = tab == std::string_view::npos ? line.find(' ') : tab;
    const std::string pattern(trimmed(line.substr(0, end)));
    const std::string_view label =
        end == std::string_view::npos ? std::string_view{} : trimmed(line.substr(end));
    if (label.empty())
        return badLine(number, "has no label: write a regular expression, a tab or a space, and "
                               "the label.");
    try {
        return Rule{std::regex(pattern, kSyntax), std::string(label)};
    } catch (const std::regex_error& fault) {
        return badLine(number, "holds the regular expression \"" + pattern
                                   + "\", which cannot be read: "
                                   + std::string(reasonOf(fault.code(), pattern)) + ".");
    }
}

Result<NameRules> NameRules::parse(std::string_view text)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    NameRules rules;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == '#')
            continue;
        NV_TRY(rule, parseLine(line, number));
        rules.m_rules.push_back(std::move(rule));
    }
    return rules;
}

std::optional<std::string_view> NameRules::labelOf(std::string_view name) const
{
    const std::string_view looked = name.substr(0, kMaxMatched);
    for (const Rule& rule : m_rules) {
        if (std::regex_search(looked.begin(), looked.end(), rule.pattern))
            return rule.label;
    }
    return std::nullopt;
}

} // namespace nv
