// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_fingerprint.h"

#include "core/base/name_table.h"

#include <algorithm>
#include <fstream>
#include <vector>

namespace nv {
namespace fs = std::filesystem;

namespace {

std::uint64_t hashed(std::uint64_t hash, const char* bytes, std::size_t size)
{
    constexpr std::uint64_t kPrime = 0x100000001b3; // FNV-1a
    for (std::size_t i = 0; i < size; ++i)
        hash = (hash ^ static_cast<unsigned char>(bytes[i])) * kPrime;
    return hash;
}

Result<std::uint64_t> hashOf(const fs::path& file, std::uint64_t size, const std::stop_token& stop)
{
    constexpr std::uint64_t kBlocks = 64;
    constexpr std::uint64_t kBlockBytes = std::uint64_t{64} * 1024;
    constexpr std::uint64_t kSeed = 0xcbf29ce484222325;
    std::ifstream in(file, std::ios::binary);
    std::vector<char> block(kBlockBytes);
    std::uint64_t hash = kSeed;
    const std::uint64_t wanted = size / kBlockBytes + 1;
    const std::uint64_t count = std::min(wanted, kBlocks);
    const std::uint64_t last = size > kBlockBytes ? size - kBlockBytes : 0;
    for (std::uint64_t i = 0; in && i < count; ++i) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "Stopped.", {}};
        // The last block ends where the file does; small files are read whole.
        const std::uint64_t at =
            count == 1 ? 0
                       : static_cast<std::uint64_t>(static_cast<long double>(last)
                                                    * static_cast<long double>(i)
                                                    / static_cast<long double>(count - 1));
        in.seekg(static_cast<std::streamoff>(at));
        in.read(block.data(), static_cast<std::streamsize>(block.size()));
        hash = hashed(hash, block.data(), static_cast<std::size_t>(in.gcount()));
        if (in.eof())
            in.clear();
    }
    if (!in)
        return Error{Errc::Io, validUtf8(file.filename().string()) + " cannot be read.", {}};
    return hash;
}

} // namespace

Result<FileFingerprint> FileFingerprint::of(const fs::path& file, const std::stop_token& stop)
{
    FileFingerprint out;
    std::error_code ec;
    out.size = fs::file_size(file, ec);
    if (ec)
        return Error{Errc::Io,
                     validUtf8(file.filename().string()) + " cannot be read: " + ec.message() + ".",
                     {}};
    NV_TRY(hash, hashOf(file, out.size, stop));
    out.content = hash;
    return out;
}

std::string hexText(std::uint64_t value)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out(16, '0');
    for (std::size_t i = out.size(); i-- > 0; value >>= 4U)
        out[i] = kDigits[value & 0xFU];
    return out;
}

std::string FileFingerprint::text() const
{
    return std::to_string(size) + " bytes, " + hexText(content);
}

Result<std::string> fingerprintText(const fs::path& file, const std::stop_token& stop)
{
    NV_TRY(fingerprint, FileFingerprint::of(file, stop));
    return fingerprint.text();
}

} // namespace nv
