// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Does an NVTX text fit what the user typed?  Exact, but `#` stands for a run of digits (or for a
/// `#`) and a trailing `*` for anything.  Cost: O(pattern x text) at worst, a prefix comparison
/// mostly.  Thread: pure.  Source: product.md, SPEC.
namespace nv {

class RangePattern
{
public:
    explicit RangePattern(std::string_view text);
    bool matches(std::string_view text) const;

private:
    std::string m_text;        ///< without the trailing `*`
    std::size_t m_literal = 0; ///< length of its start without `#`
    bool m_isPrefix = false;
};

} // namespace nv
