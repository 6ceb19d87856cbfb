// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_cache.h"

#include "core/base/file_fingerprint.h"
#include "core/trace/model_archive.h"

#include <xxhash.h>

namespace nv {
namespace {

/// Tells this build of the program from every other one: what a file means, and which rules a
/// result was made by, is known to the program that wrote it only.
const std::string& programText()
{
    static const std::string kText = [] {
        const auto key = FileKey::of("/proc/self/exe", {});
        return key ? key.value().text() : std::string();
    }();
    return kText;
}

constexpr std::string_view kModel = "-trace";
constexpr std::string_view kBeside = "-analysis";

std::string nameOf(const FileKey& key, std::string_view inputs, std::string_view kind)
{
    const std::string all = programText() + std::string(inputs);
    return key.text() + "-" + hexText(XXH3_64bits(all.data(), all.size())) + std::string(kind);
}

} // namespace

std::filesystem::path openedFolder()
{
    return userCacheFolder("opened");
}

TraceCache::TraceCache(const CachePlace& place)
    : m_files(programText().empty() ? std::filesystem::path() : place.folder, place.limitBytes,
              ".kept", isWholeArchive)
{}

bool TraceCache::take(const std::string& name, const Read& read) const
{
    const auto file = m_files.find(name);
    if (!file)
        return false;
    ArchiveReader in(file->path);
    read(in);
    if (in.finish())
        return true;
    m_files.drop(file->path);
    return false;
}

std::shared_ptr<TraceModel> TraceCache::find(const FileKey& key) const
{
    auto model = std::make_shared<TraceModel>();
    if (!take(nameOf(key, {}, kModel), [&](ArchiveReader& in) { in(*model); }))
        return nullptr;
    model->key = key;
    model->wasKept = true;
    return model;
}

bool TraceCache::findBeside(const FileKey& key, std::string_view inputs, const Read& read) const
{
    return take(nameOf(key, inputs, kBeside), read);
}

Status TraceCache::keep(const TraceModel& model, const std::stop_token& stop) const
{
    if (!model.key)
        return Nothing{};
    return put(*model.key, {}, kModel, stop, [&](ArchiveWriter& out) { out(model); });
}

Status TraceCache::keepBeside(const FileKey& key, std::string_view inputs,
                              const std::stop_token& stop, const Write& write) const
{
    return put(key, inputs, kBeside, stop, write);
}

Status TraceCache::put(const FileKey& key, std::string_view inputs, std::string_view kind,
                       const std::stop_token& stop, const Write& write) const
{
    if (m_files.folder().empty())
        return Nothing{};
    const std::string name = nameOf(key, inputs, kind);
    const auto kept = m_files.put(name, [&](const std::filesystem::path& target) {
        ArchiveWriter out(target, stop);
        write(out);
        return out.finish();
    });
    if (!kept)
        return kept.error();
    // Of one trace only the newest: those of other builds and other limits will hardly be asked for.
    for (const std::string& other : m_files.namesWith(key.text() + "-"))
        if (other != name && other.ends_with(kind))
            m_files.dropNamed(other);
    return Nothing{};
}

} // namespace nv
