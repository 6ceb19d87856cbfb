// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

/// Which tables and columns does an export of Nsight Systems have?  The layouts that made-up traces
/// are written in, and the column lists of the tables they may hold.
/// Shape: a table lists every column of every layout in file order; `layouts` says which have it.
/// Thread: constants.  Source: nsys-schema.txt; nsys.md 1.1; the newest layout is that of exports
/// with schema 3.25.
namespace nv {

enum class ExportLayout : std::uint8_t
{
    Nsys2022, ///< schema 3.0.0
    Nsys2023, ///< schema 3.7.2
    Nsys2024, ///< schema 3.11.1
    Nsys2026, ///< schema 3.25.0
};

inline constexpr unsigned kEveryLayout = 0b1111;
inline constexpr unsigned kSince2023 = 0b1110;
inline constexpr unsigned kSince2024 = 0b1100;
inline constexpr unsigned kOnly2022 = 0b0001;
inline constexpr unsigned kUntil2024 = 0b0111;
inline constexpr unsigned kOnly2026 = 0b1000;

constexpr bool holds(unsigned layouts, ExportLayout layout)
{
    return (layouts >> static_cast<unsigned>(layout) & 1U) != 0;
}

struct MadeColumn
{
    std::string_view name;
    std::string_view declaration; ///< "INTEGER NOT NULL"
    unsigned layouts = kEveryLayout;
};

struct MadeTable
{
    std::string_view name;
    std::span<const MadeColumn> columns;
    unsigned layouts = kEveryLayout;
};

namespace made {

extern const MadeTable kStringIds;
extern const MadeTable kKernel;
extern const MadeTable kMemcpy;
extern const MadeTable kMemset;
extern const MadeTable kSync;
extern const MadeTable kGraphTrace;
extern const MadeTable kRuntime;
extern const MadeTable kNvtx;
extern const MadeTable kOsrt;
extern const MadeTable kProfilerOverhead;
extern const MadeTable kCuptiOverhead;
extern const MadeTable kDiagnostic;
extern const MadeTable kProcesses;
extern const MadeTable kThreadNames;
extern const MadeTable kGpu;
extern const MadeTable kGpuMetrics;
extern const MadeTable kGpuMetricNames;
extern const MadeTable kMemoryUse;
extern const MadeTable kContextInfo;
extern const MadeTable kNullStream;
extern const MadeTable kCudaStream;
extern const MadeTable kNvtxStream;
extern const MadeTable kAnalysisDetails;
extern const MadeTable kSessionStart;
extern const MadeTable kSystemEnv;
extern const MadeTable kExportMeta2022;
extern const MadeTable kExportMeta;
extern const MadeTable kCaptureMeta;

} // namespace made

/// The ENUM_ tables every export carries.  In the layout of 2022 those of copies and memory kinds
/// have no rows, as in an export of a capture without CUDA.
struct MadeEnum
{
    std::string_view table;
    std::span<const std::string_view> labels; ///< row i is (i, label, label)
    unsigned layouts = kEveryLayout;
};

std::span<const MadeEnum> madeEnums();

std::string_view productVersion(ExportLayout layout); ///< "2024.2.3.38"
std::string_view schemaVersion(ExportLayout layout);  ///< "3.11.1"

} // namespace nv
