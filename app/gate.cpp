// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate.h"

#include "app/gate_names.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>

namespace nv {
namespace {

using Json = nlohmann::json;

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

struct OpWord
{
    std::string_view word;
    GateOp op;
};

// Two-character operators first: ">=" is not ">" and a value "=...".
constexpr std::array<OpWord, 6> kOps{{{">=", GateOp::GreaterEqual},
                                      {"<=", GateOp::LessEqual},
                                      {"==", GateOp::Equal},
                                      {"!=", GateOp::NotEqual},
                                      {">", GateOp::Greater},
                                      {"<", GateOp::Less}}};

struct Unit
{
    std::string_view word;
    double factor;
    bool isTime;
};

constexpr std::array<Unit, 7> kUnits{{{"", 1, false},
                                      {"ns", 1, true},
                                      {"us", 1e3, true},
                                      {"µs", 1e3, true},
                                      {"ms", 1e6, true},
                                      {"s", 1e9, true},
                                      {"%", 0.01, false}}};

enum class ValueKind
{
    Text,
    Number,
    Time,
    Percent,
};

/// Reads a number with its unit into the gate; anything else is a text.
ValueKind readValue(std::string_view text, Gate& gate)
{
    gate.value = text;
    gate.isText = true;
    const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, gate.number);
    const auto exact = std::from_chars(digits.data(), end, gate.exact);
    if (error != std::errc{} || exact.ec != std::errc{} || gate.number != gate.number)
        return ValueKind::Text;
    const std::string_view word = trimmed({rest, static_cast<std::size_t>(end - rest)});
    for (const Unit& unit : kUnits) {
        if (word != unit.word)
            continue;
        gate.isText = false;
        if (word == "%") {
            gate.number /= 100; // dividing gives the double nearest to the decimal, 0.01 does not
            gate.exact /= 100;
            return ValueKind::Percent;
        }
        gate.number *= unit.factor;
        gate.exact *= static_cast<long double>(unit.factor);
        return unit.isTime ? ValueKind::Time : ValueKind::Number;
    }
    return ValueKind::Text;
}

Error refusal(std::string_view gate, const std::string& what)
{
    return {Errc::BadArgument, "--fail-if '" + std::string(gate) + "': " + what, {}};
}

/// Figures that are a length of time; those of steps carry the unit in their parent's name.
bool isTimePath(std::string_view path, GateForm form)
{
    const auto endsAs = [path](std::string_view figure) { return path.ends_with(figure); };
    if (form == GateForm::Compare) {
        if (endsAs(".percent"))
            return false;
        // The rows of `compare` are times per step, beside how often it happened.
        for (const std::string_view table : {"kernels.", "api.", "nvtx.", "transfers."})
            if (path.starts_with(table) && path.find(".count.") == std::string_view::npos
                && path.find(".bytes.") == std::string_view::npos
                && (endsAs(".base") || endsAs(".target") || endsAs(".delta")))
                return true;
    }
    return endsAs("_ns") || (path.find("_ns.") != std::string_view::npos && !endsAs(".cv"));
}

Status checkTypes(const Gate& gate, LeafKind leaf, ValueKind value, GateForm form)
{
    const bool ordered = gate.op != GateOp::Equal && gate.op != GateOp::NotEqual;
    if (leaf == LeafKind::Truth && (ordered || (gate.value != "true" && gate.value != "false")))
        return refusal(gate.text, "it is true or false: use == or != with one of them.");
    if (leaf == LeafKind::Text && ordered)
        return refusal(gate.text, "a text can only be compared with == or !=.");
    if (leaf == LeafKind::Number && value == ValueKind::Text)
        return refusal(gate.text, "the value must be a number, with ns, us, ms, s or % if needed.");
    if (value == ValueKind::Time && leaf == LeafKind::Number && !isTimePath(gate.path, form))
        return refusal(gate.text, "the figure is not a time.");
    if (value == ValueKind::Percent && leaf == LeafKind::Number && isTimePath(gate.path, form)
        && !gate.path.ends_with(".cv"))
        return refusal(gate.text, "the figure is a time, not a share.");
    return Nothing{};
}

/// Tries NAME OP VALUE with the operator at `at`; nullopt when NAME is no name.
std::optional<Result<Gate>> gateAt(std::string_view text, std::size_t at, const OpWord& op,
                                   GateForm form)
{
    const std::string_view name = trimmed(text.substr(0, at));
    Gate gate;
    gate.text = text;
    gate.op = op.op;
    gate.path = form == GateForm::Analyze ? expandGateName(name) : std::string(name);
    const std::optional<LeafKind> leaf = leafOf(gate.path, form);
    if (!leaf)
        return std::nullopt;
    std::string_view value = trimmed(text.substr(at + op.word.size()));
    if (value.empty())
        return Result<Gate>(refusal(text, "the value is missing."));
    const bool isQuoted =
        value.size() >= 2 && value.front() == value.back() && (value[0] == '"' || value[0] == '\'');
    if (isQuoted)
        value = value.substr(1, value.size() - 2);
    ValueKind kind = readValue(value, gate);
    if (isQuoted || *leaf == LeafKind::Text || *leaf == LeafKind::Truth) {
        gate.isText = true;
        kind = *leaf == LeafKind::Number ? ValueKind::Text : kind;
    }
    if (kind == ValueKind::Percent && gate.path.ends_with(".percent")) {
        gate.number *= 100; // the figure is in percent already
        gate.exact *= 100;
    }
    if (Status fits = checkTypes(gate, *leaf, kind, form); !fits)
        return Result<Gate>(fits.error());
    return Result<Gate>(std::move(gate));
}

const Json* elementOf(const Json& list, std::string_view key)
{
    for (const char* field : {"id", "name", "device"})
        for (const Json& element : list) {
            if (!element.is_object() || !element.contains(field))
                continue;
            const Json& value = element[field];
            if (value.is_string() ? value.get_ref<const std::string&>() == key
                                  : value.is_number_integer() && value.dump() == key)
                return &element;
        }
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    if (error == std::errc{} && end == key.data() + key.size() && index < list.size())
        return &list[index];
    return nullptr;
}

/// Null when this trace holds no such element.  `isUnsure`: the figure is one of a class that
/// cannot be told.
const Json* find(const Json& node, std::string_view path, bool& isUnsure)
{
    if (path.empty())
        return node.is_structured() ? nullptr : &node;
    for (std::size_t dot = path.find('.');; dot = path.find('.', dot + 1)) {
        const std::string_view key = path.substr(0, dot);
        const bool more = dot != std::string_view::npos;
        const Json* child = nullptr;
        if (node.is_array())
            child = elementOf(node, key);
        else if (node.is_object() && node.contains(std::string(key)))
            child = &node[std::string(key)];
        if (child) {
            if (const Json* leaf =
                    find(*child, more ? path.substr(dot + 1) : std::string_view(), isUnsure)) {
                isUnsure |= key == "share" && node.value("state", "") == "cannot-tell";
                return leaf;
            }
        }
        if (!more)
            return nullptr;
    }
}

template <class T>
bool compare(GateOp op, const T& a, const T& b)
{
    switch (op) {
    case GateOp::Greater:
        return a > b;
    case GateOp::GreaterEqual:
        return a >= b;
    case GateOp::Less:
        return a < b;
    case GateOp::LessEqual:
        return a <= b;
    case GateOp::Equal:
    case GateOp::IsClass:
        return a == b;
    case GateOp::NotEqual:
        break;
    }
    return a != b;
}

GateState stateOf(bool isTrue)
{
    return isTrue ? GateState::Crossed : GateState::Holds;
}

GateResult judgeClass(const Gate& gate, const Json& json)
{
    const Json& classification = json["classification"];
    const auto& primary = classification["primary"].get_ref<const std::string&>();
    if (primary == gate.path)
        return {GateState::Crossed, "primary"};
    bool isUnsure = false;
    const Json* state = find(classification["classes"], gate.path + ".state", isUnsure);
    if (!state) // mixed, cannot-tell: only ever primary
        return {primary == "cannot-tell" ? GateState::NotJudgeable : GateState::Holds,
                "primary is " + primary};
    const auto& text = state->get_ref<const std::string&>();
    return {text == "cannot-tell" ? GateState::NotJudgeable : stateOf(text == "yes"), text};
}

GateResult judgeOne(const Gate& gate, const Json& json)
{
    if (gate.op == GateOp::IsClass)
        return judgeClass(gate, json);
    bool isUnsure = false;
    const Json* leaf = find(json, gate.path, isUnsure);
    if (!leaf)
        return {GateState::NotJudgeable, "not in this trace"};
    const std::string detail = leaf->is_string() ? leaf->get<std::string>() : leaf->dump();
    if (leaf->is_null() || isUnsure
        || (leaf->is_string() && detail == "cannot-tell" && gate.value != detail))
        return {GateState::NotJudgeable, isUnsure ? "cannot-tell" : detail};
    if (leaf->is_string() || leaf->is_boolean() || gate.isText)
        return {stateOf(compare(gate.op, detail, gate.value)), detail};
    if (leaf->is_number_unsigned())
        return {stateOf(compare(gate.op, static_cast<long double>(leaf->get<std::uint64_t>()),
                                gate.exact)),
                detail};
    if (leaf->is_number_integer())
        return {stateOf(compare(gate.op, static_cast<long double>(leaf->get<std::int64_t>()),
                                gate.exact)),
                detail};
    return {stateOf(compare(gate.op, leaf->get<double>(), gate.number)), detail};
}

} // namespace

