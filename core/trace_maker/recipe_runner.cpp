// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/recipe_runner.h"

#include "core/trace_maker/recipe.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace nv {
namespace {

constexpr std::uint64_t kMostStatements = 50'000'000; // a slip in a repeat must not run for ever
constexpr int kDeepest = 64;                          // nor a definition that does itself

bool listHolds(std::string_view list, std::string_view word)
{
    std::size_t i = 0;
    while (i < list.size()) {
        const std::size_t end = std::min(list.find(' ', i), list.size());
        if (list.substr(i, end - i) == word)
            return true;
        i = end + 1;
    }
    return false;
}

} // namespace

const std::vector<RecipeRunner::Verb>& RecipeRunner::verbs()
{
    using R = RecipeRunner;
    static const std::vector<Verb> table = {
        {"layout", &R::doLayout, 1, 1, ""},
        {"seed", &R::doSeed, 1, 1, ""},
        {"shuffle", &R::doShuffle, 1, 1, ""},
        {"process", &R::doProcess, 2, 2, ""},
        {"thread", &R::doThread, 2, 3, ""},
        {"gpu", &R::doGpu, 2, 2, "sm bandwidth memory compute chip"},
        {"stream", &R::doStream, 2, 3, "device context name"},
        {"kernel", &R::doKernel, 2, 2, "time short mangled grid block regs static dynamic"},
        {"graph", &R::doGraph, 1, 2, ""},
        {"domain", &R::doDomain, 3, 3, ""},
        {"capture", &R::doCapture, 2, 2, ""},
        {"environment", &R::doEnvironment, 2, 2, ""},
        {"duration", &R::doDuration, 1, 1, ""},
        {"diagnostic", &R::doDiagnostic, 2, 2, ""},
        {"costs", &R::doCosts, 0, 0, "latency gap tail shortest between"},
        {"sql", &R::doSql, 1, 1, ""},
        {"as", &R::doAs, 1, 1, ""},
        {"work", &R::doWork, 1, 1, ""},
        {"until", &R::doUntil, 1, 1, ""},
        {"meet", &R::doMeet, 1, 1, ""},
        {"call", &R::doCall, 2, 2, ""},
        {"os", &R::doOs, 2, 2, ""},
        {"overhead", &R::doOverhead, 2, 2, ""},
        {"push", &R::doPush, 1, 1, "domain"},
        {"pop", &R::doPop, 0, 0, ""},
        {"mark", &R::doMark, 1, 1, ""},
        {"open", &R::doOpen, 1, 1, ""},
        {"launch", &R::doLaunch, 1, 2, "on cost api factor times"},
        {"replay", &R::doReplay, 1, 1, "on cost instance"},
        {"copy", &R::doCopy, 2, 5, "on cost api rate"},
        {"fill", &R::doFill, 1, 2, "on cost api"},
        {"sync", &R::doSync, 1, 1, "api"},
        {"record", &R::doRecord, 1, 1, "on cost"},
        {"wait", &R::doWait, 1, 1, "on cost"},
        {"row", &R::doRow, 3, 6, "on id domain"},
        {"repeat", &R::doRepeat, 1, 2, ""},
        {"if", &R::doIf, 1, 1, ""},
        {"define", &R::doDefine, 1, 1, ""},
        {"do", &R::doDo, 1, 1, ""},
    };
    return table;
}

void RecipeRunner::fail(const RecipeLine& line, const std::string& what)
{
    if (!m_error)
        m_error = recipeError(line.number, what);
}

bool RecipeRunner::isUsable(const RecipeLine& line, const Verb& verb)
{
    if (line.words.size() < verb.leastWords || line.words.size() > verb.mostWords) {
        fail(line, "\"" + line.verb + "\" has too "
                       + (line.words.size() < verb.leastWords ? "few" : "many") + " words");
        return false;
    }
    for (const auto& [key, value] : line.options) {
        if (!listHolds(verb.options, key)) {
            fail(line, "\"" + line.verb + "\" has no option \"" + key + "\"");
            return false;
        }
    }
    return true;
}

