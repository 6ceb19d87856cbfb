// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

/// Is this the same file, wherever it lies and however it is called?
/// Shape: size, and a hash (FNV-1a) of 64 blocks of 64 KiB spread over the file, its ends among
/// them; small files are read whole.  Not meant against somebody who wants two files to look alike.
/// Cost: 4 MiB read.  Errors: Io, Cancelled.  Thread: pure.
namespace nv {

struct FileFingerprint
{
    std::uint64_t size = 0;
    std::uint64_t content = 0;

    static Result<FileFingerprint> of(const std::filesystem::path& file,
                                      const std::stop_token& stop);
    /// For people: "2658304 bytes, 1f0a..." with 16 digits.
    std::string text() const;
    friend bool operator==(const FileFingerprint&, const FileFingerprint&) = default;
};

/// Sixteen digits.
std::string hexText(std::uint64_t value);

/// FileFingerprint::text of a file.
Result<std::string> fingerprintText(const std::filesystem::path& file, const std::stop_token& stop);

} // namespace nv
