// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

/// Is this the file that something was made of before?
/// Shape: size, time of the last change and content (file_fingerprint.h); not the name, so that a
/// file that was moved keeps what belongs to it.
/// Cost: 4 MiB read.  Errors: Io, Cancelled.  Thread: pure.
namespace nv {

struct FileKey
{
    std::uint64_t size = 0;
    std::int64_t modified = 0;
    std::uint64_t fingerprint = 0; ///< FileFingerprint::content

    static Result<FileKey> of(const std::filesystem::path& file, const std::stop_token& stop);

    /// Three times sixteen digits: the beginning of a file name.
    std::string text() const;

    friend bool operator==(const FileKey&, const FileKey&) = default;
};

} // namespace nv
