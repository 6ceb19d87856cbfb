// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_key.h"

#include "core/base/file_fingerprint.h"
#include "core/base/name_table.h"

namespace nv {

Result<FileKey> FileKey::of(const std::filesystem::path& file, const std::stop_token& stop)
{
    NV_TRY(content, FileFingerprint::of(file, stop));
    FileKey key;
    key.size = content.size;
    key.fingerprint = content.content;
    std::error_code ec;
    key.modified = std::filesystem::last_write_time(file, ec).time_since_epoch().count();
    if (ec)
        return Error{Errc::Io,
                     validUtf8(file.filename().string()) + " cannot be read: " + ec.message() + ".",
                     {}};
    return key;
}

std::string FileKey::text() const
{
    return hexText(size) + "-" + hexText(static_cast<std::uint64_t>(modified)) + "-"
           + hexText(fingerprint);
}

} // namespace nv
