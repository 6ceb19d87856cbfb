// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace nv {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "nsys-verdict session";
constexpr std::size_t kMostEntries = 10'000; ///< of a kind; more were not made by hand

constexpr std::array kKnown{"format", "version", "trace", "marks", "ranges"};

Error damaged()
{
    return {Errc::Corrupt, "The file of marks and ranges is damaged.", {}};
}

/// An integer of the file, also where it was written unsigned; nullopt for anything else.
std::optional<Ns> integerOf(const Json& object, const char* name)
{
    const auto at = object.find(name);
    if (at == object.end() || !at->is_number_integer())
        return std::nullopt;
    if (at->is_number_unsigned() && at->get<std::uint64_t>() > static_cast<std::uint64_t>(kMaxNs))
        return std::nullopt;
    return at->get<Ns>();
}

std::string textOf(const Json& object, const char* name)
{
    const auto at = object.find(name);
    return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

const Json& listOf(const Json& object, const char* name)
{
    static const Json kNothing = Json::array();
    const auto at = object.find(name);
    return at != object.end() && at->is_array() ? *at : kNothing;
}

std::uint64_t fromHex(const std::string& text)
{
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return value;
}

void readTrace(const Json& root, Session& session)
{
    const auto trace = root.find("trace");
    if (trace == root.end() || !trace->is_object())
        return;
    session.traceName = textOf(*trace, "file");
    const std::optional<Ns> size = integerOf(*trace, "size");
    session.trace.size = size && *size > 0 ? static_cast<std::uint64_t>(*size) : 0;
    session.trace.content = fromHex(textOf(*trace, "fingerprint"));
}

void readMarks(const Json& root, Session& session)
{
    for (const Json& mark : listOf(root, "marks")) {
        const std::optional<Ns> at = mark.is_object() ? integerOf(mark, "at_ns") : std::nullopt;
        if (!at || session.marks.size() >= kMostEntries)
            continue;
        session.marks.push_back(*at);
        if (std::string note = textOf(mark, "note"); !note.empty())
            session.markNotes[*at] = std::move(note);
    }
    std::sort(session.marks.begin(), session.marks.end());
    session.marks.erase(std::unique(session.marks.begin(), session.marks.end()),
                        session.marks.end());
}

void readRanges(const Json& root, Session& session)
{
    std::array<bool, kRangeKeys + 1> isTaken{};
    for (const Json& entry : listOf(root, "ranges")) {
        if (!entry.is_object() || session.ranges.size() >= kMostEntries)
            continue;
        const std::optional<Ns> begin = integerOf(entry, "start_ns");
        const std::optional<Ns> end = integerOf(entry, "end_ns");
        if (!begin || !end || *begin >= *end)
            continue;
        NamedRange range{textOf(entry, "name"), 0, {*begin, *end}, textOf(entry, "note")};
        const Ns key = integerOf(entry, "key").value_or(0);
        if (key >= 1 && key <= kRangeKeys && !isTaken.at(static_cast<std::size_t>(key))) {
            isTaken.at(static_cast<std::size_t>(key)) = true;
            range.key = static_cast<int>(key);
        }
        session.ranges.push_back(std::move(range));
    }
}

Json rangesJson(const Session& session)
{
    Json out = Json::array();
    for (const NamedRange& range : session.ranges)
        out.push_back({{"name", range.name},
                       {"key", range.key},
                       {"start_ns", range.range.begin},
                       {"end_ns", range.range.end},
                       {"note", range.note}});
    return out;
}

} // namespace

std::string sessionText(const Session& session)
{
    Json root;
    root["format"] = kFormat;
    root["version"] = kSessionVersion;
    root["trace"] = {{"file", session.traceName},
                     {"size", session.trace.size},
                     {"fingerprint", hexText(session.trace.content)}};
    root["marks"] = Json::array();
    for (const Ns at : session.marks) {
        Json mark{{"at_ns", at}};
        if (const auto note = session.markNotes.find(at); note != session.markNotes.end())
            mark["note"] = note->second;
        root["marks"].push_back(std::move(mark));
    }
    root["ranges"] = rangesJson(session);
    const Json others = Json::parse(session.others, nullptr, false);
    if (others.is_object())
        for (const auto& [name, value] : others.items())
            if (!root.contains(name))
                root[name] = value;
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<Session> parseSession(std::string_view text)
{
    Json root = Json::parse(text, nullptr, false);
    if (!root.is_object() || textOf(root, "format") != kFormat)
        return damaged();
    const std::optional<Ns> version = integerOf(root, "version");
    if (!version)
        return damaged();
    if (*version != kSessionVersion)
        return Error{Errc::Corrupt,
                     "The file of marks and ranges is of version " + std::to_string(*version)
                         + ", which this program does not know.",
                     {}};
    Session session;
    readTrace(root, session);
    readMarks(root, session);
    readRanges(root, session);
    for (const char* name : kKnown)
        root.erase(name);
    if (!root.empty())
        session.others = root.dump(-1, ' ', false, Json::error_handler_t::replace);
    return session;
}

} // namespace nv
