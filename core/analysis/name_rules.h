// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/text_pattern.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What does the user call this kernel?  A file of lines `regex<TAB or space>label`: a name in
/// which the expression of a line is found is shown as that line's label; the first line that fits
/// counts.  Labels are for the eye: nothing is grouped or summed by them.
/// Shape: ECMAScript expressions, matched byte by byte, without back references (they cost
/// exponential time).  Empty lines and lines that begin with # say nothing.  Where a line holds a
/// tab, the first one ends the expression, else the first space does.
/// Cost: parse O(text); labelOf O(rules · length); of a very long name only the beginning is looked
/// at (TextPattern::kMaxMatched).  Errors: one sentence with the line's number; then no rule applies.
/// Thread: const and pure.
namespace nv {

class NameRules
{
public:
    static Result<NameRules> parse(std::string_view text);

    std::optional<std::string_view> labelOf(std::string_view name) const;

    std::size_t size() const { return m_rules.size(); }

private:
    struct Rule
    {
        TextPattern pattern;
        std::string label;
    };

    static Result<Rule> parseLine(std::string_view line, std::size_t number);

    std::vector<Rule> m_rules;
};

using NameRulesPtr = std::shared_ptr<const NameRules>;

} // namespace nv
