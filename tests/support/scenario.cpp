// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scenario.h"

namespace nv::test {

std::int64_t Told::usPerStep(BudgetClass c, std::size_t device) const
{
    constexpr DurationNs kWhole = static_cast<DurationNs>(kAsked * kUs);
    const DurationNs ns = verdict.budget.devices.at(device).budget[c];
    return ns % kWhole == 0 ? static_cast<std::int64_t>(ns / kWhole) : -1;
}

std::string Told::budget(std::size_t device) const
{
    std::string text;
    for (std::size_t i = 0; i < kBudgetClasses; ++i) {
        const auto c = static_cast<BudgetClass>(i);
        if (const std::int64_t us = usPerStep(c, device); us != 0)
            text += (text.empty() ? "" : " ") + std::string(budgetClassKey(c)) + " "
                    + std::to_string(us);
    }
    return text;
}

std::string Told::yes() const
{
    std::string text;
    for (const ClassFinding& finding : verdict.classes)
        if (finding.state == ClassState::Yes)
            text += (text.empty() ? "" : " ") + finding.id;
    return text;
}

bool Told::hasEvidence(const std::string& id, const std::string& part) const
{
    for (const Evidence& evidence : of(id).evidence)
        if (evidence.what.find(part) != std::string::npos)
            return true;
    return false;
}

Scenario::Scenario()
{
    maker.capture("PROCESS_0:COMMAND", "./app");
    m_first = addRank(100, 0);
    m_rank = m_first;
}

Scenario::Rank Scenario::addRank(std::int64_t pid, std::int64_t device)
{
    Rank rank;
    rank.pid = maker.process(pid, "app");
    rank.tid = maker.thread(rank.pid, pid, "main");
    rank.device = device;
    return rank;
}

void Scenario::run(const std::function<void(int)>& step, bool isMarked)
{
    for (int i = 0; i < kSteps; ++i) {
        at(stepBegin(i));
        if (isMarked)
            range("step " + std::to_string(i), 0, kStep / kUs);
        step(i);
    }
}

void Scenario::kernel(Ns call, Ns callEnd, Ns start, Ns end, const std::string& name,
                      std::int64_t stream)
{
    MadeKernel kernel;
    const TimeRange time = here(start, end);
    kernel.start = time.begin;
    kernel.end = time.end;
    kernel.place.globalPid = m_rank.pid;
    kernel.place.device = m_rank.device;
    kernel.place.stream = stream;
    kernel.name = maker.kernelName(name);
    maker.launch(m_rank.tid, here(call, callEnd), kernel);
}

void Scenario::copy(Ns call, Ns callEnd, Ns start, Ns end, Bytes bytes, std::int64_t stream)
{
    MadeMemcpy copy;
    const TimeRange time = here(start, end);
    copy.start = time.begin;
    copy.end = time.end;
    copy.place.globalPid = m_rank.pid;
    copy.place.device = m_rank.device;
    copy.place.stream = stream;
    copy.bytes = bytes;
    copy.copyKind = static_cast<std::int64_t>(CopyKind::HostToDevice);
    copy.srcKind = static_cast<std::int64_t>(MemoryKind::Pinned);
    copy.dstKind = static_cast<std::int64_t>(MemoryKind::Device);
    maker.copy(m_rank.tid, here(call, callEnd), copy);
}

void Scenario::readBack(Ns call, Ns callEnd, Ns start, Ns end)
{
    MadeMemcpy copy;
    const TimeRange time = here(start, end);
    copy.start = time.begin;
    copy.end = time.end;
    copy.place.globalPid = m_rank.pid;
    copy.place.device = m_rank.device;
    copy.bytes = 4;
    copy.copyKind = static_cast<std::int64_t>(CopyKind::DeviceToHost);
    copy.srcKind = static_cast<std::int64_t>(MemoryKind::Device);
    copy.dstKind = static_cast<std::int64_t>(MemoryKind::Pageable);
    maker.copy(m_rank.tid, here(call, callEnd), copy, "cudaMemcpy_v3020");
}

std::int64_t Scenario::call(const std::string& api, Ns begin, Ns end)
{
    return maker.call(m_rank.tid, api, here(begin, end));
}

void Scenario::range(const std::string& text, Ns begin, Ns end)
{
    maker.range(m_rank.tid, text, here(begin, end));
}

void Scenario::node(std::int64_t correlation, Ns start, Ns end, std::int64_t graphNode)
{
    MadeKernel kernel;
    const TimeRange time = here(start, end);
    kernel.start = time.begin;
    kernel.end = time.end;
    kernel.place.globalPid = m_rank.pid;
    kernel.place.device = m_rank.device;
    kernel.correlation = correlation;
    kernel.graphNode = graphNode;
    kernel.name = maker.kernelName("node()");
    maker.add(kernel);
}

void Scenario::replay(std::int64_t correlation, Ns start, Ns end)
{
    MadeGraphReplay replay;
    const TimeRange time = here(start, end);
    replay.start = time.begin;
    replay.end = time.end;
    replay.place.globalPid = m_rank.pid;
    replay.place.device = m_rank.device;
    replay.correlation = correlation;
    maker.add(replay);
}

Told Scenario::told() const
{
    return told(std::to_string(stepBegin(kFirstAsked)) + "/"
                + std::to_string(stepBegin(kFirstAsked + kAsked)));
}

Told Scenario::told(const std::string& spec) const
{
    return told(spec, {});
}

Told Scenario::told(const std::string& spec, const Thresholds& thresholds) const
{
    Progress progress;
    Told told;
    told.analysis = analyse(loadMade(maker), thresholds, {}, progress).value();
    told.window = resolveWindow(*told.analysis, spec).value();
    told.tables = windowTables(*told.analysis, told.window, {}, {}).value();
    const WindowBudget budget = windowBudget(*told.analysis->budget, told.window.range, {},
                                             told.analysis->thresholds.classes.active);
    told.verdict = fullVerdict(*told.analysis, budget, told.tables);
    return told;
}

} // namespace nv::test