void RecipeRunner::runLine(const RecipeLine& line)
{
    if (++m_done > kMostStatements)
        return fail(line, "the recipe does not come to an end");
    const std::vector<Verb>& all = verbs();
    const auto verb =
        std::find_if(all.begin(), all.end(), [&](const Verb& v) { return v.name == line.verb; });
    if (verb == all.end())
        return fail(line, "there is no statement \"" + line.verb + "\"");
    if (isUsable(line, *verb))
        (this->*verb->action)(line);
}

void RecipeRunner::runBlock(const std::vector<RecipeLine>& lines)
{
    if (m_depth >= kDeepest)
        return fail(lines.front(), "definitions do each other without end");
    ++m_depth;
    for (const RecipeLine& line : lines) {
        runLine(line);
        if (m_error)
            break;
    }
    --m_depth;
}

Result<TraceMaker> RecipeRunner::run(const std::vector<RecipeLine>& lines)
{
    runBlock(lines);
    if (!m_error && m_run.hasOpenRanges())
        fail(lines.back(), "a pushed range is never popped");
    if (m_error)
        return *m_error;
    return std::move(m_maker);
}

std::string RecipeRunner::text(const std::string& word) const
{
    std::string result;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const std::size_t close = word[i] == '{' ? word.find('}', i) : std::string::npos;
        const auto variable = close == std::string::npos
                                  ? m_variables.end()
                                  : m_variables.find(word.substr(i + 1, close - i - 1));
        if (variable == m_variables.end()) {
            result += word[i];
            continue;
        }
        result += std::to_string(variable->second);
        i = close;
    }
    return result;
}

Ns RecipeRunner::time(const RecipeLine& line, const std::string& word)
{
    const std::optional<Ns> value = parseRecipeTime(word);
    if (!value)
        fail(line, "\"" + word + "\" is not a time such as 12us");
    return value.value_or(0);
}

Ns RecipeRunner::duration(const RecipeLine& line, const std::string& word)
{
    if (word.starts_with('@'))
        return std::max<Ns>(0, m_run.clockOf(threadNamed(line, word.substr(1))) - m_run.now());
    const std::optional<RecipeAmount> amount = parseRecipeAmount(word);
    if (!amount) {
        fail(line, "\"" + word + "\" is not a duration such as 12us~3%");
        return 0;
    }
    Ns value = amount->base;
    if (amount->slope != 0) {
        const auto variable = m_variables.find(amount->variable);
        if (variable == m_variables.end())
            fail(line, "there is no variable \"" + amount->variable + "\"");
        else
            value += amount->slope * variable->second;
    }
    if (amount->jitter > 0)
        value += static_cast<Ns>(
            std::llround(static_cast<double>(value) * amount->jitter * m_random.signedUnit()));
    return std::max<Ns>(0, value);
}

Bytes RecipeRunner::size(const RecipeLine& line, const std::string& word)
{
    const std::optional<Bytes> value = parseRecipeSize(word);
    if (!value)
        fail(line, "\"" + word + "\" is not a size such as 6MiB");
    return value.value_or(0);
}

std::int64_t RecipeRunner::integer(const RecipeLine& line, const std::string& word)
{
    const std::optional<std::int64_t> value = parseRecipeInt(word);
    if (!value)
        fail(line, "\"" + word + "\" is not a whole number");
    return value.value_or(0);
}

std::optional<std::string> RecipeRunner::option(const RecipeLine& line, const char* key) const
{
    const auto found = line.options.find(key);
    return found == line.options.end() ? std::nullopt : std::optional(found->second);
}

Ns RecipeRunner::durationOption(const RecipeLine& line, const char* key, Ns usual)
{
    const std::optional<std::string> word = option(line, key);
    return word ? duration(line, *word) : usual;
}

std::int64_t RecipeRunner::integerOption(const RecipeLine& line, const char* key,
                                         std::int64_t usual)
{
    const std::optional<std::string> word = option(line, key);
    return word ? integer(line, *word) : usual;
}

