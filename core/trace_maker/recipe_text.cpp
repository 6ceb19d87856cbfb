// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/recipe_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace nv {
namespace {

struct Word
{
    std::string text;
    std::size_t equals = std::string::npos; ///< of key=value: where '=' stands
};

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/// The key of key=value: small letters up to the first '='.
std::size_t optionEquals(std::string_view word)
{
    std::size_t i = 0;
    while (i < word.size() && word[i] >= 'a' && word[i] <= 'z')
        ++i;
    return i > 0 && i < word.size() && word[i] == '=' ? i : std::string::npos;
}

Result<std::vector<Word>> splitWords(std::string_view line, std::size_t number)
{
    std::vector<Word> words;
    std::size_t i = 0;
    while (true) {
        while (i < line.size() && isBlank(line[i]))
            ++i;
        if (i >= line.size() || line[i] == '#')
            return words;
        Word word;
        if (line[i] != '"')
            word.equals = optionEquals(line.substr(i));
        bool quoted = false;
        for (; i < line.size() && (quoted || !isBlank(line[i])); ++i) {
            if (line[i] == '"')
                quoted = !quoted;
            else if (line[i] == '\\' && quoted && i + 1 < line.size())
                word.text += line[++i];
            else
                word.text += line[i];
        }
        if (quoted)
            return recipeError(number, "a quoted word is not closed");
        words.push_back(std::move(word));
    }
}

constexpr std::array<std::string_view, 4> kBlockVerbs = {"repeat", "if", "define", "graph"};

/// Reads statements until `end` (or the end of the text at depth 0).
class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {}

    Result<std::vector<RecipeLine>> parse()
    {
        std::vector<RecipeLine> all;
        NV_TRY(stop, parseBlock(all, 0));
        if (!stop.empty())
            return recipeError(m_number, "\"" + stop + "\" closes nothing");
        return all;
    }

private:
    /// Returns the word that ended the block: "end", "else", or "" at the end of the text.
    Result<std::string> parseBlock(std::vector<RecipeLine>& into, int depth)
    {
        constexpr int kDeepestJson = 32;
        if (depth > kDeepestJson)
            return recipeError(m_number, "blocks are nested too deeply");
        while (m_place < m_text.size()) {
            NV_TRY(words, nextLine());
            if (words.empty())
                continue;
            const std::string verb = words.front().text;
            if (verb == "end" || verb == "else")
                return verb;
            into.push_back(statement(words));
            if (std::find(kBlockVerbs.begin(), kBlockVerbs.end(), verb) == kBlockVerbs.end())
                continue;
            RecipeLine& line = into.back();
            NV_TRY(stop, parseBlock(line.body, depth + 1));
            if (stop == "else" && verb == "if") {
                NV_TRY(last, parseBlock(line.otherwise, depth + 1));
                stop = last;
            }
            if (stop != "end")
                return recipeError(line.number, "\"" + verb + R"(" has no "end")");
        }
        return std::string();
    }

    Result<std::vector<Word>> nextLine()
    {
        const std::size_t end = std::min(m_text.find('\n', m_place), m_text.size());
        const std::string_view line = m_text.substr(m_place, end - m_place);
        m_place = end + 1;
        return splitWords(line, ++m_number);
    }

    RecipeLine statement(std::vector<Word>& words) const
    {
        RecipeLine line;
        line.number = m_number;
        line.verb = words.front().text;
        for (std::size_t i = 1; i < words.size(); ++i) {
            Word& word = words[i];
            if (word.equals == std::string::npos || line.verb == "if")
                line.words.push_back(std::move(word.text));
            else
                line.options[word.text.substr(0, word.equals)] = word.text.substr(word.equals + 1);
        }
        return line;
    }

    std::string_view m_text;
    std::size_t m_place = 0;
    std::size_t m_number = 0;
};

/// A number and what follows it.
std::optional<double> takeNumber(std::string_view& text)
{
    double value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || !std::isfinite(value))
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

struct Unit
{
    std::string_view name;
    double factor;
};

constexpr Unit kTimeUnits[] = {{"", 1}, {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
constexpr Unit kSizeUnits[] = {
    {"", 1},     {"B", 1},      {"KB", 1e3},        {"MB", 1e6},
    {"GB", 1e9}, {"KiB", 1024}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}};

template <std::size_t N>
std::optional<std::int64_t> scaled(std::string_view text, const Unit (&units)[N])
{
    constexpr double kLargest = 9e18;
    const std::optional<double> number = takeNumber(text);
    for (const Unit& unit : units)
        if (number && text == unit.name && std::abs(*number * unit.factor) < kLargest)
            return static_cast<std::int64_t>(std::llround(*number * unit.factor));
    return std::nullopt;
}

} // namespace

Error recipeError(std::size_t line, const std::string& what)
{
    return {
        Errc::BadArgument, "Line " + std::to_string(line) + " of the recipe: " + what + ".", {}};
}

Result<std::vector<RecipeLine>> parseRecipe(std::string_view text)
{
    return Parser(text).parse();
}

std::optional<Ns> parseRecipeTime(std::string_view text)
{
    return scaled(text, kTimeUnits);
}

std::optional<Bytes> parseRecipeSize(std::string_view text)
{
    return scaled(text, kSizeUnits);
}

std::optional<double> parseRecipeDouble(std::string_view text)
{
    const std::optional<double> value = takeNumber(text);
    return text.empty() ? value : std::nullopt;
}

std::optional<std::int64_t> parseRecipeInt(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<RecipeAmount> parseRecipeAmount(std::string_view text)
{
    RecipeAmount amount;
    if (const std::size_t tilde = text.find('~'); tilde != std::string_view::npos) {
        std::string_view percent = text.substr(tilde + 1);
        const std::optional<double> value = takeNumber(percent);
        if (!value || percent != "%" || *value < 0 || *value > 100)
            return std::nullopt;
        amount.jitter = *value / 100;
        text = text.substr(0, tilde);
    }
    if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
        const std::string_view growth = text.substr(plus + 1);
        const std::size_t star = growth.find('*');
        if (star == std::string_view::npos)
            return std::nullopt;
        const std::optional<Ns> slope = parseRecipeTime(growth.substr(0, star));
        if (!slope)
            return std::nullopt;
        amount.slope = *slope;
        amount.variable = growth.substr(star + 1);
        text = text.substr(0, plus);
    }
    const std::optional<Ns> base = parseRecipeTime(text);
    if (!base)
        return std::nullopt;
    amount.base = *base;
    return amount;
}

} // namespace nv
