// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/recipe_runner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace nv {

void RecipeRunner::doLayout(const RecipeLine& line)
{
    static const std::map<std::string, ExportLayout> known = {
        {"2022", ExportLayout::Nsys2022},
        {"2023", ExportLayout::Nsys2023},
        {"2024", ExportLayout::Nsys2024},
        {"2026", ExportLayout::Nsys2026},
    };
    const auto found = known.find(line.words[0]);
    if (found == known.end())
        return fail(line, "the layout is 2022, 2023, 2024 or 2026");
    m_maker.setLayout(found->second);
}

void RecipeRunner::doSeed(const RecipeLine& line)
{
    m_random = Random(static_cast<std::uint64_t>(integer(line, line.words[0])));
}

void RecipeRunner::doShuffle(const RecipeLine& line)
{
    m_maker.shuffleRows(static_cast<std::uint64_t>(integer(line, line.words[0])));
}

void RecipeRunner::doProcess(const RecipeLine& line)
{
    m_process = m_maker.process(integer(line, line.words[0]), line.words[1]);
}

void RecipeRunner::doThread(const RecipeLine& line)
{
    const std::string name = line.words.size() > 2 ? line.words[2] : std::string();
    m_thread = m_maker.thread(m_process, integer(line, line.words[1]), name);
    m_threads[line.words[0]] = m_thread;
    m_run.useThread(m_thread);
}

void RecipeRunner::doGpu(const RecipeLine& line)
{
    MadeGpu gpu;
    gpu.device = integer(line, line.words[0]);
    gpu.name = line.words[1];
    gpu.smCount = integerOption(line, "sm", 0);
    gpu.totalMemory = size(line, option(line, "memory").value_or("0"));
    gpu.chipName = option(line, "chip").value_or("");
    std::string rate = option(line, "bandwidth").value_or("0/s");
    if (!rate.ends_with("/s"))
        return fail(line, "\"" + rate + "\" is not a rate such as 3350GB/s");
    rate.resize(rate.size() - 2);
    gpu.memoryBandwidth = size(line, rate);
    const std::string compute = option(line, "compute").value_or("0.0");
    const std::size_t dot = std::min(compute.find('.'), compute.size());
    gpu.computeMajor = integer(line, compute.substr(0, dot));
    gpu.computeMinor = dot < compute.size() ? integer(line, compute.substr(dot + 1)) : 0;
    m_maker.add(gpu);
}

void RecipeRunner::doStream(const RecipeLine& line)
{
    constexpr std::int64_t kNonBlocking = 2;
    constexpr std::int64_t kNullStream = 3;
    MadeStream made;
    made.stream = integer(line, line.words[1]);
    made.device = integerOption(line, "device", 0);
    made.context = integerOption(line, "context", 1);
    made.globalPid = m_process;
    made.flag = hasFlag(line, "null") ? kNullStream : kNonBlocking;
    made.name = option(line, "name").value_or("");
    if (line.words.size() > 2 && line.words[2] != "null")
        return fail(line, "\"" + line.words[2] + "\" says nothing about a stream");
    m_maker.add(made);
    RunStream stream;
    stream.place = {m_process, made.device, made.context, made.stream};
    m_streams[line.words[0]] = stream;
    if (m_firstStream.empty())
        m_firstStream = line.words[0];
}

bool RecipeRunner::readTriple(const RecipeLine& line, const char* key, std::int32_t (&into)[3])
{
    std::stringstream list(option(line, key).value_or(""));
    std::size_t i = 0;
    for (std::string item; std::getline(list, item, ','); ++i) {
        const std::optional<std::int64_t> value = parseRecipeInt(item);
        const bool fits =
            value && *value >= 0 && *value <= std::numeric_limits<std::int32_t>::max();
        if (!fits || i >= std::size(into)) {
            fail(line, std::string("\"") + key + "\" takes up to three whole numbers");
            return false;
        }
        into[i] = static_cast<std::int32_t>(*value);
    }
    return true;
}

