// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace nv {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "nsys-verdict session";
constexpr std::size_t kMostEntries = 10'000; ///< of a kind; more were not made by hand

constexpr std::array kKnown{"format", "version", "trace", "marks", "ranges", "findings"};
constexpr std::array kKnownOfFinding{"title",  "note",  "panel", "subject", "view",
                                     "window", "event", "other", "figures", "commands"};

Error damaged()
{
    return {Errc::Corrupt, "The file of marks, ranges and findings is damaged.", {}};
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

/// What is left of an object once the known members are gone, as text.
template <std::size_t N>
std::string othersOf(Json object, const std::array<const char*, N>& known)
{
    for (const char* name : known)
        object.erase(name);
    return object.empty() ? std::string()
                          : object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void addOthers(Json& object, const std::string& others)
{
    const Json more = Json::parse(others, nullptr, false);
    if (!more.is_object())
        return;
    for (const auto& [name, value] : more.items())
        if (!object.contains(name))
            object[name] = value;
}

/// nullopt for what is no stretch of time; one without length is one.
std::optional<TimeRange> stretchOf(const Json& object, const char* name)
{
    const auto at = object.find(name);
    if (at == object.end() || !at->is_object())
        return std::nullopt;
    const std::optional<Ns> begin = integerOf(*at, "start_ns");
    const std::optional<Ns> end = integerOf(*at, "end_ns");
    return begin && end && *begin <= *end ? std::optional(TimeRange{*begin, *end}) : std::nullopt;
}

std::optional<FindingEvent> eventOf(const Json& finding)
{
    const std::optional<TimeRange> range = stretchOf(finding, "event");
    if (!range)
        return std::nullopt;
    const Json& event = finding["event"];
    const std::optional<Ns> index = integerOf(event, "index");
    if (!index || *index < 0 || *index > static_cast<Ns>(std::numeric_limits<std::uint32_t>::max()))
        return std::nullopt;
    return FindingEvent{textOf(event, "kind"), static_cast<std::uint32_t>(*index), *range};
}

std::optional<FindingOther> otherOf(const Json& finding)
{
    const auto other = finding.find("other");
    if (other == finding.end() || !other->is_object())
        return std::nullopt;
    const std::optional<TimeRange> window = stretchOf(*other, "window");
    FindingOther out{textOf(*other, "file"), {}, {}, {}};
    if (!window || out.file.empty())
        return std::nullopt;
    out.window = *window;
    out.view = stretchOf(*other, "view").value_or(*window);
    out.source = textOf((*other)["window"], "source");
    return out;
}

void readFinding(const Json& entry, Session& session)
{
    const std::optional<TimeRange> window = stretchOf(entry, "window");
    if (!window)
        return;
    Finding out;
    out.title = textOf(entry, "title");
    out.note = textOf(entry, "note");
    out.panel = textOf(entry, "panel");
    out.subject = textOf(entry, "subject");
    out.view = stretchOf(entry, "view").value_or(*window);
    out.window = *window;
    out.source = textOf(entry["window"], "source");
    out.event = eventOf(entry);
    out.other = otherOf(entry);
    for (const Json& figure : listOf(entry, "figures"))
        if (figure.is_object() && out.figures.size() < kMostEntries)
            out.figures.push_back({textOf(figure, "name"), textOf(figure, "value"),
                                   textOf(figure, "definition"),
                                   figure.value("is_name", Json(false)) == Json(true)});
    for (const Json& command : listOf(entry, "commands"))
        if (command.is_string() && out.commands.size() < kMostEntries)
            out.commands.push_back(command.get<std::string>());
    out.others = othersOf(entry, kKnownOfFinding);
    session.findings.push_back(std::move(out));
}

Json stretchJson(TimeRange range)
{
    return {{"start_ns", range.begin}, {"end_ns", range.end}};
}

Json windowJson(TimeRange window, const std::string& source)
{
    return {{"source", source}, {"start_ns", window.begin}, {"end_ns", window.end}};
}

Json findingJson(const Finding& finding)
{
    Json out{{"title", finding.title},
             {"note", finding.note},
             {"panel", finding.panel},
             {"subject", finding.subject},
             {"view", stretchJson(finding.view)},
             {"window", windowJson(finding.window, finding.source)}};
    if (finding.event)
        out["event"] = {{"kind", finding.event->kind},
                        {"index", finding.event->index},
                        {"start_ns", finding.event->range.begin},
                        {"end_ns", finding.event->range.end}};
    if (finding.other)
        out["other"] = {{"file", finding.other->file},
                        {"view", stretchJson(finding.other->view)},
                        {"window", windowJson(finding.other->window, finding.other->source)}};
    out["figures"] = Json::array();
    for (const FindingFigure& figure : finding.figures) {
        Json entry{
            {"name", figure.name}, {"value", figure.value}, {"definition", figure.definition}};
        if (figure.isName)
            entry["is_name"] = true;
        out["figures"].push_back(std::move(entry));
    }
    out["commands"] = finding.commands;
    addOthers(out, finding.others);
    return out;
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
    root["findings"] = Json::array();
    for (const Finding& finding : session.findings)
        root["findings"].push_back(findingJson(finding));
    addOthers(root, session.others);
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<Session> parseSession(std::string_view text)
{
    const Json root = Json::parse(text, nullptr, false);
    if (!root.is_object() || textOf(root, "format") != kFormat)
        return damaged();
    const std::optional<Ns> version = integerOf(root, "version");
    if (!version)
        return damaged();
    if (*version != kSessionVersion)
        return Error{Errc::Corrupt,
                     "The file of marks, ranges and findings is of version "
                         + std::to_string(*version) + ", which this program does not know.",
                     {}};
    Session session;
    readTrace(root, session);
    readMarks(root, session);
    readRanges(root, session);
    for (const Json& entry : listOf(root, "findings"))
        if (entry.is_object() && session.findings.size() < kMostEntries)
            readFinding(entry, session);
    session.others = othersOf(root, kKnown);
    return session;
}

} // namespace nv
