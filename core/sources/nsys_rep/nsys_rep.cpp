// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_rep/nsys_rep.h"

#include "core/base/name_table.h"
#include "core/base/private_folder.h"
#include "core/sources/nsys_rep/convert.h"
#include "core/sources/nsys_rep/converted_cache.h"
#include "core/sources/nsys_rep/scrub.h"
#include "core/sources/nsys_sqlite/nsys_sqlite.h"

#include <fstream>

namespace nv::nsys {
namespace fs = std::filesystem;

namespace {

bool hasReportExtension(const fs::path& path)
{
    const std::string extension = path.extension().string();
    return extension == ".nsys-rep" || extension == ".qdrep";
}

/// The first line says it; a later nsys may put it otherwise, then the name has to agree.
bool sniff(const fs::path& path, std::string_view head)
{
    constexpr std::string_view kMaker = "NVIDIA ";
    return isReportHead(head)
           || (head.substr(0, kMaker.size()) == kMaker && hasReportExtension(path));
}

std::string headOf(const fs::path& path)
{
    constexpr std::streamsize kHeadBytes = 128;
    std::ifstream in(path, std::ios::binary);
    std::string head(kHeadBytes, '\0');
    in.read(head.data(), kHeadBytes);
    head.resize(static_cast<std::size_t>(in.gcount()));
    return head;
}

/// One opening of one report.
class ReportLoad
{
public:
    ReportLoad(const LoadOptions& options, const ReportPlaces& places, const std::stop_token& stop,
               Progress& progress)
        : m_options(options)
        , m_places(places)
        , m_stop(stop)
        , m_progress(progress)
        , m_name(validUtf8(options.path.filename().string()))
        , m_cache(places.cacheFolder, options.cacheBytes)
    {}

    Result<TracePtr> run()
    {
        begin(Stage::Opening);
        NV_TRY(key, FileKey::of(m_options.path, m_stop));
        const auto tool = findNsys(m_places.search, m_stop);
        if (tool)
            if (auto trace = openKept(m_cache.find(key, tool.value().version)))
                return *trace;
        const auto converted =
            tool ? convert(key, tool.value()) : Result<CachedFile>(withoutTool(tool.error()));
        if (converted)
            return open(converted.value());
        // What another nsys made of it, here or before, is as good.
        if (converted.error().code != Errc::Cancelled)
            if (auto trace = openKept(m_cache.findAny(key)))
                return *trace;
        return converted.error();
    }

    Error cancelled() const
    {
        return {Errc::Cancelled, "Opening " + m_name + " was cancelled.", {}};
    }

private:
    void begin(Stage stage)
    {
        m_progress.total = 0;
        m_progress.done = 0;
        m_progress.stage = stage;
    }

    Result<CachedFile> convert(const FileKey& key, const NsysTool& tool)
    {
        begin(Stage::Converting);
        NV_TRY(folder, PrivateFolder::make());
        const Conversion conversion{m_options.path, m_name, recordedVersion(headOf(m_options.path)),
                                    tool};
        NV_TRY(file, exportReport(conversion, folder->path(), m_stop, m_progress));
        auto kept = m_cache.put(key, tool.version, [&](const fs::path& target) {
            return compactInto(file, target, m_name, m_stop);
        });
        if (kept || kept.error().code == Errc::Cancelled)
            return kept;
        return CachedFile{file, folder}; // no room in the cache: it lives as long as the trace
    }

    Result<TracePtr> open(const CachedFile& file)
    {
        LoadOptions options = m_options;
        options.path = file.path;
        options.keep = file.keep;
        if (options.displayName.empty())
            options.displayName = m_name;
        return sqliteSource().load(options, m_stop, m_progress);
    }

    /// nullopt when there is none, or one that turns out to be damaged and is removed.
    std::optional<Result<TracePtr>> openKept(const std::optional<CachedFile>& file)
    {
        if (!file)
            return std::nullopt;
        Result<TracePtr> trace = open(*file);
        if (trace || trace.error().code == Errc::Cancelled)
            return trace;
        m_cache.drop(file->path);
        begin(Stage::Opening);
        return std::nullopt;
    }

    Error withoutTool(const Error& error) const
    {
        if (error.code == Errc::Cancelled)
            return error;
        return {error.code,
                m_name + " has to be converted by nsys, and " + error.message
                    + "; name yours in the File menu or with --nsys, or run where there is one: "
                    + exportCommandFor(m_name),
                error.context};
    }

    const LoadOptions& m_options;
    const ReportPlaces& m_places;
    const std::stop_token& m_stop;
    Progress& m_progress;
    std::string m_name;
    ConvertedCache m_cache;
};

Result<TracePtr> load(const LoadOptions& options, const std::stop_token& stop, Progress& progress)
{
    return loadReport(options, {searchHere(options.nsysPath), convertedFolder()}, stop, progress);
}

} // namespace

Result<TracePtr> loadReport(const LoadOptions& options, const ReportPlaces& places,
                            const std::stop_token& stop, Progress& progress)
{
    ReportLoad job(options, places, stop, progress);
    Result<TracePtr> trace = job.run();
    if (!trace && trace.error().code == Errc::Cancelled)
        return job.cancelled();
    return trace;
}

Source reportSource()
{
    return {"nsys-rep", "Nsight Systems report", "*.nsys-rep *.qdrep", sniff, load};
}

} // namespace nv::nsys