void RecipeRunner::doKernel(const RecipeLine& line)
{
    Kernel kernel;
    const std::string& demangled = line.words[1];
    kernel.name =
        m_maker.kernelName(demangled, option(line, "short").value_or(shortKernelName(demangled)),
                           option(line, "mangled").value_or(""));
    kernel.time = option(line, "time").value_or("");
    if (!readTriple(line, "grid", kernel.shape.grid)
        || !readTriple(line, "block", kernel.shape.block))
        return;
    kernel.shape.registers = static_cast<std::int32_t>(integerOption(line, "regs", 32));
    kernel.shape.staticShared =
        static_cast<std::int32_t>(size(line, option(line, "static").value_or("0")));
    kernel.shape.dynamicShared =
        static_cast<std::int32_t>(size(line, option(line, "dynamic").value_or("0")));
    m_kernels[line.words[0]] = kernel;
}

void RecipeRunner::doGraph(const RecipeLine& line)
{
    constexpr std::int64_t kIdStep = 2; // a graph and its executable have ids of their own
    Graph graph;
    graph.isWhole = line.words.size() > 1 && line.words[1] == "whole";
    if (line.words.size() > 1 && !graph.isWhole)
        return fail(line, "a graph is \"whole\" or recorded node by node");
    graph.id = static_cast<std::int64_t>(m_graphs.size()) * kIdStep + 1;
    for (const RecipeLine& node : line.body) {
        if (m_kernels.find(node.verb) == m_kernels.end())
            return fail(node, "there is no kernel \"" + node.verb + "\"");
        if (node.words.size() > 1 || !node.options.empty())
            return fail(node, "a node is a kernel and perhaps its duration");
        graph.nodes.emplace_back(node.verb, node.words.empty() ? std::string() : node.words[0]);
    }
    m_graphs[line.words[0]] = graph;
}

void RecipeRunner::doDomain(const RecipeLine& line)
{
    const std::int64_t id = integer(line, line.words[1]);
    m_domains[line.words[0]] = id;
    m_maker.domain(m_thread, id, line.words[2], m_run.now());
}

void RecipeRunner::doCapture(const RecipeLine& line)
{
    m_maker.capture(line.words[0], line.words[1]);
}

void RecipeRunner::doEnvironment(const RecipeLine& line)
{
    m_maker.capture("PROCESS_0:ENVIRONMENT_VARIABLE", line.words[0] + "=\"" + line.words[1] + "\"");
}

void RecipeRunner::doDuration(const RecipeLine& line)
{
    // Start and stop of a real capture are on another clock than its events.
    constexpr Ns kOtherClock = 170'866'256;
    const Ns length = time(line, line.words[0]);
    m_maker.analysisDetails(static_cast<DurationNs>(length), kOtherClock, kOtherClock + length);
}

void RecipeRunner::doDiagnostic(const RecipeLine& line)
{
    static const std::map<std::string, std::int64_t> severities = {
        {"info", 1}, {"warning", 2}, {"error", 3}};
    const auto found = severities.find(line.words[0]);
    if (found == severities.end())
        return fail(line, "a diagnostic is info, warning or error");
    MadeDiagnostic e;
    e.timestamp = m_run.now();
    e.severity = found->second;
    e.text = text(line.words[1]);
    if (m_process != 0)
        e.globalPid = m_process;
    m_maker.add(e);
}

void RecipeRunner::doCosts(const RecipeLine& line)
{
    RunCosts& costs = m_run.costs();
    costs.launchLatency = durationOption(line, "latency", costs.launchLatency);
    costs.dispatchGap = durationOption(line, "gap", costs.dispatchGap);
    costs.syncTail = durationOption(line, "tail", costs.syncTail);
    costs.shortestSync = durationOption(line, "shortest", costs.shortestSync);
    costs.betweenCalls = durationOption(line, "between", costs.betweenCalls);
}

void RecipeRunner::doSql(const RecipeLine& line)
{
    m_maker.afterwards(line.words[0]);
}

} // namespace nv
