// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace_maker/random.h"
#include "core/trace_maker/recipe_text.h"
#include "core/trace_maker/simulated_run.h"

#include <map>
#include <optional>
#include <string>

/// Carries out the statements of a recipe.
/// Shape: one method per statement; the first error is kept and ends the run, so a method reads its
/// operands without asking after each of them.
/// Errors: as recipe.h.  Thread: one.
namespace nv {

class RecipeRunner
{
public:
    Result<TraceMaker> run(const std::vector<RecipeLine>& lines);

private:
    using Action = void (RecipeRunner::*)(const RecipeLine& line);

    struct Verb
    {
        std::string_view name;
        Action action;
        std::size_t leastWords;
        std::size_t mostWords;
        std::string_view options; ///< blank-separated
    };

    struct Graph
    {
        bool isWhole = false;
        std::int64_t id = 0;
        std::vector<std::pair<std::string, std::string>> nodes; ///< kernel, duration or ""
    };

    struct Kernel
    {
        MadeKernelName name;
        MadeShape shape;
        std::string time;
    };

    // recipe_runner.cpp: flow and operands
    static const std::vector<Verb>& verbs();
    void runBlock(const std::vector<RecipeLine>& lines);
    void runLine(const RecipeLine& line);
    bool isUsable(const RecipeLine& line, const Verb& verb);
    void fail(const RecipeLine& line, const std::string& what);
    std::string text(const std::string& word) const;
    Ns time(const RecipeLine& line, const std::string& word);
    Ns duration(const RecipeLine& line, const std::string& word);
    Bytes size(const RecipeLine& line, const std::string& word);
    std::int64_t integer(const RecipeLine& line, const std::string& word);
    std::optional<std::string> option(const RecipeLine& line, const char* key) const;
    Ns durationOption(const RecipeLine& line, const char* key, Ns usual);
    std::int64_t integerOption(const RecipeLine& line, const char* key, std::int64_t usual);
    static bool hasFlag(const RecipeLine& line, std::string_view flag);
    RunStream stream(const RecipeLine& line);
    RunStream streamNamed(const RecipeLine& line, const std::string& id);
    std::int64_t threadNamed(const RecipeLine& line, const std::string& id);
    RunKernel kernel(const RecipeLine& line, const std::string& id, const std::string& time);
    bool holds(const RecipeLine& line);
    void doRepeat(const RecipeLine& line);
    void doIf(const RecipeLine& line);
    void doDefine(const RecipeLine& line);
    void doDo(const RecipeLine& line);

    // recipe_declarations.cpp
    void doLayout(const RecipeLine& line);
    void doSeed(const RecipeLine& line);
    void doShuffle(const RecipeLine& line);
    void doProcess(const RecipeLine& line);
    void doThread(const RecipeLine& line);
    void doGpu(const RecipeLine& line);
    void doStream(const RecipeLine& line);
    void doKernel(const RecipeLine& line);
    void doGraph(const RecipeLine& line);
    void doDomain(const RecipeLine& line);
    void doCapture(const RecipeLine& line);
    void doEnvironment(const RecipeLine& line);
    void doDuration(const RecipeLine& line);
    void doDiagnostic(const RecipeLine& line);
    void doCosts(const RecipeLine& line);
    void doSql(const RecipeLine& line);
    bool readTriple(const RecipeLine& line, const char* key, std::int32_t (&into)[3]);

    // recipe_actions.cpp
    void doAs(const RecipeLine& line);
    void doWork(const RecipeLine& line);
    void doUntil(const RecipeLine& line);
    void doMeet(const RecipeLine& line);
    void doCall(const RecipeLine& line);
    void doOs(const RecipeLine& line);
    void doOverhead(const RecipeLine& line);
    void doPush(const RecipeLine& line);
    void doPop(const RecipeLine& line);
    void doMark(const RecipeLine& line);
    void doOpen(const RecipeLine& line);
    void doLaunch(const RecipeLine& line);
    void doReplay(const RecipeLine& line);
    void doCopy(const RecipeLine& line);
    void doFill(const RecipeLine& line);
    void doSync(const RecipeLine& line);
    void doRecord(const RecipeLine& line);
    void doWait(const RecipeLine& line);
    CopyKind copyKind(const RecipeLine& line, const std::string& word);
    Ns copyDuration(const RecipeLine& line, Bytes bytes);
    std::int64_t domainOption(const RecipeLine& line);

    // recipe_rows.cpp
    void doRow(const RecipeLine& line);
    void rowKernel(const RecipeLine& line);
    void rowCopy(const RecipeLine& line);
    void rowFill(const RecipeLine& line);
    void rowReplay(const RecipeLine& line);
    void rowCall(const RecipeLine& line);
    void rowSync(const RecipeLine& line);
    void rowRange(const RecipeLine& line);
    void rowOs(const RecipeLine& line);
    void rowOverhead(const RecipeLine& line);
    TimeRange rowTime(const RecipeLine& line, std::size_t firstWord);
    std::optional<std::int64_t> rowId(const RecipeLine& line);

    TraceMaker m_maker;
    SimulatedRun m_run{m_maker};
    Random m_random{1};
    std::optional<Error> m_error;
    int m_depth = 0;
    std::uint64_t m_done = 0; ///< statements so far
    std::int64_t m_process = 0;
    std::int64_t m_thread = 0;
    std::string m_firstStream;
    std::map<std::string, std::int64_t> m_threads;
    std::map<std::string, RunStream> m_streams;
    std::map<std::string, Kernel> m_kernels;
    std::map<std::string, Graph> m_graphs;
    std::map<std::string, std::int64_t> m_domains;
    std::map<std::string, std::int64_t> m_variables;
    std::map<std::string, const RecipeLine*> m_definitions;
};

} // namespace nv
