// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file_fingerprint.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/session/finding.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What did somebody note on a trace?  Marks, named ranges and findings as the text of a session
/// file: JSON that is kept in the user's data folder, never in the trace and never beside it.
/// Shape: {"format", "version", "trace": {"file", "size", "fingerprint"}, "marks": [{"at_ns", "note"}],
/// "ranges": [{"name", "key", "start_ns", "end_ns", "note"}], "findings": [{"title", "note",
/// "panel", "subject", "view": {"start_ns", "end_ns"}, "window": {"source", "start_ns", "end_ns"},
/// "event": {"kind", "index", "start_ns", "end_ns"}, "other": {"file", "view", "window"}, "figures": [{"name", "value", "definition",
/// "is_name"}], "commands": []}]}; members this program does not know, of the file and of a
/// finding, are kept and written again, so that later ones may be added without a new version.
/// Unit: ns on the session clock.  Errors: Corrupt with one sentence for a text that is not JSON, is
/// no session or is of another version; single entries that make no sense are left out.
/// Thread: pure.
namespace nv {

inline constexpr int kSessionVersion = 1;
inline constexpr int kRangeKeys = 9; ///< the keys 1 to 9 lead to ranges

struct NamedRange
{
    std::string name;
    int key = 0; ///< 1..9, each at most once; 0 none
    TimeRange range;
    std::string note;
    friend bool operator==(const NamedRange&, const NamedRange&) = default;
};

struct Session
{
    std::string traceName; ///< base name, to tell people what this is about
    FileFingerprint trace;
    std::vector<Ns> marks;               ///< ascending, each once
    std::map<Ns, std::string> markNotes; ///< of some of the marks, never empty
    std::vector<NamedRange> ranges;
    std::vector<Finding> findings; ///< in the order they are told
    std::string others;            ///< further members of the file, as JSON; empty: none

    bool isEmpty() const
    {
        return marks.empty() && ranges.empty() && findings.empty() && others.empty();
    }
};

std::string sessionText(const Session& session);
Result<Session> parseSession(std::string_view text);

} // namespace nv
