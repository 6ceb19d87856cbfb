// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/range_pattern.h"

#include "core/base/text.h"

#include <vector>

namespace nv {
namespace {} // namespace

RangePattern::RangePattern(std::string_view text)
    : m_text(text)
{
    m_isPrefix = !m_text.empty() && m_text.back() == '*';
    if (m_isPrefix)
        m_text.pop_back();
    m_literal = std::min(m_text.find('#'), m_text.size());
}

bool RangePattern::matches(std::string_view text) const
{
    if (text.substr(0, m_literal) != std::string_view(m_text).substr(0, m_literal))
        return false;
    if (m_literal == m_text.size())
        return m_isPrefix || text.size() == m_text.size();
    // All places of the pattern that the text read so far can have reached: linear in the text,
    // also for "####", where trying one split after the other would not end.
    const std::size_t end = m_text.size();
    std::vector<bool> at(end + 1);
    at[m_literal] = true;
    for (std::size_t i = m_literal; i < text.size(); ++i) {
        if (m_isPrefix && at[end])
            return true;
        std::vector<bool> next(end + 1);
        const char c = text[i];
        for (std::size_t p = m_literal; p <= end; ++p) {
            const bool inRun = p > m_literal && m_text[p - 1] == '#' && text::isDigit(c) && i > 0
                               && text::isDigit(text[i - 1]);
            if (at[p] && inRun)
                next[p] = true; // the run of digits goes on
            if (at[p] && p < end && (m_text[p] == c || (m_text[p] == '#' && text::isDigit(c))))
                next[p + 1] = true;
        }
        at = std::move(next);
    }
    return at[end];
}

} // namespace nv
