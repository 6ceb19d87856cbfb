// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gate_names.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// May a script go on?  The `--fail-if` expressions over the JSON of `analyze` or
/// `compare`.
/// EXPR = NAME [OP VALUE].  NAME is a path to a number or text of the JSON or a short name; it is
/// checked against the form of the JSON before any trace is read, so a typing error never passes
/// for a gate that holds.  Crossed when EXPR is true; null, cannot-tell and elements this trace
/// does not hold are not judgeable.
/// Errors: BadArgument with one sentence.  Thread: pure.  Source: product.md, exit status and EXPR.
namespace nv {

enum class GateOp
{
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    IsClass, ///< class.ID without an operator
};

struct Gate
{
    std::string text; ///< as it was given
    std::string path; ///< of the JSON; of IsClass the id
    GateOp op = GateOp::Equal;
    bool isText = false;   ///< the value is a text (or a truth value)
    std::string value;     ///< of a text gate
    double number = 0;     ///< scaled to ns or to 0..1
    long double exact = 0; ///< the same for integers, which a double cannot always hold
};

/// Short names and class.ID are those of `analyze` only.
Result<Gate> parseGate(std::string_view text, GateForm form = GateForm::Analyze);

enum class GateState
{
    Holds,
    Crossed,
    NotJudgeable,
};

struct GateResult
{
    GateState state = GateState::NotJudgeable;
    std::string detail; ///< what was found: "0.412", "null"
};

/// `json` is what jsonReport or compareJson wrote.
std::vector<GateResult> judgeGates(std::span<const Gate> gates, const std::string& json);

/// One line for stderr: "crossed: class.sync-bound (yes)".
std::string gateLine(const Gate& gate, const GateResult& result);

/// 1 if any is crossed, else 3 if any is not judgeable, else 0.
int gateStatus(std::span<const GateResult> results);

} // namespace nv
