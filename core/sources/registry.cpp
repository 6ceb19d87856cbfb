// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_rep/nsys_rep.h"
#include "core/sources/nsys_sqlite/nsys_sqlite.h"
#include "core/sources/source.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace nv {

std::span<const Source> sources()
{
    static const std::array<Source, 2> kSources{
        nsys::sqliteSource(),
        nsys::reportSource(),
    };
    return kSources;
}

namespace {

constexpr std::size_t kHeadBytes = 4096;

Result<std::string> readHead(const std::filesystem::path& path)
{
    const std::string name = validUtf8(path.filename().string());
    std::error_code ec;
    if (!std::filesystem::exists(path, ec))
        return Error{Errc::Io, "There is no file " + name + ".", path.string()};
    if (std::filesystem::is_directory(path, ec))
        return Error{Errc::Io, name + " is a folder, not a trace.", path.string()};
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return Error{Errc::Io,
                     name + " cannot be read: " + std::generic_category().message(errno) + ".",
                     path.string()};
    std::string head(kHeadBytes, '\0');
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    if (head.empty())
        return Error{Errc::NotATrace, name + " is an empty file: nothing was recorded or exported.",
                     path.string()};
    return head;
}

} // namespace

Result<TracePtr> loadTrace(const LoadOptions& options, const std::stop_token& stop,
                           Progress& progress)
{
    NV_TRY(head, readHead(options.path));
    for (const Source& source : sources())
        if (source.sniff(options.path, head))
            return source.load(options, stop, progress);
    return Error{Errc::NotATrace,
                 validUtf8(options.path.filename().string())
                     + " is neither a report (.nsys-rep) nor an SQLite export of Nsight Systems; "
                       "make one with nsys profile or nsys export --type=sqlite.",
                 options.path.string()};
}

} // namespace nv
