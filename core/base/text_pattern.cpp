// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_pattern.h"

#include <algorithm>
#include <regex>

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

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

struct TextPattern::Expression
{
    std::regex regex;
};

TextPattern TextPattern::words(std::string_view text, bool isCaseSensitive)
{
    TextPattern pattern;
    pattern.m_words = text;
    pattern.m_isCaseSensitive = isCaseSensitive;
    if (!isCaseSensitive)
        std::transform(text.begin(), text.end(), pattern.m_words.begin(), lower);
    return pattern;
}

Result<TextPattern> TextPattern::expression(const std::string& text, bool isCaseSensitive)
{
    TextPattern pattern;
    try {
        const auto syntax = isCaseSensitive ? kSyntax : kSyntax | std::regex::icase;
        pattern.m_expression =
            std::make_shared<const Expression>(Expression{std::regex(text, syntax)});
    } catch (const std::regex_error& fault) {
        const std::string reason(reasonOf(fault.code(), text));
        return Error{Errc::BadArgument,
                     "The regular expression \"" + text + "\" cannot be read: " + reason + ".",
                     reason};
    }
    return pattern;
}

bool TextPattern::isIn(std::string_view text) const
{
    if (m_expression) {
        const std::string_view looked = text.substr(0, kMaxMatched);
        return std::regex_search(looked.begin(), looked.end(), m_expression->regex);
    }
    if (m_isCaseSensitive)
        return text.find(m_words) != std::string_view::npos;
    return std::search(text.begin(), text.end(), m_words.begin(), m_words.end(),
                       [](char a, char b) { return lower(a) == b; })
               != text.end()
           || m_words.empty();
}

} // namespace nv
