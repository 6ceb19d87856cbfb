// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_family.h"

#include "core/analysis/kernel_family_words.h"
#include "core/analysis/name_rules.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

constexpr std::string_view kOther = "other";
/// Longer names repeat their template arguments.
constexpr std::size_t kMaxLooked = 4096;

/// The name without its list of arguments: types of parameters are no operations.
std::string_view withoutArguments(std::string_view demangled)
{
    std::size_t depth = 0;
    for (std::size_t i = 0; i < demangled.size(); ++i) {
        if (demangled[i] == '<')
            ++depth;
        else if (demangled[i] == '>' && depth != 0)
            --depth;
        else if (demangled[i] == '(' && depth == 0 && i != 0)
            return demangled.substr(0, i);
    }
    return demangled;
}

/// Kernels that run whatever function they are made with.
bool runsAnyFunction(std::string_view shortName)
{
    return shortName.find("elementwise_kernel") != std::string_view::npos
           || shortName == "reduce_kernel" || shortName.starts_with("multi_tensor_apply");
}

/// Is the name made of words that only move or only set data?
bool onlyOf(std::string_view operations, std::span<const std::string_view> words)
{
    bool any = false;
    while (!operations.empty()) {
        const std::size_t end = std::min(operations.find('_'), operations.size());
        const std::string_view word = operations.substr(0, end);
        operations.remove_prefix(std::min(end + 1, operations.size()));
        const bool isNumber = word.find_first_not_of("0123456789") == std::string_view::npos;
        if (isNumber) // an empty word, too
            continue;
        if (std::ranges::find(words, word) == words.end())
            return false;
        any = true;
    }
    return any;
}

/// "triton_poi_fused_add_mul_0": the kind of loop, the operations inside in the order of the
/// alphabet, a number.
std::string_view inductorFamily(std::string_view shortName)
{
    constexpr std::array<std::string_view, 15> kMoves{
        "to",     "copy", "clone",  "cat", "view",   "transpose", "permute", "slice",
        "expand", "pad",  "select", "nd",  "repeat", "stack",     "constant"};
    constexpr std::array<std::string_view, 9> kSets{"fill", "zeros", "ones", "full",  "arange",
                                                    "like", "zero",  "new",  "scalar"};
    constexpr std::string_view kFused = "_fused_";
    const std::size_t fused = shortName.find(kFused);
    const std::string_view kind = shortName.substr(0, fused);
    const std::string_view operations =
        fused == std::string_view::npos ? shortName : shortName.substr(fused + kFused.size());
    const bool isTemplate = kind == "triton_tem";
    const bool isReduction = kind == "triton_red" || kind == "triton_per" || kind == "triton_mix";
    if (isTemplate || fused == std::string_view::npos) {
        const std::string_view family = familyIn(familyWords(), operations);
        return family.empty() ? "Triton" : family;
    }
    if (onlyOf(operations, kMoves))
        return "copy";
    if (onlyOf(operations, kSets))
        return "fill";
    if (const std::string_view family = familyIn(inductorWords(), operations); !family.empty())
        return family;
    const auto has = [&](std::string_view word) {
        const std::array<FamilyWords, 1> one{{{word, word}}};
        return !familyIn(one, operations).empty();
    };
    if (isReduction && has("<exp>") && (has("<max>") || has("<amax>") || has("<sub>")))
        return "softmax";
    if (isReduction && has("<rsqrt>"))
        return "norm";
    if (isReduction)
        return "reduction";
    return kind == "triton_poi" || kind == "triton_for" ? "elementwise" : "Triton";
}

} // namespace

std::string_view kernelFamily(std::string_view shortName, std::string_view demangled)
{
    shortName = shortName.substr(0, kMaxLooked);
    demangled = demangled.substr(0, kMaxLooked);
    if (shortName.starts_with("triton_"))
        return inductorFamily(shortName);
    if (runsAnyFunction(shortName))
        if (const std::string_view family = familyIn(functorWords(), demangled); !family.empty())
            return family;
    if (const std::string_view family = familyIn(familyWords(), shortName); !family.empty())
        return family;
    const std::string_view family = familyIn(familyWords(), withoutArguments(demangled));
    return family.empty() ? kOther : family;
}

std::string_view kernelFamily(std::string_view shortName, std::string_view demangled,
                              const NameRules* rules)
{
    if (rules != nullptr) {
        if (const auto family = rules->familyOf(shortName, demangled))
            return *family;
    }
    return kernelFamily(shortName, demangled);
}

} // namespace nv
