// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_model.h"
#include "core/trace_maker/trace_maker.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <filesystem>
#include <optional>
#include <string_view>

/// Traces for tests: made-up ones opened through the real reader, the real ones of NV_TRACES, and
/// the answers a real nsys gave for them.
/// Errors: a null pointer or an empty text, with the reason printed as a test warning.
namespace nv::test {

/// The model of a file; null with a warning when it cannot be opened.
TracePtr openTrace(const std::filesystem::path& path);

/// A temporary folder that made-up traces are written to and opened from.
class TraceFixture
{
public:
    std::filesystem::path path(const char* name) const;
    TracePtr open(const TraceMaker& maker, const char* name = "made.sqlite") const;
    /// Fails with a warning that holds the line of the recipe.
    TracePtr openRecipe(std::string_view recipe) const;

private:
    QTemporaryDir m_folder;
};

/// NV_TRACES as a path; empty when there is no such folder.
std::filesystem::path tracesFolder();

/// One unpacked golden/<slug>/golden.tar.gz.
class TraceGolden
{
public:
    /// Unpacks with `tar`; isUsable() tells whether that went well.
    explicit TraceGolden(const std::filesystem::path& folder);

    bool isUsable() const { return m_isUsable; }

    /// The lines a real tool printed, titles first; empty when it printed nothing.
    /// `report` as asked for: "cuda_gpu_kern_sum:base".
    QStringList csvLines(const QString& mode, const QString& report) const;

    /// "ROWS", "EMPTY", "SKIPPED", ...; empty when that run was not made.
    QString outcome(const QString& mode, const QString& report) const;

    /// Rows the file keeps when it was cut to its first ones.
    std::optional<int> keptRows(const QString& mode, const QString& report) const;

    /// Of w1 and w2: what --filter-time was given; empty for "full".
    QString window(const QString& mode) const;

private:
    QStringList outcomeFields(const QString& mode, const QString& report) const;

    std::filesystem::path m_folder;
    QTemporaryDir m_unpacked;
    bool m_isUsable = false;
};

/// Rows of a query, cells joined by "|", NULL as "NULL"; one row "error: ..." for a bad one.
QStringList querySql(const std::filesystem::path& path, const char* sql);

/// Lines of a csv text without the empty ones at its end.
QStringList csvLinesOf(const QString& text);

} // namespace nv::test
