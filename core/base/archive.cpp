// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/archive.h"

#include "core/base/parallel.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <xxhash.h>

namespace nv {
namespace {

constexpr std::array<char, 8> kMagic{'n', 'v', 'k', 'e', 'p', 't', '0', '1'};
constexpr std::size_t kAlign = 64;
constexpr std::size_t kPiece = std::size_t{16} << 20U; ///< between two looks at the stop

struct Header
{
    std::array<char, 8> magic = kMagic;
    std::uint64_t fileSize = 0;
    std::uint64_t restAt = 0;
    std::uint64_t restSize = 0;
    std::uint64_t restHash = 0;
    std::uint64_t hash = 0; ///< of what is above

    std::uint64_t ownHash() const { return XXH3_64bits(this, offsetof(Header, hash)); }

    bool isRight(std::uint64_t size) const
    {
        return magic == kMagic && hash == ownHash() && fileSize == size && restAt <= size
               && restSize == size - restAt;
    }
};

/// Unmaps with the last column that looks at it.
std::shared_ptr<const void> mapped(int file, std::size_t size)
{
    void* const data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (data == MAP_FAILED)
        return nullptr;
    ::madvise(data, size, MADV_WILLNEED);
    return {data, [size](const void* at) { ::munmap(const_cast<void*>(at), size); }};
}

} // namespace

ArchiveWriter::ArchiveWriter(const std::filesystem::path& file, std::stop_token stop)
    : m_stop(std::move(stop))
    , m_file(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR))
    , m_error(m_file < 0 ? errno : 0)
{
    const Header room{}; // filled in when all else is written
    write(&room, sizeof room);
}

ArchiveWriter::~ArchiveWriter()
{
    if (m_file >= 0)
        ::close(m_file);
}

void ArchiveWriter::write(const void* data, std::size_t size)
{
    const auto* at = static_cast<const char*>(data);
    while (size > 0 && m_error == 0) {
        if (m_stop.stop_requested()) {
            m_error = ECANCELED;
            return;
        }
        const ssize_t done = ::write(m_file, at, std::min(size, kPiece));
        if (done < 0 && errno != EINTR)
            m_error = errno;
        if (done <= 0)
            continue;
        at += done;
        size -= static_cast<std::size_t>(done);
        m_at += static_cast<std::uint64_t>(done);
    }
}

void ArchiveWriter::bytes(const void* data, std::size_t size)
{
    m_rest.append(static_cast<const char*>(data), size);
}

void ArchiveWriter::block(const void* data, std::size_t size)
{
    constexpr std::array<char, kAlign> kZeros{};
    write(kZeros.data(), (kAlign - m_at % kAlign) % kAlign);
    const std::uint64_t at = m_at;
    write(data, size);
    (*this)(at, std::uint64_t{XXH3_64bits(data, size)});
}

Status ArchiveWriter::finish()
{
    Header header;
    header.restAt = m_at;
    header.restSize = m_rest.size();
    header.restHash = XXH3_64bits(m_rest.data(), m_rest.size());
    write(m_rest.data(), m_rest.size());
    header.fileSize = m_at;
    header.hash = header.ownHash();
    if (m_error == 0
        && ::pwrite(m_file, &header, sizeof header, 0) != static_cast<ssize_t>(sizeof header))
        m_error = errno;
    if (m_error == ECANCELED)
        return Error{Errc::Cancelled, "Stopped.", {}};
    if (m_error != 0)
        return Error{Errc::Io,
                     "The file cannot be written: " + std::generic_category().message(m_error)
                         + ".",
                     {}};
    return Nothing{};
}

bool isWholeArchive(int file, std::uint64_t size)
{
    Header header;
    return ::pread(file, &header, sizeof header, 0) == static_cast<ssize_t>(sizeof header)
           && header.isRight(size);
}

ArchiveReader::ArchiveReader(const std::filesystem::path& file)
{
    const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (opened < 0)
        return;

    struct stat info
    {};

    if (::fstat(opened, &info) == 0 && info.st_size > static_cast<off_t>(sizeof(Header))) {
        m_size = static_cast<std::size_t>(info.st_size);
        m_mapping = mapped(opened, m_size);
    }
    ::close(opened);
    if (!m_mapping)
        return;
    Header header;
    const auto* data = static_cast<const std::byte*>(m_mapping.get());
    std::memcpy(&header, data, sizeof header);
    m_isGood = header.isRight(m_size)
               && XXH3_64bits(data + header.restAt, header.restSize) == header.restHash;
    if (!m_isGood)
        return;
    m_begin = data;
    m_at = header.restAt;
    m_end = header.restAt + header.restSize;
}

std::size_t ArchiveReader::count()
{
    std::size_t n = 0;
    bytes(&n, sizeof n);
    if (n > m_end - m_at)
        m_isGood = false;
    return m_isGood ? n : 0;
}

void ArchiveReader::bytes(void* data, std::size_t size)
{
    if (!m_isGood || size > m_end - m_at) {
        m_isGood = false;
        std::memset(data, 0, size);
        return;
    }
    std::memcpy(data, m_begin + m_at, size);
    m_at += size;
}

const std::byte* ArchiveReader::block(std::size_t size, std::size_t bytesEach)
{
    std::uint64_t at = 0;
    std::uint64_t hash = 0;
    (*this)(at, hash);
    m_isGood = m_isGood && at % kAlign == 0 && at <= m_size && size <= (m_size - at) / bytesEach;
    if (!m_isGood)
        return nullptr;
    m_blocks.push_back({m_begin + at, size * bytesEach, hash});
    return m_begin + at;
}

bool ArchiveReader::finish()
{
    if (!m_isGood || m_at != m_end)
        return false;
    std::atomic<bool> areRight = true;
    Tasks tasks;
    for (const Block& block : m_blocks)
        tasks.emplace_back([&areRight, &block] {
            if (areRight && XXH3_64bits(block.data, block.size) != block.hash)
                areRight = false;
        });
    runTasks(tasks);
    return areRight;
}

} // namespace nv
