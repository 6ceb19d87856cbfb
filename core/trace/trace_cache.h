// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/archive.h"
#include "core/base/file_cache.h"
#include "core/trace/cache_place.h"
#include "core/trace/trace_model.h"

#include <functional>
#include <memory>
#include <string>

/// Was this trace opened before?  What opening worked out, as files that are mapped into memory.
/// Shape: one file for the model and one for its analysis, named after the trace (file_key.h), the
/// program that wrote it, and what else decided the result.  Another build of the program, another
/// file, a damaged entry: nothing is found, and it is made again.
/// Cost: a find reads each byte once, to see that none was changed.  Errors: of keeping only.
/// Holds what the model holds: names, times, the command, never an environment.
/// Thread: any, also several programs at once.  Source: product.md, Speed.
namespace nv {

class TraceCache
{
public:
    explicit TraceCache(const CachePlace& place);

    /// Without the name of the file and the way to its rows.  Null when there is none.
    std::shared_ptr<TraceModel> find(const FileKey& key) const;
    /// Nothing when the model has no key.
    Status keep(const TraceModel& model, const std::stop_token& stop) const;

    using Read = std::function<void(ArchiveReader&)>;
    using Write = std::function<void(ArchiveWriter&)>;

    /// The same for what belongs to a model; `inputs` is whatever else decides it.
    /// `read` fills it, and is right only when this returns true.
    bool findBeside(const FileKey& key, std::string_view inputs, const Read& read) const;
    Status keepBeside(const FileKey& key, std::string_view inputs, const std::stop_token& stop,
                      const Write& write) const;

private:
    /// False when there is none; a damaged one goes.
    bool take(const std::string& name, const Read& read) const;
    Status put(const FileKey& key, std::string_view inputs, std::string_view kind,
               const std::stop_token& stop, const Write& write) const;

    FileCache m_files;
};

} // namespace nv
