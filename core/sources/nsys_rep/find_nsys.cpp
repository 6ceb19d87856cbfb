// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_rep/find_nsys.h"

#include "core/sources/nsys_rep/child_process.h"

#include <algorithm>
#include <cstdlib>
#include <fnmatch.h>
#include <optional>
#include <thread>
#include <unistd.h>

namespace nv::nsys {
namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kVersionLimit{10};

/// Below the root; `*` stands for one name.  Debian and Ubuntu's own package comes last.
constexpr std::array<std::string_view, 9> kUsualPlaces{
    "usr/local/cuda/bin/nsys",
    "usr/local/cuda-*/bin/nsys",
    "opt/nvidia/nsight-systems/*/bin/nsys",
    "opt/nvidia/nsight-systems/*/target-linux-*/nsys",
    "opt/nvidia/nsight-systems-cli/*/target-linux-*/nsys",
    "opt/nvidia/hpc_sdk/Linux_*/*/profilers/Nsight_Systems/bin/nsys",
    "usr/bin/nsys",
    "usr/lib/nsight-systems/bin/nsys",
    "usr/lib/*-linux-gnu/nsight-systems/target-linux-*/nsys",
};

/// The same for people.
constexpr const char* kWhereLooked =
    "in PATH, /usr/local/cuda*, /opt/nvidia and /usr/lib/nsight-systems";

bool isProgram(const fs::path& path)
{
    std::error_code ec;
    return fs::is_regular_file(path, ec) && ::access(path.c_str(), X_OK) == 0;
}

/// The folders and files below `base` that a pattern of one or more names means.
std::vector<fs::path> expand(const fs::path& base, const fs::path& pattern)
{
    std::vector<fs::path> places{base};
    for (const fs::path& name : pattern) {
        std::vector<fs::path> next;
        for (const fs::path& place : places) {
            if (name.string().find('*') == std::string::npos) {
                next.push_back(place / name);
                continue;
            }
            std::vector<fs::path> found;
            std::error_code ec;
            for (fs::directory_iterator it(place, ec), end; !ec && it != end; it.increment(ec))
                if (::fnmatch(name.c_str(), it->path().filename().c_str(), 0) == 0)
                    found.push_back(it->path());
            std::sort(found.begin(), found.end());
            next.insert(next.end(), found.begin(), found.end());
        }
        places = std::move(next);
    }
    return places;
}

/// PATH, folder by folder; an empty one would be the current folder, which nobody means.
std::vector<fs::path> foldersOf(const std::string& pathVariable)
{
    std::vector<fs::path> out;
    for (std::size_t begin = 0; begin <= pathVariable.size();) {
        const std::size_t end = std::min(pathVariable.find(':', begin), pathVariable.size());
        if (end > begin)
            out.emplace_back(pathVariable.substr(begin, end - begin));
        begin = end + 1;
    }
    return out;
}

/// nullopt when it does not say one.
std::optional<NsysVersion> versionOf(const fs::path& program, const std::stop_token& stop)
{
    ChildCommand command{program, {"--version"}};
    command.limit = kVersionLimit;
    const auto outcome = runChild(command, stop);
    if (!outcome || outcome.value().exitCode != 0)
        return std::nullopt;
    return findVersion(outcome.value().output);
}

Error missing(const std::string& what, const std::string& context)
{
    return {Errc::ToolMissing, what, context};
}

Error noneRuns(const NsysSearch& search, const std::vector<fs::path>& candidates)
{
    if (candidates.empty() && search.chosen.empty())
        return missing(std::string("no nsys was found ") + kWhereLooked, {});
    const fs::path& first = search.chosen.empty() ? candidates.front() : search.chosen;
    if (candidates.empty())
        return missing(
            "the nsys that was chosen, " + first.string() + ", is no program that can be run", {});
    std::string all;
    for (const fs::path& path : candidates)
        all += (all.empty() ? "" : ", ") + path.string();
    return missing(first.string() + " does not run as nsys", "tried: " + all);
}

} // namespace

NsysSearch searchHere(const fs::path& chosen)
{
    NsysSearch search;
    search.chosen = chosen;
    // Nothing in the program changes the environment.
    if (const char* path = std::getenv("PATH")) // NOLINT(concurrency-mt-unsafe)
        search.pathVariable = path;
    return search;
}

std::vector<fs::path> nsysCandidates(const NsysSearch& search)
{
    std::vector<fs::path> places;
    if (!search.chosen.empty()) {
        places.push_back(search.chosen);
    } else {
        for (const fs::path& folder : foldersOf(search.pathVariable))
            places.push_back(folder / "nsys");
        for (const std::string_view pattern : kUsualPlaces)
            for (const fs::path& place : expand(search.root, pattern))
                places.push_back(place);
    }
    std::vector<fs::path> out;
    std::vector<fs::path> known; // several links lead to one program
    for (const fs::path& place : places) {
        std::error_code ec;
        const fs::path real = fs::canonical(place, ec);
        if (ec || !isProgram(place) || std::find(known.begin(), known.end(), real) != known.end())
            continue;
        known.push_back(real);
        out.push_back(place);
    }
    return out;
}

Result<NsysTool> findNsys(const NsysSearch& search, const std::stop_token& stop)
{
    const std::vector<fs::path> candidates = nsysCandidates(search);
    std::vector<std::optional<NsysVersion>> versions(candidates.size());
    {
        std::vector<std::jthread> asking;
        for (std::size_t i = 0; i < candidates.size(); ++i)
            asking.emplace_back([&, i] { versions[i] = versionOf(candidates[i], stop); });
    }
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "Stopped.", {}};
    std::optional<NsysTool> newest;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (versions[i] && (!newest || *versions[i] > newest->version))
            newest = NsysTool{candidates[i], *versions[i]};
    if (!newest)
        return noneRuns(search, candidates);
    return *newest;
}

} // namespace nv::nsys