bool RecipeRunner::hasFlag(const RecipeLine& line, std::string_view flag)
{
    return std::find(line.words.begin(), line.words.end(), flag) != line.words.end();
}

RunStream RecipeRunner::streamNamed(const RecipeLine& line, const std::string& id)
{
    const auto found = m_streams.find(id);
    if (found != m_streams.end())
        return found->second;
    fail(line, id.empty() ? "there is no stream yet" : "there is no stream \"" + id + "\"");
    return {};
}

RunStream RecipeRunner::stream(const RecipeLine& line)
{
    return streamNamed(line, option(line, "on").value_or(m_firstStream));
}

std::int64_t RecipeRunner::threadNamed(const RecipeLine& line, const std::string& id)
{
    const auto found = m_threads.find(id);
    if (found != m_threads.end())
        return found->second;
    fail(line, "there is no thread \"" + id + "\"");
    return 0;
}

RunKernel RecipeRunner::kernel(const RecipeLine& line, const std::string& id,
                               const std::string& time)
{
    const auto found = m_kernels.find(id);
    if (found == m_kernels.end()) {
        fail(line, "there is no kernel \"" + id + "\"");
        return {};
    }
    const Kernel& k = found->second;
    const std::string& word = time.empty() ? k.time : time;
    if (word.empty())
        fail(line, "kernel \"" + id + "\" has no duration");
    return {k.name, k.shape, word.empty() ? 0 : duration(line, word)};
}

bool RecipeRunner::holds(const RecipeLine& line)
{
    const std::string& word = line.words[0];
    const std::size_t equals = word.find('=');
    const std::size_t percent = word.find('%');
    const std::string name = word.substr(0, std::min(equals, percent));
    const auto variable = m_variables.find(name);
    if (equals == std::string::npos || variable == m_variables.end()) {
        fail(line, "\"" + word + "\" is not a condition such as i=3,17");
        return false;
    }
    std::int64_t value = variable->second;
    if (percent < equals) {
        const std::int64_t divisor = integer(line, word.substr(percent + 1, equals - percent - 1));
        if (divisor < 1) {
            fail(line, "a divisor must be at least 1");
            return false;
        }
        value %= divisor;
    }
    std::stringstream list(word.substr(equals + 1));
    for (std::string item; std::getline(list, item, ',');)
        if (integer(line, item) == value)
            return true;
    return false;
}

void RecipeRunner::doRepeat(const RecipeLine& line)
{
    const std::int64_t count = integer(line, line.words[0]);
    const std::string variable = line.words.size() > 1 ? line.words[1] : std::string();
    for (std::int64_t i = 0; i < count && !m_error && !line.body.empty(); ++i) {
        if (!variable.empty())
            m_variables[variable] = i;
        runBlock(line.body);
    }
}

void RecipeRunner::doIf(const RecipeLine& line)
{
    const std::vector<RecipeLine>& chosen = holds(line) ? line.body : line.otherwise;
    if (!chosen.empty())
        runBlock(chosen);
}

void RecipeRunner::doDefine(const RecipeLine& line)
{
    m_definitions[line.words[0]] = &line;
}

void RecipeRunner::doDo(const RecipeLine& line)
{
    const auto found = m_definitions.find(line.words[0]);
    if (found == m_definitions.end())
        return fail(line, "nothing is defined as \"" + line.words[0] + "\"");
    if (!found->second->body.empty())
        runBlock(found->second->body);
}

Result<TraceMaker> makeTrace(std::string_view recipe)
{
    NV_TRY(lines, parseRecipe(recipe));
    return RecipeRunner().run(lines);
}

Result<TraceMaker> makeTraceFromFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    if (file)
        text << file.rdbuf();
    if (!file || !text)
        return Error{Errc::Io, "The recipe \"" + path.filename().string() + "\" cannot be read.",
                     path.string()};
    return makeTrace(text.str());
}

} // namespace nv
