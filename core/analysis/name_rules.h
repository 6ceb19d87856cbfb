// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/text_pattern.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What does the user call this kernel, and what kind of operation is it?  A file of lines
/// `regex<TAB or space>label` or `regex<TAB>label<TAB>family`: a name in which the expression of a
/// line is found is shown as that line's label and belongs to its family; the first line that fits
/// and has one counts.  The label may be empty where a family is given.
/// Labels are for the eye: nothing is grouped or summed by them.  Families go before those that
/// kernelFamily() would guess, and may be words it does not know.
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

    /// Of a kernel: either of its names may fit.
    std::optional<std::string_view> familyOf(std::string_view shortName,
                                             std::string_view demangled) const;

    std::size_t size() const { return m_rules.size(); }

private:
    struct Rule
    {
        TextPattern pattern;
        std::string label;  ///< empty: the line gives a family only
        std::string family; ///< empty: the line gives a label only
    };

    static Result<Rule> parseLine(std::string_view line, std::size_t number);

    std::vector<Rule> m_rules;
};

using NameRulesPtr = std::shared_ptr<const NameRules>;

} // namespace nv
