// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/memory_need.h"

#include <algorithm>
#include <fstream>

namespace nv {
namespace {

/// "1.5 GB".
std::string gigabytes(std::uint64_t bytes)
{
    const std::uint64_t tenths = bytes / 100'000'000;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

/// The number a file begins with; nothing for "max" and a file that is not there.
bool readNumber(const char* path, std::uint64_t& out)
{
    std::ifstream in(path);
    return static_cast<bool>(in >> out);
}

} // namespace

std::uint64_t availableMemory()
{
    std::uint64_t out = 0;
    std::ifstream info("/proc/meminfo");
    for (std::string word; info >> word;)
        if (word == "MemAvailable:" && info >> out) {
            out *= 1024;
            break;
        }
    // A container may be allowed less than the machine has.
    std::uint64_t limit = 0;
    if (readNumber("/sys/fs/cgroup/memory.max", limit))
        out = out == 0 ? limit : std::min(out, limit);
    return out;
}

Status fitsMemory(const std::string& name, std::uint64_t rows, std::uint64_t available)
{
    if (available == 0 || rows <= available / kOpeningBytesPerRow)
        return Nothing{};
    return Error{Errc::BadArgument,
                 name + " holds about " + std::to_string((rows + 999'999) / 1'000'000)
                     + " million events: opening it takes about "
                     + gigabytes(rows * kOpeningBytesPerRow) + " of memory, and "
                     + gigabytes(available)
                     + " are free.  Load a part of its time instead: --load-range S/E.",
                 {}};
}

} // namespace nv
