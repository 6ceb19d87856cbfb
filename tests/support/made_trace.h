// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source.h"
#include "core/trace_maker/trace_maker.h"

#include <QTemporaryDir>

/// Writes a made-up trace to a private folder and reads it back through the program's own source,
/// so that a test works on what a user would get.
/// Errors: a failure to write or read is a null trace with the sentence in `error`.
namespace nv::test {

struct MadeFile
{
    QTemporaryDir folder;
    std::filesystem::path path;
    std::string error;

    explicit MadeFile(const TraceMaker& maker, const char* name = "made.sqlite")
        : path(std::filesystem::path(folder.path().toStdString()) / name)
    {
        if (const Status written = maker.writeTo(path); !written)
            error = written.error().message;
    }
};

inline TracePtr load(const std::filesystem::path& path, std::string* error = nullptr)
{
    Progress progress;
    auto trace = loadTrace({path}, {}, progress);
    if (!trace) {
        if (error != nullptr)
            *error = trace.error().message;
        return nullptr;
    }
    return trace.value();
}

inline TracePtr loadMade(const TraceMaker& maker)
{
    const MadeFile file(maker);
    return load(file.path);
}

} // namespace nv::test
