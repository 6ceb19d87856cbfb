// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Which names can a gate ask for?  The form of the JSON of `analyze` and `compare`, without any
/// trace.
/// Thread: pure.  Source: product.md, "The JSON of analyze" and EXPR.
namespace nv {

/// Whose JSON a path leads through.
enum class GateForm
{
    Analyze,
    Compare,
};

enum class LeafKind
{
    Number,
    Text,
    Truth,
    NumberOrText, ///< `device`
};

/// The path behind a short name (M1-M5, step.*, budget.*), or the name itself.
std::string expandGateName(std::string_view name);

/// nullopt for a path that no trace can have.
std::optional<LeafKind> leafOf(std::string_view path, GateForm form = GateForm::Analyze);

/// The id of `class.ID`; nullopt for other names and unknown ids.
std::optional<std::string> classOfGateName(std::string_view name);

} // namespace nv
