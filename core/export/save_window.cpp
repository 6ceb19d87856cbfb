// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/save_window.h"

#include "core/base/private_folder.h"
#include "core/export/window_copy.h"
#include "core/sources/nsys_rep/scrub.h"
#include "core/trace/row_source.h"

namespace nv {
namespace {

namespace fs = std::filesystem;

Error cannotSave(const fs::path& target, const std::string& why)
{
    return {Errc::BadArgument,
            "Cannot save the window as " + validUtf8(target.filename().string()) + ": " + why + ".",
            target.string()};
}

/// Where a rename must go so that a symbolic link stays one.
fs::path realTarget(const fs::path& target)
{
    std::error_code ec;
    if (!fs::is_symlink(target, ec))
        return target;
    const fs::path real = fs::weakly_canonical(target, ec);
    return ec ? target : real;
}

/// `asked`: the target as the user named it.
Status checkTarget(const fs::path& asked, const fs::path& target, const fs::path& source)
{
    std::error_code ignored;
    if (target.filename().empty() || fs::is_directory(target, ignored))
        return cannotSave(asked, "it is a folder");
    if (fs::equivalent(target, source, ignored))
        return cannotSave(asked, "it is the trace itself");
    const fs::file_status status = fs::status(target, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status))
        return cannotSave(asked, "it is no regular file");
    // SQLite would take what another file left there for the journal of the new one.
    for (const char* suffix : {"-wal", "-journal"}) {
        fs::path journal = target;
        journal += suffix;
        if (fs::exists(journal, ignored))
            return cannotSave(asked,
                              "a journal lies beside it (" + journal.filename().string() + ")");
    }
    return Nothing{};
}

fs::path folderOf(const fs::path& target)
{
    return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

} // namespace

Result<SavedWindow> saveWindow(const Analysis& analysis, const SaveRequest& request,
                               const std::stop_token& stop, Progress& progress)
{
    progress.stage = Stage::Opening;
    const TraceModel& trace = *analysis.trace;
    if (!trace.fileRows)
        return cannotSave(request.target, "the trace was not read from a file");
    NV_TRY(source, trace.fileRows->file());
    const fs::path target = realTarget(request.target);
    if (Status possible = checkTarget(request.target, target, source); !possible)
        return possible.error();
    NV_TRY(plan, keepPlan(analysis, request.window, stop));
    NV_TRY(access, sqlite::prepareAccess(source, stop));
    access.displayName = trace.capture.fileName;
    const std::string name = validUtf8(target.filename().string());
    NV_TRY(folder, PrivateFolder::makeIn(folderOf(target)));
    const fs::path partial = folder->path() / "window.sqlite";

    SavedWindow out;
    NV_TRY(rows, copyWindow({access, plan, partial, name, request.isRedacted}, stop, progress));
    out.rows = rows;
    if (Status scrubbed = nsys::scrub(partial, name, stop); !scrubbed)
        return scrubbed.error();
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "Saving the window was cancelled.", {}};
    std::error_code ec;
    out.bytes = fs::file_size(partial, ec);
    out.bytesOfTrace = fs::file_size(source, ec);
    fs::rename(partial, target, ec);
    if (ec)
        return Error{Errc::Io, name + " cannot be written: " + ec.message() + ".", target.string()};
    progress.stage = Stage::Done;
    return out;
}

} // namespace nv
