// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/index.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// Which text does this row carry?  Every text once; equal texts have equal ids.
/// Shape: ids ascend in the order of first use.  A text is valid UTF-8: bad bytes become U+FFFD
/// when it is interned, so every output form may print it.  A *dangling* name stands for a
/// reference to a string the file does not hold: shown with its number, never equal to a real text.
/// Cost: intern O(length), text O(1).  Thread: immutable once the model is built.
/// Source: StringIds and inline text columns of the export.
namespace nv {

class NameTable
{
public:
    NameTable() = default;
    NameTable(const NameTable&) = delete; // views into m_texts are the keys of m_ids
    NameTable& operator=(const NameTable&) = delete;
    NameTable(NameTable&&) = default;
    NameTable& operator=(NameTable&&) = default;

    NameId intern(std::string_view text);
    NameId internDangling(std::int64_t stringId);

    /// none() reads as an empty text.
    std::string_view text(NameId id) const
    {
        return id.isNone() ? std::string_view{} : m_texts[id()];
    }

    /// What a person is shown: the text, "(unnamed)" for none, "(unknown name 999999)" for
    /// dangling.
    std::string display(NameId id) const;

    bool isDangling(NameId id) const { return !id.isNone() && m_dangling[id()]; }

    /// The reference that a dangling name stands for; nullopt for a text.  O(dangling names).
    std::optional<std::int64_t> danglingId(NameId id) const;

    NameId find(std::string_view text) const;

    std::size_t size() const { return m_texts.size(); }

private:
    std::deque<std::string> m_texts; // a deque never moves its strings: the keys stay valid
    std::vector<bool> m_dangling;
    std::unordered_map<std::string_view, std::uint32_t> m_ids;
    std::unordered_map<std::int64_t, std::uint32_t> m_danglingIds;
};

/// `text` with every byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string validUtf8(std::string_view text);

} // namespace nv
