// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/name_table.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Which markers mark the same thing?  Texts that differ only in their numbers are one.
/// Shape: every match of 0[xX][0-9a-fA-F]+|[0-9]+ reads as `#`.  Cost: O(length), no allocation
/// per text.  Thread: pure; a FoldedNames belongs to one thread.
/// Source: steady-state.md 1, host-overhead.md 3.1.
namespace nv::stepfind {

std::string foldedText(std::string_view text);

/// Ids of folded texts: equal ids, equal folded texts.  Each name is folded once.
class FoldedNames
{
public:
    explicit FoldedNames(const NameTable& names);
    std::uint32_t idOf(NameId name); ///< none reads as the empty text

private:
    std::uint32_t find(std::string_view text);

    const NameTable* m_names;
    std::vector<std::uint32_t> m_ofName;
    std::vector<std::string_view> m_sample; ///< one text of each id
    std::vector<std::uint32_t> m_slots;     ///< open addressing, ids
};

/// A TensorRT-LLM step marker: "[Executor] _forward_step 12: 0 ctx reqs, 8 gen reqs".
struct ForwardStep
{
    std::optional<std::int64_t> number;
    std::int64_t contextRequests = 0;
    std::int64_t generationRequests = 0;
};

std::optional<ForwardStep> parseForwardStep(std::string_view text);

} // namespace nv::stepfind
