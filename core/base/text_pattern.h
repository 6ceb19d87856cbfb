// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>

/// Does this text hold what somebody typed, as plain words or as a regular expression?
/// Shape: ECMAScript expressions, matched byte by byte, without back references (they cost
/// exponential time); case is ignored for ASCII letters only.
/// Cost: O(pattern · text); an expression looks at the first kMaxMatched bytes only.
/// Errors: one sentence that says what is wrong with the expression; `context` is the reason alone.
/// Thread: const and pure.
namespace nv {

class TextPattern
{
public:
    static constexpr std::size_t kMaxMatched = 4096;

    static TextPattern words(std::string_view text, bool isCaseSensitive);
    static Result<TextPattern> expression(const std::string& text, bool isCaseSensitive);

    /// An empty pattern is in every text.
    bool isIn(std::string_view text) const;

private:
    struct Expression; ///< std::regex, kept out of everybody else's build

    std::string m_words; ///< in lower case unless case matters
    bool m_isCaseSensitive = false;
    std::shared_ptr<const Expression> m_expression; ///< instead of m_words
};

} // namespace nv
