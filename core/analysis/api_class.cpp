// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/api_class.h"

#include <array>

namespace nv {
namespace {

template <std::size_t N>
bool startsWithAny(std::string_view text, const std::array<std::string_view, N>& prefixes)
{
    for (const std::string_view prefix : prefixes)
        if (text.starts_with(prefix))
            return true;
    return false;
}

/// `text` without "cu" or "cuda" in front; false when it is neither.
bool withoutCuda(std::string_view& text)
{
    if (!text.starts_with("cu"))
        return false;
    text.remove_prefix(2);
    if (text.starts_with("da"))
        text.remove_prefix(2);
    return true;
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        if (text == name)
            return true;
    return false;
}

} // namespace

ApiTraits apiTraits(std::string_view name)
{
    static constexpr std::array<std::string_view, 6> kCompile{
        "cuModuleLoad", "cuLibraryLoad", "cudaLibraryLoad", "cuLink", "nvrtc", "nvJitLink"};
    static constexpr std::array<std::string_view, 3> kCompileLong{
        "cuModuleGetFunction", "cudaFuncGetAttributes", "cuKernelGetFunction"};
    static constexpr std::array<std::string_view, 17> kAlloc{
        "cudaMalloc",    "cuMemAlloc",     "cudaFreeAsync",      "cuMemFreeAsync",
        "cudaHostAlloc", "cuMemHostAlloc", "cudaHostRegister",   "cuMemHostRegister",
        "cudaFreeHost",  "cuMemFreeHost",  "cudaHostUnregister", "cuMemHostUnregister",
        "cuMemCreate",   "cuMemMap",       "cuMemUnmap",         "cuMemAddressReserve",
        "cudaMemPool"};
    ApiTraits t;
    t.compile = name == "cuInit" || startsWithAny(name, kCompile);
    t.compileWhenLong = startsWithAny(name, kCompileLong);
    t.async = name.find("Async") != std::string_view::npos;
    t.free = name == "cudaFree" || name == "cuMemFree";
    t.alloc = startsWithAny(name, kAlloc) || name.starts_with("cuMemPool");
    t.kernelLaunch =
        isOneOf(name, {"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaLaunchCooperativeKernel",
                       "cuLaunchKernel", "cuLaunchKernelEx", "cuLaunchCooperativeKernel"});
    t.graphLaunch = isOneOf(name, {"cudaGraphLaunch", "cuGraphLaunch"});
    std::string_view stem = name;
    if (withoutCuda(stem)) {
        t.query = stem == "EventQuery" || stem == "StreamQuery";
        t.copyOrSet = stem.starts_with("Memcpy") || stem.starts_with("Memset");
        t.hot = t.copyOrSet || stem.starts_with("Launch") || stem.starts_with("GraphLaunch")
                || stem.starts_with("EventRecord") || stem.starts_with("StreamWait");
    }
    t.sync = name.ends_with("Synchronize") || t.query || t.free;
    return t;
}

ApiClass apiClass(const ApiTraits& t, bool isLong, bool pageable, bool firstLaunch)
{
    if (t.compile || (t.compileWhenLong && isLong))
        return ApiClass::Compile;
    if (t.sync)
        return ApiClass::Sync;
    if (t.copyOrSet)
        return !t.async || pageable ? ApiClass::Sync : ApiClass::Launch;
    if (t.alloc)
        return ApiClass::Alloc;
    return isLong && (firstLaunch || !t.hot) ? ApiClass::Compile : ApiClass::Launch;
}

std::string_view apiTableClass(std::string_view baseName)
{
    const ApiTraits t = apiTraits(baseName);
    if (t.graphLaunch)
        return "graph";
    if (t.kernelLaunch)
        return "launch";
    if (t.copyOrSet)
        return "copy";
    if (t.sync)
        return "sync";
    if (t.alloc)
        return "alloc";
    if (t.compile || t.compileWhenLong)
        return "compile";
    return "other";
}

} // namespace nv
