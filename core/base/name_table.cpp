// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_table.h"

namespace nv {
namespace {

/// Length of the well-formed sequence at `i`, 0 when there is none (RFC 3629: no surrogates, no
/// overlong forms, nothing above U+10FFFF).
std::size_t sequenceLength(std::string_view s, std::size_t i)
{
    const auto byte = [&](std::size_t k) -> unsigned {
        return k < s.size() ? static_cast<unsigned char>(s[k]) : 0U;
    };
    const unsigned a = byte(i);
    const unsigned b = byte(i + 1);
    const auto tail = [](unsigned c) { return (c & 0xC0U) == 0x80U; };
    if (a < 0x80)
        return 1;
    if (a >= 0xC2 && a <= 0xDF)
        return tail(b) ? 2 : 0;
    if (a >= 0xE0 && a <= 0xEF) {
        const bool ok =
            tail(b) && tail(byte(i + 2)) && !(a == 0xE0 && b < 0xA0) && !(a == 0xED && b > 0x9F);
        return ok ? 3 : 0;
    }
    if (a >= 0xF0 && a <= 0xF4) {
        const bool ok = tail(b) && tail(byte(i + 2)) && tail(byte(i + 3))
                        && !(a == 0xF0 && b < 0x90) && !(a == 0xF4 && b > 0x8F);
        return ok ? 4 : 0;
    }
    return 0;
}

bool isValidUtf8(std::string_view s)
{
    for (std::size_t i = 0; i < s.size();) {
        const std::size_t n = sequenceLength(s, i);
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}

} // namespace

std::string validUtf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t n = sequenceLength(text, i);
        out += n == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(i, n);
        i += n == 0 ? 1 : n;
    }
    return out;
}

NameId NameTable::intern(std::string_view raw)
{
    std::string repaired;
    std::string_view text = raw;
    if (!isValidUtf8(raw)) {
        repaired = validUtf8(raw);
        text = repaired;
    }
    if (const auto it = m_ids.find(text); it != m_ids.end())
        return NameId(it->second);
    const NameId id(m_texts.size());
    m_texts.emplace_back(text);
    m_dangling.push_back(false);
    m_ids.emplace(m_texts.back(), id.value);
    return id;
}

NameId NameTable::internDangling(std::int64_t stringId)
{
    // Kept out of m_ids: a real text that happens to read the same must stay another name.
    const auto [it, isNew] =
        m_danglingIds.try_emplace(stringId, static_cast<std::uint32_t>(m_texts.size()));
    if (isNew) {
        m_texts.push_back("(unknown name " + std::to_string(stringId) + ")");
        m_dangling.push_back(true);
    }
    return NameId(it->second);
}

std::optional<std::int64_t> NameTable::danglingId(NameId id) const
{
    for (const auto& [stringId, at] : m_danglingIds)
        if (at == id.value)
            return stringId;
    return std::nullopt;
}

std::string NameTable::display(NameId id) const
{
    return id.isNone() ? std::string("(unnamed)") : m_texts[id()];
}

NameId NameTable::find(std::string_view text) const
{
    const auto it = m_ids.find(text);
    return it == m_ids.end() ? NameId::none() : NameId(it->second);
}

} // namespace nv
