// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/name_rules.h"

#include "core/base/text.h"

#include <algorithm>

namespace nv {
namespace {

Error badLine(std::size_t number, const std::string& what)
{
    return {Errc::BadArgument, "Line " + std::to_string(number) + " of the name rules " + what, {}};
}

} // namespace

Result<NameRules::Rule> NameRules::parseLine(std::string_view line, std::size_t number)
{
    const std::size_t tab = line.find('\t');
    const std::size_t end = tab == std::string_view::npos ? line.find(' ') : tab;
    const std::string pattern(nv::text::trimmed(line.substr(0, end)));
    std::string_view rest =
        end == std::string_view::npos ? std::string_view{} : line.substr(end + 1);
    std::string_view family;
    if (const std::size_t second = rest.find('\t');
        tab != std::string_view::npos && second != std::string_view::npos) {
        family = nv::text::trimmed(rest.substr(second + 1));
        rest = rest.substr(0, second);
    }
    const std::string_view label = nv::text::trimmed(rest);
    if (label.empty() && family.empty())
        return badLine(number, "has no label: write a regular expression, a tab or a space, and "
                               "the label; a second tab and a family may follow.");
    auto expression = TextPattern::expression(pattern, true);
    if (!expression)
        return badLine(number, "holds the regular expression \"" + pattern
                                   + "\", which cannot be read: " + expression.error().context
                                   + ".");
    return Rule{std::move(expression).value(), std::string(label), std::string(family)};
}

Result<NameRules> NameRules::parse(std::string_view text)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    NameRules rules;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = nv::text::trimmed(text.substr(0, end));
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
    for (const Rule& rule : m_rules)
        if (!rule.label.empty() && rule.pattern.isIn(name))
            return rule.label;
    return std::nullopt;
}

std::optional<std::string_view> NameRules::familyOf(std::string_view shortName,
                                                    std::string_view demangled) const
{
    for (const Rule& rule : m_rules)
        if (!rule.family.empty() && (rule.pattern.isIn(shortName) || rule.pattern.isIn(demangled)))
            return rule.family;
    return std::nullopt;
}

} // namespace nv
