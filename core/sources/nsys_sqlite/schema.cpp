// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/schema.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace nv::nsys {
namespace {

/// Tables whose content reaches the model; the others are listed, not feared.
constexpr std::array<std::string_view, 29> kRead{kKernel,
                                                 kRuntime,
                                                 kMemcpy,
                                                 kMemset,
                                                 kSync,
                                                 kGraph,
                                                 kNvtx,
                                                 kOsrt,
                                                 kOverhead,
                                                 kCuptiOverhead,
                                                 "StringIds",
                                                 "PROCESSES",
                                                 "ThreadNames",
                                                 "ProcessStreams",
                                                 "ANALYSIS_DETAILS",
                                                 "ANALYSIS_FILE",
                                                 "DIAGNOSTIC_EVENT",
                                                 "META_DATA_CAPTURE",
                                                 "META_DATA_EXPORT",
                                                 "EXPORT_META_DATA",
                                                 "TARGET_INFO_GPU",
                                                 "TARGET_INFO_NVTX_CUDA_STREAM",
                                                 "TARGET_INFO_SYSTEM_ENV",
                                                 "TARGET_INFO_SESSION_START_TIME",
                                                 "TARGET_INFO_CUDA_STREAM",
                                                 "TARGET_INFO_CUDA_CONTEXT_INFO",
                                                 "GPU_METRICS",
                                                 "TARGET_INFO_GPU_METRICS",
                                                 "CUDA_GPU_MEMORY_USAGE_EVENTS"};

bool startsWith(std::string_view text, std::string_view prefix)
{
    return text.substr(0, prefix.size()) == prefix;
}

} // namespace

Result<Schema> Schema::probe(const sqlite::Database& db)
{
    Schema schema;
    NV_TRY(tables, db.tables());
    for (const std::string& table : tables) {
        if (startsWith(table, "sqlite_"))
            continue;
        auto columns = db.columns(table);
        if (!columns) {
            // A view over something that is gone: it is as good as absent.
            if (columns.error().code == Errc::Io)
                continue;
            return columns.error();
        }
        schema.m_columns[table] =
            std::set<std::string>(columns.value().begin(), columns.value().end());
    }
    return schema;
}

bool Schema::has(std::string_view table, std::string_view column) const
{
    const auto it = m_columns.find(table);
    return it != m_columns.end() && it->second.count(std::string(column)) > 0;
}

bool Schema::isExport() const
{
    for (const auto& [table, columns] : m_columns)
        if (startsWith(table, "CUPTI_ACTIVITY_KIND_") || startsWith(table, "TARGET_INFO_")
            || table == kNvtx || table == kOsrt || table == kOverhead || table == "StringIds"
            || table == "ANALYSIS_DETAILS" || table == "META_DATA_EXPORT"
            || table == "EXPORT_META_DATA")
            return true;
    return false;
}

std::vector<std::string> Schema::otherTables() const
{
    std::vector<std::string> out;
    for (const auto& [table, columns] : m_columns)
        if (!startsWith(table, "ENUM_")
            && std::find(kRead.begin(), kRead.end(), table) == kRead.end())
            out.push_back(table);
    return out;
}

std::string Schema::list(std::string_view table, std::span<const std::string_view> columns) const
{
    std::string out;
    for (const std::string_view column : columns) {
        if (!out.empty())
            out += ", ";
        out += has(table, column) ? sqlite::quoted(column) : "NULL";
    }
    return out;
}

std::string Schema::select(std::string_view table, std::span<const std::string_view> columns) const
{
    return "SELECT " + list(table, columns) + " FROM " + sqlite::quoted(table);
}

std::string_view Schema::rowIdName(std::string_view table) const
{
    const auto it = m_columns.find(table);
    if (it == m_columns.end())
        return {};
    const auto isHidden = [&](std::string_view name) {
        return std::any_of(it->second.begin(), it->second.end(), [&](const std::string& column) {
            return std::equal(column.begin(), column.end(), name.begin(), name.end(),
                              [](unsigned char a, char b) { return std::tolower(a) == b; });
        });
    };
    for (const std::string_view name : {"rowid", "_rowid_", "oid"})
        if (!isHidden(name))
            return name;
    return {};
}

} // namespace nv::nsys
