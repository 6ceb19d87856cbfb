// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/api_name.h"

#include <cstdint>
#include <string_view>

/// What kind of work is a CUDA API call?  Decided from its base name once per name, refined per
/// call by its length, its own copy and whether it launches its kernel for the first time. Thread:
/// pure functions.  Source: verdict.md 1 (table of API classes), host-overhead.md 0.3.
namespace nv {

enum class ApiClass : std::uint8_t
{
    Compile,
    Sync,
    Alloc,
    Launch, ///< launches, asynchronous copies, and every other CUDA call
};

struct ApiTraits
{
    bool compile = false;         ///< always compiles or sets up
    bool compileWhenLong = false; ///< does so when it takes long
    bool sync = false;            ///< waits, whatever its arguments
    bool copyOrSet = false;       ///< cudaMemcpy*, cuMemset*, ...
    bool async = false;           ///< has Async in its name
    bool alloc = false;
    bool hot = false;          ///< launch class however long, unless a first launch
    bool kernelLaunch = false; ///< set L
    bool graphLaunch = false;  ///< set LG
    bool query = false;        ///< polls, never waits
    bool free = false;         ///< cudaFree, cuMemFree
};

ApiTraits apiTraits(std::string_view baseName);

/// `isLong`: longer than lazyCallNs; `pageable`: its own copy touches pageable memory;
/// `firstLaunch`: first launch of its kernel in the process.
ApiClass apiClass(const ApiTraits& traits, bool isLong, bool pageable, bool firstLaunch);

/// The `class` column of the API table, by name only (product.md, api[]).
std::string_view apiTableClass(std::string_view baseName);

} // namespace nv
