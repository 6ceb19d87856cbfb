// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

/// Where opened traces are kept (trace_cache.h), and which.
namespace nv {

struct CachePlace
{
    std::filesystem::path folder{}; ///< empty: nothing is kept
    std::uint64_t limitBytes = std::uint64_t{20} << 30U;
    std::uint64_t leastRows = 500'000; ///< smaller traces are opened in a moment anyway
};

/// Of opened traces, in the user's cache; empty where there is none.
std::filesystem::path openedFolder();

} // namespace nv
