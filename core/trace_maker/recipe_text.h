// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The text of a recipe as a tree of statements, and its amounts as numbers.
/// Shape: a statement has its words without the first (`verb`), its key=value options apart.
/// Errors: BadArgument with the line number.  Thread: pure.  Source: recipe.h has the grammar.
namespace nv {

struct RecipeLine
{
    std::size_t number = 0;
    std::string verb;
    std::vector<std::string> words;
    std::map<std::string, std::string> options;
    std::vector<RecipeLine> body;      ///< of repeat, if, define, graph
    std::vector<RecipeLine> otherwise; ///< of if
};

Result<std::vector<RecipeLine>> parseRecipe(std::string_view text);

Error recipeError(std::size_t line, const std::string& what);

/// A duration as written: base + slope * variable, give or take jitter.
struct RecipeAmount
{
    Ns base = 0;
    Ns slope = 0;
    std::string variable;
    double jitter = 0; ///< 0.03 for ~3%
};

std::optional<Ns> parseRecipeTime(std::string_view text);
std::optional<RecipeAmount> parseRecipeAmount(std::string_view text);
std::optional<Bytes> parseRecipeSize(std::string_view text);
std::optional<std::int64_t> parseRecipeInt(std::string_view text);
std::optional<double> parseRecipeDouble(std::string_view text);

} // namespace nv
