// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

/// Which words of kernel names stand for which family?
/// Shape: lists that are asked from top to bottom; the first word that is found answers.  Words are
/// in lower case and found in any case.  A word may begin with `^` (the name begins with it) or `<`
/// (a word of the name begins there) and end with `>` (a word of the name ends there); words of a
/// name are parted by signs, by a change between letters and digits and by an upper case letter
/// after a lower case one.  Thread: constants.
namespace nv {

struct FamilyWords
{
    std::string_view family;
    std::string_view words; ///< parted by one blank
};

/// For short names, and for demangled names whose short name says nothing.
std::span<const FamilyWords> familyWords();
/// For the functor inside the demangled name of PyTorch's kernels that run any function.
std::span<const FamilyWords> functorWords();
/// For the operations that TorchInductor lists in the names of its Triton kernels.
std::span<const FamilyWords> inductorWords();

/// "" when no word of the list is found.
std::string_view familyIn(std::span<const FamilyWords> words, std::string_view name);

} // namespace nv
