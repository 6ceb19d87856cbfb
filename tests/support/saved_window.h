// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/save_window.h"
#include "core/report/report.h"
#include "tests/support/trace_fixture.h"

#include <nlohmann/json.hpp>

/// What a trace and a saved window of it say of that window.
namespace nv::test {

inline AnalysisPtr analysisOf(const std::filesystem::path& path)
{
    const TracePtr trace = openTrace(path);
    Progress progress;
    return trace ? analyse(trace, {}, {}, progress).value() : nullptr;
}

/// Before the first operation of a device and after its last one a gap is as long as the file.
inline nlohmann::json gapsOf(nlohmann::json gaps, const Analysis& analysis, TimeRange range)
{
    bool isOpen = false;
    for (std::size_t d = 0; d < analysis.trace->devices.size(); ++d)
        for (const Gap gap : analysis.budget->gaps(DeviceId(d)))
            isOpen = isOpen
                     || ((gap.begin == kMinNs || gap.end == kMaxNs) && gap.begin < range.end
                         && gap.end > range.begin);
    if (!isOpen)
        return gaps;
    nlohmann::json closed = nlohmann::json::array();
    for (const nlohmann::json& row : gaps["top"])
        if (!row["before"].is_null() && !row["after"].is_null())
            closed.push_back(row);
    return {{"top", closed}, {"stream_buckets", gaps["stream_buckets"]}};
}

/// What the JSON says of the window alone: not of the capture, its steps and its warm-up.
inline nlohmann::json saidOf(const Analysis& analysis, TimeRange range)
{
    const Window window = userWindow(analysis, range);
    const WindowTables tables = windowTables(analysis, window, {}, {}).value();
    const HostOverhead host = hostOverhead(analysis, window, {}, {}).value();
    const Verdict verdict = fullVerdict(
        analysis, windowBudget(*analysis.budget, range, {}, analysis.thresholds.classes.active),
        tables);
    nlohmann::json all = nlohmann::json::parse(jsonReport({analysis, tables, verdict, host, {}}));
    nlohmann::json out;
    for (const char* key : {"devices", "kernels", "families", "launches", "api"})
        out[key] = all[key];
    for (nlohmann::json& row : all["transfers"])
        row.erase("per_step");
    out["transfers"] = all["transfers"];
    out["gaps"] = gapsOf(all["gaps"], analysis, range);
    return out;
}

/// Where two answers differ first.
inline std::string difference(const nlohmann::json& want, const nlohmann::json& got)
{
    const nlohmann::json patch = nlohmann::json::diff(want, got);
    if (patch.empty())
        return {};
    const std::string path = patch[0]["path"].get<std::string>();
    std::string out = std::to_string(patch.size()) + " differences, first " + patch[0].dump();
    if (want.contains(nlohmann::json::json_pointer(path)))
        out += " instead of " + want[nlohmann::json::json_pointer(path)].dump().substr(0, 200);
    return out;
}

inline SavedWindow saved(const Analysis& analysis, TimeRange range,
                         const std::filesystem::path& target, bool isRedacted = false)
{
    Progress progress;
    const auto out =
        saveWindow(analysis, {userWindow(analysis, range), target, isRedacted}, {}, progress);
    if (!out) {
        qWarning("%s (%s)", out.error().message.c_str(), out.error().context.c_str());
        return {};
    }
    return out.value();
}

inline TimeRange part(TimeRange all, int from, int to, int of)
{
    const auto at = [&](int i) {
        return all.begin + static_cast<Ns>(all.length() / static_cast<DurationNs>(of)) * i;
    };
    return {at(from), at(to)};
}

} // namespace nv::test
