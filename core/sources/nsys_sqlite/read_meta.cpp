// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/readers.h"
#include "core/sources/nsys_sqlite/saved_window.h"

#include <algorithm>

namespace nv::nsys {
namespace {

/// An environment variable, or something else of a person or a machine, under whatever key.
bool isPrivate(std::string_view key)
{
    for (const std::string_view word :
         {"ENVIRONMENT", "USER", "HOST", "WORKING_DIR", "UUID", "SESSION_ID", "DISPLAY_NAME"})
        if (key.find(word) != std::string_view::npos)
            return true;
    return false;
}

bool isTraceOption(std::string_view key)
{
    for (const std::string_view word :
         {"CAPTURE_EVENT_TYPE", "COLLECT_", "TRACE_OPTIONS", "CUDA_", "RATE_HZ", "OS_RUNTIME",
          "BACKTRACE", "SAMPLING", "START_TRIGGER", "STOP_TRIGGER", "DURATION"})
        if (key.find(word) != std::string_view::npos)
            return true;
    return false;
}

std::string_view afterColon(std::string_view key)
{
    const auto colon = key.find(':');
    return colon == std::string_view::npos ? key : key.substr(colon + 1);
}

void takeCaptureRow(std::string_view key, std::string_view value, CaptureInfo& out,
                    std::vector<std::pair<int, std::string>>& arguments)
{
    if (isPrivate(key) || value.find('\0') != std::string_view::npos)
        return;
    const std::string_view name = afterColon(key);
    if (key.rfind("PROCESS_0:", 0) == 0 && name == "COMMAND") {
        arguments.emplace_back(-1, validUtf8(value));
    } else if (key.rfind("PROCESS_0:", 0) == 0 && name.rfind("ARGUMENT_", 0) == 0) {
        arguments.emplace_back(std::atoi(std::string(name.substr(9)).c_str()), validUtf8(value));
    } else if (isTraceOption(key)) {
        out.traceOptions.emplace_back(validUtf8(key), validUtf8(value));
        if (key.find("CUDA_GRAPH_TRACE_OPTIONS:MODE") != std::string_view::npos)
            out.graphLevelAsked = value == "Graph" || value == "graph";
    }
}

Note savedWindowNote(const std::string& window)
{
    return {"saved-window",
            Severity::Info,
            "This file holds the window " + window
                + " ns of a longer capture and what its events refer to: figures of other times, "
                  "steps and warm-up are not those of the capture.",
            {"everything outside of that window"}};
}

Status readMetaTable(const ReadContext& in, std::string_view table, CaptureInfo& out,
                     std::vector<Note>& notes)
{
    if (!in.schema.has(table))
        return Nothing{};
    return forEachRow(in, in.schema.select(table, {"name", "value"}),
                      [&](const sqlite::Statement& row) {
                          if (row.text(0) == "EXPORT_PRODUCT_VERSION")
                              out.nsysVersion = validUtf8(row.text(1));
                          if (row.text(0) == "EXPORT_SCHEMA_VERSION")
                              out.exportSchema = validUtf8(row.text(1));
                          if (row.text(0) == kSavedWindowKey)
                              notes.push_back(savedWindowNote(validUtf8(row.text(1))));
                      });
}

Status readDuration(const ReadContext& in, CaptureInfo& out)
{
    if (!in.schema.has("ANALYSIS_DETAILS"))
        return Nothing{};
    return forEachRow(
        in, in.schema.select("ANALYSIS_DETAILS", {"duration"}), [&](const sqlite::Statement& row) {
            if (row.isInteger(0) && row.integer(0) >= 0)
                out.durationNs =
                    std::max(out.durationNs.value_or(0), static_cast<DurationNs>(row.integer(0)));
        });
}

Status readDiagnostics(const ReadContext& in, std::vector<Note>& notes)
{
    if (!in.schema.has("DIAGNOSTIC_EVENT"))
        return Nothing{};
    constexpr std::int64_t kWarning = 2;
    constexpr std::int64_t kError = 3;
    std::map<std::pair<std::int64_t, std::string>, std::uint64_t> texts;
    Status read = forEachRow(in, in.schema.select("DIAGNOSTIC_EVENT", {"severity", "text"}),
                             [&](const sqlite::Statement& row) {
                                 const std::int64_t severity = row.integer(0);
                                 if (severity == kWarning || severity == kError)
                                     ++texts[{severity, validUtf8(row.text(1))}];
                             });
    if (!read)
        return read;
    for (const auto& [what, count] : texts)
        notes.push_back({"diagnostic",
                         what.first == kError ? Severity::Error : Severity::Warning,
                         "Nsight Systems said"
                             + (count > 1 ? " " + std::to_string(count) + " times: " : ": ")
                             + what.second,
                         {"capture"}});
    return Nothing{};
}

} // namespace

Status readCapture(const ReadContext& in, CaptureInfo& out, std::vector<Note>& notes)
{
    for (const std::string_view table : {"META_DATA_EXPORT", "EXPORT_META_DATA"})
        if (Status read = readMetaTable(in, table, out, notes); !read)
            return read;
    if (in.schema.has("META_DATA_CAPTURE")) {
        std::vector<std::pair<int, std::string>> arguments;
        Status read = forEachRow(in, in.schema.select("META_DATA_CAPTURE", {"name", "value"}),
                                 [&](const sqlite::Statement& row) {
                                     takeCaptureRow(row.text(0), row.text(1), out, arguments);
                                 });
        if (!read)
            return read;
        std::stable_sort(arguments.begin(), arguments.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (auto& [position, text] : arguments)
            out.command.push_back(std::move(text));
    }
    if (Status read = readDuration(in, out); !read)
        return read;
    out.otherTables = in.schema.otherTables();
    out.hasRuntimeTable = in.schema.has(kRuntime);
    out.hasNvtxTable = in.schema.has(kNvtx);
    out.hasOsrtTable = in.schema.has(kOsrt);
    return readDiagnostics(in, notes);
}

Status readEntities(const ReadContext& in, EntityNames& out)
{
    Status read = Nothing{};
    if (in.schema.has("PROCESSES"))
        read = forEachRow(in, in.schema.select("PROCESSES", {"globalPid", "name"}),
                          [&](const sqlite::Statement& row) {
                              if (row.isInteger(0) && !row.text(1).empty())
                                  out.process.try_emplace(row.integer(0), row.text(1));
                          });
    if (read && in.schema.has("ThreadNames"))
        read = forEachRow(in, in.schema.select("ThreadNames", {"globalTid", "nameId"}),
                          [&](const sqlite::Statement& row) {
                              if (row.isInteger(0) && row.isInteger(1))
                                  out.thread.try_emplace(row.integer(0), row.integer(1));
                          });
    if (read && in.schema.has("TARGET_INFO_NVTX_CUDA_STREAM"))
        read = forEachRow(
            in,
            in.schema.select("TARGET_INFO_NVTX_CUDA_STREAM",
                             {"hwId", "vmId", "processId", "contextId", "streamId", "name"}),
            [&](const sqlite::Statement& row) {
                out.streams.push_back({row.integer(0) << 8 | row.integer(1), row.integer(2),
                                       row.integer(3), row.integer(4), std::string(row.text(5))});
            });
    if (read && in.schema.has("TARGET_INFO_GPU"))
        read = forEachRow(in,
                          in.schema.select("TARGET_INFO_GPU",
                                           {"vmId", "id", "name", "smCount", "memoryBandwidth"}),
                          [&](const sqlite::Statement& row) {
                              Gpu gpu;
                              gpu.device = row.integer(1);
                              gpu.name = validUtf8(row.text(2));
                              gpu.smCount = std::max<std::int64_t>(0, row.integer(3));
                              gpu.memoryBandwidth = std::max<std::int64_t>(0, row.integer(4));
                              out.gpus.push_back({row.integer(0), gpu});
                          });
    return read;
}

Status readStrings(const ReadContext& in, const std::vector<std::int64_t>& ids,
                   std::unordered_map<std::int64_t, std::string>& out)
{
    if (!in.schema.has("StringIds", "id") || !in.schema.has("StringIds", "value"))
        return Nothing{};
    return forEachRow(in, in.schema.select("StringIds", {"id", "value"}),
                      [&](const sqlite::Statement& row) {
                          if (row.isInteger(0) && row.isText(1)
                              && std::binary_search(ids.begin(), ids.end(), row.integer(0)))
                              out.try_emplace(row.integer(0), row.text(1));
                      });
}

} // namespace nv::nsys
