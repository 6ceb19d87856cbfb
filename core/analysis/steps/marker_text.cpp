// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/marker_text.h"

#include "core/base/text.h"

#include <charconv>
#include <limits>

namespace nv::stepfind {
namespace {

constexpr std::uint32_t kUnset = std::numeric_limits<std::uint32_t>::max();

bool isHex(char c)
{
    return text::isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Reads a text as its folded characters.
struct Folding
{
    std::string_view text;
    std::size_t at = 0;

    bool atEnd() const { return at >= text.size(); }

    char next()
    {
        if (!text::isDigit(text[at]))
            return text[at++];
        const bool hex = text[at] == '0' && at + 2 < text.size()
                         && (text[at + 1] == 'x' || text[at + 1] == 'X') && isHex(text[at + 2]);
        at += hex ? 2 : 0;
        while (at < text.size() && (hex ? isHex(text[at]) : text::isDigit(text[at])))
            ++at;
        return '#';
    }
};

std::uint64_t foldedHash(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (Folding f{text}; !f.atEnd();)
        hash = (hash ^ static_cast<unsigned char>(f.next())) * 0x100000001b3U;
    return hash ^ (hash >> 29U);
}

bool foldedEqual(std::string_view a, std::string_view b)
{
    Folding x{a};
    Folding y{b};
    while (!x.atEnd() && !y.atEnd()) {
        if (x.next() != y.next())
            return false;
    }
    return x.atEnd() == y.atEnd();
}

/// A reader of the marker grammar; a failed step leaves `ok` false for good.
struct Cursor
{
    std::string_view rest;
    bool ok = true;

    Cursor& word(std::string_view w)
    {
        ok = ok && rest.substr(0, w.size()) == w;
        rest.remove_prefix(ok ? w.size() : 0);
        return *this;
    }

    Cursor& spaces()
    {
        std::size_t n = 0;
        while (n < rest.size() && isSpace(rest[n]))
            ++n;
        ok = ok && n > 0;
        rest.remove_prefix(n);
        return *this;
    }

    Cursor& number(std::int64_t& value)
    {
        const char* const end = rest.data() + rest.size();
        const bool starts = !rest.empty() && text::isDigit(rest.front());
        const auto [p, error] = std::from_chars(rest.data(), end, value);
        ok = ok && starts && error == std::errc{};
        if (ok)
            rest.remove_prefix(static_cast<std::size_t>(p - rest.data()));
        return *this;
    }
};

std::optional<ForwardStep> forwardStepAt(std::string_view rest)
{
    ForwardStep step;
    std::int64_t value = 0;
    Cursor c{rest};
    if (!c.rest.empty() && isSpace(c.rest.front())) {
        c.spaces().number(value);
        step.number = value;
    }
    c.word(":").spaces().number(step.contextRequests).spaces().word("ctx reqs,").spaces();
    c.number(value);
    if (Cursor tokens = c; tokens.spaces().word("ctx tokens,").ok)
        tokens.spaces().number(value), c = tokens;
    c.spaces().word("gen reqs");
    step.generationRequests = value;
    return c.ok ? std::optional(step) : std::nullopt;
}

} // namespace

std::string foldedText(std::string_view text)
{
    std::string out;
    for (Folding f{text}; !f.atEnd();)
        out += f.next();
    return out;
}

FoldedNames::FoldedNames(const NameTable& names)
    : m_names(&names)
    , m_ofName(names.size() + 1, kUnset)
    , m_slots(64, kUnset)
{}

std::uint32_t FoldedNames::idOf(NameId name)
{
    std::uint32_t& id = name.isNone() ? m_ofName.back() : m_ofName[name()];
    if (id == kUnset)
        id = find(m_names->text(name));
    return id;
}

std::uint32_t FoldedNames::find(std::string_view text)
{
    if (m_sample.size() * 2 >= m_slots.size()) {
        m_slots.assign(m_slots.size() * 4, kUnset);
        for (std::uint32_t id = 0; id < m_sample.size(); ++id) {
            std::size_t slot = foldedHash(m_sample[id]) % m_slots.size();
            while (m_slots[slot] != kUnset)
                slot = (slot + 1) % m_slots.size();
            m_slots[slot] = id;
        }
    }
    std::size_t slot = foldedHash(text) % m_slots.size();
    while (m_slots[slot] != kUnset && !foldedEqual(m_sample[m_slots[slot]], text))
        slot = (slot + 1) % m_slots.size();
    if (m_slots[slot] == kUnset) {
        m_slots[slot] = static_cast<std::uint32_t>(m_sample.size());
        m_sample.push_back(text);
    }
    return m_slots[slot];
}

std::optional<ForwardStep> parseForwardStep(std::string_view text)
{
    constexpr std::string_view kBefore = "[Executor] ";
    constexpr std::string_view kWord = "_forward_step";
    const std::size_t bracket = text.find(kBefore);
    if (bracket == std::string_view::npos)
        return std::nullopt;
    for (std::size_t at = text.find(kWord, bracket + kBefore.size()); at != std::string_view::npos;
         at = text.find(kWord, at + 1)) {
        if (const auto step = forwardStepAt(text.substr(at + kWord.size())))
            return step;
    }
    return std::nullopt;
}

} // namespace nv::stepfind
