// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_model.h"
#include "core/trace_maker/trace_maker.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <filesystem>
#include <string_view>

/// Traces for tests: made-up ones opened through the real reader, and the real ones of NV_TRACES.
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

/// Rows of a query, cells joined by "|", NULL as "NULL"; one row "error: ..." for a bad one.
QStringList querySql(const std::filesystem::path& path, const char* sql);

/// Lines of a csv text without the empty ones at its end.
QStringList csvLinesOf(const QString& text);

} // namespace nv::test