Result<Gate> parseGate(std::string_view text, GateForm form)
{
    const std::string_view whole = trimmed(text);
    if (auto id = form == GateForm::Analyze ? classOfGateName(whole) : std::nullopt) {
        Gate gate;
        gate.text = text;
        gate.path = *id;
        gate.op = GateOp::IsClass;
        return gate;
    }
    // Names and values may hold the signs of operators: the first place where the left side is a
    // name counts.
    bool hasOp = false;
    for (std::size_t at = 1; at < text.size(); ++at)
        for (const OpWord& op : kOps) {
            if (!text.substr(at).starts_with(op.word))
                continue;
            hasOp = true;
            if (auto gate = gateAt(text, at, op, form))
                return *gate;
            break;
        }
    if (!hasOp && form == GateForm::Compare && leafOf(whole, form))
        return refusal(text, "an operator and a value are missing.");
    if (!hasOp && leafOf(expandGateName(whole)))
        return refusal(text, "only class.ID stands without an operator and a value.");
    return refusal(text, "no trace can have that name.");
}

std::vector<GateResult> judgeGates(std::span<const Gate> gates, const std::string& json)
{
    const Json parsed = Json::parse(json);
    std::vector<GateResult> results;
    for (const Gate& gate : gates)
        results.push_back(judgeOne(gate, parsed));
    return results;
}

std::string gateLine(const Gate& gate, const GateResult& result)
{
    constexpr std::array kWords{"holds", "crossed", "not judgeable"};
    return std::string("gate ") + kWords.at(static_cast<std::size_t>(result.state)) + ": "
           + gate.text + " (" + result.detail + ")";
}

int gateStatus(std::span<const GateResult> results)
{
    int status = 0;
    for (const GateResult& result : results) {
        if (result.state == GateState::Crossed)
            return 1;
        if (result.state == GateState::NotJudgeable)
            status = 3;
    }
    return status;
}

} // namespace nv
