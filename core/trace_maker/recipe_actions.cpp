// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/recipe_runner.h"

#include <cmath>

namespace nv {
namespace {

constexpr Ns kLaunchCost = 4'200;
constexpr Ns kReplayCost = 9'000;
constexpr Ns kCopyCost = 5'500;
constexpr Ns kEventCost = 1'300;
constexpr Ns kFillTime = 1'600;
constexpr std::int64_t kInstanceStep = 1'000; // more than any recipe has graphs

} // namespace

void RecipeRunner::doAs(const RecipeLine& line)
{
    m_thread = threadNamed(line, line.words[0]);
    m_run.useThread(m_thread);
}

void RecipeRunner::doWork(const RecipeLine& line)
{
    m_run.work(duration(line, line.words[0]));
}

void RecipeRunner::doUntil(const RecipeLine& line)
{
    m_run.moveTo(time(line, line.words[0]));
}

void RecipeRunner::doMeet(const RecipeLine& line)
{
    m_run.moveTo(m_run.clockOf(threadNamed(line, line.words[0])));
}

void RecipeRunner::doCall(const RecipeLine& line)
{
    m_run.call(line.words[0], duration(line, line.words[1]));
}

void RecipeRunner::doOs(const RecipeLine& line)
{
    m_run.osCall(line.words[0], duration(line, line.words[1]));
}

void RecipeRunner::doOverhead(const RecipeLine& line)
{
    m_run.overhead(line.words[0], duration(line, line.words[1]));
}

std::int64_t RecipeRunner::domainOption(const RecipeLine& line)
{
    const std::optional<std::string> id = option(line, "domain");
    if (!id)
        return 0;
    const auto found = m_domains.find(*id);
    if (found != m_domains.end())
        return found->second;
    fail(line, "there is no domain \"" + *id + "\"");
    return 0;
}

void RecipeRunner::doPush(const RecipeLine& line)
{
    m_run.push(text(line.words[0]), domainOption(line));
}

void RecipeRunner::doPop(const RecipeLine& line)
{
    if (!m_run.pop())
        fail(line, "there is no range to pop");
}

void RecipeRunner::doMark(const RecipeLine& line)
{
    m_run.mark(text(line.words[0]));
}

void RecipeRunner::doOpen(const RecipeLine& line)
{
    m_maker.openRange(m_thread, text(line.words[0]), m_run.now());
}

void RecipeRunner::doLaunch(const RecipeLine& line)
{
    const RunStream on = stream(line);
    const std::string time = line.words.size() > 1 ? line.words[1] : std::string();
    const std::string api = option(line, "api").value_or("cudaLaunchKernel_v7000");
    const std::optional<double> factor = parseRecipeDouble(option(line, "factor").value_or("1"));
    if (!factor || *factor < 0)
        return fail(line, "\"factor\" is a number such as 4 or 0.5");
    const std::int64_t times = integerOption(line, "times", 1);
    for (std::int64_t i = 0; i < times && !m_error; ++i) {
        RunKernel run = kernel(line, line.words[0], time);
        run.duration = std::llround(static_cast<double>(run.duration) * *factor);
        m_run.launch(on, run, api, durationOption(line, "cost", kLaunchCost));
    }
}

void RecipeRunner::doReplay(const RecipeLine& line)
{
    const auto found = m_graphs.find(line.words[0]);
    if (found == m_graphs.end())
        return fail(line, "there is no graph \"" + line.words[0] + "\"");
    const Graph& graph = found->second;
    std::vector<RunKernel> nodes;
    Ns whole = 0;
    for (const auto& [id, time] : graph.nodes) {
        nodes.push_back(kernel(line, id, time));
        whole += nodes.back().duration + m_run.costs().dispatchGap;
    }
    const RunStream on = stream(line);
    const Ns cost = durationOption(line, "cost", kReplayCost);
    const std::int64_t instance = integer(line, text(option(line, "instance").value_or("0")));
    const std::int64_t id = graph.id + instance * kInstanceStep;
    if (graph.isWhole)
        m_run.replayWhole(on, whole, id, cost);
    else
        m_run.replayNodes(on, nodes, id, cost);
}

CopyKind RecipeRunner::copyKind(const RecipeLine& line, const std::string& word)
{
    static const std::map<std::string, CopyKind> known = {
        {"htod", CopyKind::HostToDevice},
        {"dtoh", CopyKind::DeviceToHost},
        {"dtod", CopyKind::DeviceToDevice},
        {"ptop", CopyKind::PeerToPeer},
    };
    const auto found = known.find(word);
    if (found != known.end())
        return found->second;
    fail(line, "a copy is htod, dtoh, dtod or ptop");
    return CopyKind::HostToDevice;
}

Ns RecipeRunner::copyDuration(const RecipeLine& line, Bytes bytes)
{
    const std::optional<std::string> rate = option(line, "rate");
    if (!rate) {
        for (std::size_t i = 2; i < line.words.size(); ++i)
            if (parseRecipeAmount(line.words[i]))
                return duration(line, line.words[i]);
        fail(line, "a copy needs a duration or a rate");
        return 0;
    }
    const bool isRate = rate->ends_with("/s");
    const Bytes perSecond = isRate ? size(line, rate->substr(0, rate->size() - 2)) : 0;
    if (perSecond <= 0) {
        fail(line, "\"" + *rate + "\" is not a rate such as 25GB/s");
        return 0;
    }
    return std::llround(static_cast<double>(bytes) * 1e9 / static_cast<double>(perSecond));
}

void RecipeRunner::doCopy(const RecipeLine& line)
{
    for (std::size_t i = 2; i < line.words.size(); ++i) {
        const std::string& word = line.words[i];
        if (word != "pageable" && word != "pinned" && word != "blocks" && !parseRecipeAmount(word))
            return fail(line, "\"" + word + "\" says nothing about a copy");
    }
    RunCopy copy;
    copy.kind = copyKind(line, line.words[0]);
    copy.bytes = size(line, line.words[1]);
    copy.host = hasFlag(line, "pageable") ? MemoryKind::Pageable : MemoryKind::Pinned;
    copy.blocks = hasFlag(line, "blocks");
    copy.duration = copyDuration(line, copy.bytes);
    const std::string api = option(line, "api").value_or("cudaMemcpyAsync_v3020");
    m_run.copy(stream(line), copy, api, durationOption(line, "cost", kCopyCost));
}

void RecipeRunner::doFill(const RecipeLine& line)
{
    const Ns length = line.words.size() > 1 ? duration(line, line.words[1]) : kFillTime;
    m_run.fill(stream(line), size(line, line.words[0]), length,
               option(line, "api").value_or("cudaMemsetAsync_v3020"),
               durationOption(line, "cost", kCopyCost));
}

void RecipeRunner::doSync(const RecipeLine& line)
{
    if (line.words[0] == "device") {
        m_run.synchronizeDevice(streamNamed(line, m_firstStream),
                                option(line, "api").value_or("cudaDeviceSynchronize_v3020"));
        return;
    }
    m_run.synchronizeStream(streamNamed(line, line.words[0]),
                            option(line, "api").value_or("cudaStreamSynchronize_v3020"));
}

void RecipeRunner::doRecord(const RecipeLine& line)
{
    m_run.record(line.words[0], stream(line), durationOption(line, "cost", kEventCost));
}

void RecipeRunner::doWait(const RecipeLine& line)
{
    if (!m_run.wait(line.words[0], stream(line), durationOption(line, "cost", kEventCost)))
        fail(line, "nothing has recorded the event \"" + line.words[0] + "\"");
}

} // namespace nv
