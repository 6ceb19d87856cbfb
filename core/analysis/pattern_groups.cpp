// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/pattern_groups.h"

#include <algorithm>
#include <array>
#include <map>

namespace nv {
namespace {

constexpr double kHighShare = 0.40;
constexpr double kMediumShare = 0.25;

/// Work that a block of a model is built around; the rest is glue.
bool isHeavy(std::string_view operation)
{
    constexpr std::array<std::string_view, 5> kHeavy{"attention", "GEMM", "collective",
                                                     "convolution", "FFT"};
    return std::find(kHeavy.begin(), kHeavy.end(), operation) != kHeavy.end();
}

/// A, B, ..., Z, AA, AB, ...
std::string labelOf(std::size_t group)
{
    constexpr std::size_t kLetters = 26;
    std::string label;
    for (std::size_t n = group + 1; n > 0; n = (n - 1) / kLetters)
        label.insert(label.begin(), static_cast<char>('A' + (n - 1) % kLetters));
    return label;
}

/// The first heavy operation, else the most frequent one.
std::string operationOf(std::span<const PatternKernel> kernels)
{
    std::map<std::string, std::size_t> seen;
    std::size_t most = 0;
    for (const PatternKernel& kernel : kernels) {
        if (isHeavy(kernel.operation))
            return kernel.operation;
        most = std::max(most, ++seen[kernel.operation]);
    }
    for (const PatternKernel& kernel : kernels)
        if (seen[kernel.operation] == most)
            return kernel.operation;
    return {};
}

} // namespace

std::string_view gapPriorityKey(GapPriority priority)
{
    switch (priority) {
    case GapPriority::High:
        return "high";
    case GapPriority::Medium:
        return "medium";
    case GapPriority::Low:
        break;
    }
    return "low";
}

GapPriority gapPriority(double share)
{
    if (share >= kHighShare)
        return GapPriority::High;
    return share >= kMediumShare ? GapPriority::Medium : GapPriority::Low;
}

std::vector<std::size_t> proposedGroupStarts(const std::vector<PatternKernel>& kernels)
{
    std::vector<std::size_t> starts;
    std::string_view current;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const std::string_view operation = kernels[i].operation;
        if (i != 0 && (!isHeavy(operation) || operation == current))
            continue;
        starts.push_back(i);
        current = isHeavy(operation) ? operation : std::string_view();
    }
    return starts;
}

std::vector<PatternGroup> patternGroups(const std::vector<PatternKernel>& kernels,
                                        std::span<const std::size_t> starts)
{
    std::vector<std::size_t> cuts(starts.begin(), starts.end());
    cuts.push_back(0);
    cuts.push_back(kernels.size());
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    DurationNs total = 0;
    for (const PatternKernel& kernel : kernels)
        total += kernel.gap;
    std::vector<PatternGroup> groups;
    for (std::size_t g = 0; g + 1 < cuts.size() && cuts[g + 1] <= kernels.size(); ++g) {
        const auto part = std::span(kernels).subspan(cuts[g], cuts[g + 1] - cuts[g]);
        PatternGroup group;
        group.label = labelOf(g);
        group.first = cuts[g];
        group.last = cuts[g + 1] - 1;
        group.operation = operationOf(part);
        for (const PatternKernel& kernel : part)
            group.gap += kernel.gap;
        if (total > 0)
            group.share = static_cast<double>(group.gap) / static_cast<double>(total);
        group.priority = gapPriority(group.share);
        groups.push_back(std::move(group));
    }
    return groups;
}

} // namespace nv
