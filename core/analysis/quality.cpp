// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality.h"

#include "core/analysis/capture_command.h"
#include "core/analysis/window.h"
#include "core/base/progress.h"
#include "core/base/text.h"

#include <algorithm>
#include <set>

namespace nv {
namespace {

constexpr double kNoticeableOverhead = 0.05;
constexpr std::size_t kTablesNamed = 12;

/// What one walk over the operations counts.
struct OpCounts
{
    std::uint64_t total = 0;
    std::uint64_t withoutCall = 0;
    std::uint64_t beforeCall = 0;
    std::uint64_t launched = 0; ///< kernels that have a call
    std::uint64_t overlapping = 0;
    std::uint64_t zeroLength = 0;
    std::uint64_t graphNodes = 0;
    std::uint64_t cutAtLeft = 0; ///< run before the first call of their process, without their own
};

std::vector<Ns> firstCalls(const TraceModel& trace)
{
    std::vector<Ns> first(trace.processes.size(), kMaxNs);
    for (std::size_t i = 0; i < trace.calls.size(); ++i) {
        if (trace.calls.thread[i].isNone())
            continue;
        const ProcessId process = trace.threads[trace.calls.thread[i]()].process;
        if (!process.isNone())
            first[process()] = std::min(first[process()], trace.calls.start[i]);
    }
    return first;
}

Result<OpCounts> countOps(const TraceModel& trace, const std::stop_token& stop)
{
    const OpTable& ops = trace.ops;
    const std::vector<Ns> firstCall = firstCalls(trace);
    std::vector<Ns> busyUntil(trace.streams.size(), kMinNs);
    OpCounts n;
    n.total = ops.size();
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (shouldStop(stop, i))
            return Error{Errc::Cancelled, "Stopped.", {}};
        const StreamId stream = ops.stream[i];
        const bool isKernel = ops.kind[i] == OpKind::Kernel;
        n.zeroLength += ops.start[i] == ops.end[i] ? 1 : 0;
        n.graphNodes += !ops.graphNode.empty() && ops.graphNode[i] != 0 ? 1 : 0;
        if (const CallIndex call = ops.call[i]; !call.isNone()) {
            n.launched += isKernel ? 1 : 0;
            n.beforeCall += isKernel && ops.start[i] < trace.calls.start[call()] ? 1 : 0;
        } else {
            ++n.withoutCall;
            const ProcessId process = trace.streams[stream()].process;
            n.cutAtLeft += !process.isNone() && ops.start[i] < firstCall[process()]
                                   && firstCall[process()] != kMaxNs
                               ? 1
                               : 0;
        }
        if (isKernel) {
            n.overlapping += ops.start[i] < busyUntil[stream()] ? 1 : 0;
            busyUntil[stream()] = std::max(busyUntil[stream()], ops.end[i]);
        }
    }
    return n;
}

std::string share(std::uint64_t part, std::uint64_t whole)
{
    return text::percent(static_cast<double>(part) / static_cast<double>(whole));
}

/// "1 kernel", "2 kernels", "2 launches"
std::string counted(std::uint64_t n, const std::string& word, const std::string& plural = "s")
{
    return text::count(n) + " " + word + (n == 1 ? "" : plural);
}

void graphNotes(const BudgetIndex& index, const OpCounts& n, std::vector<Note>& notes)
{
    const TraceModel& trace = *index.trace();
    const std::uint64_t replays = trace.counts[TableKind::Graph] - trace.aside[TableKind::Graph];
    if (replays != 0)
        notes.push_back({"graph-level-capture",
                         Severity::Warning,
                         counted(replays, "graph launch", "es") + (replays == 1 ? " was" : " were")
                             + " recorded as a whole: busy time is an upper bound and the kernels "
                               "inside are not known. "
                             + captureAgain(trace, kNodeLevelGraphs),
                         {"busy", "kernel-bound", "Kernels", "graph coverage"}});
    if (const std::size_t lost = index.unrecordedGraphLaunches(); lost != 0)
        notes.push_back({"graph-replays-not-recorded",
                         Severity::Warning,
                         "The work of " + counted(lost, "graph launch", "es")
                             + " was not recorded: idle after them counts as unknown. "
                             + captureAgain(trace, kNodeLevelGraphs),
                         {"busy", "idle", "gap classes", "Kernels"}});
    if (n.graphNodes != 0)
        notes.push_back({"node-level-graphs",
                         Severity::Info,
                         counted(n.graphNodes, "operation")
                             + " of graphs were recorded one by one, which makes them slower: "
                               "quote proportions, not absolute times.",
                         {"absolute times of graph kernels"}});
}

void missingRows(const BudgetIndex& index, std::vector<Note>& notes)
{
    const TraceModel& trace = *index.trace();
    if (index.hasLaunches() && !index.hasKernelRows())
        notes.push_back({"kernels-missing",
                         Severity::Error,
                         "Kernels were launched but the capture holds no kernel row; the "
                         "diagnostics of the capture may say why. "
                             + captureAgain(trace, {}),
                         {"all classes", "Kernels", "busy", "idle"}});
    if (!trace.devices.empty() && !index.hasApiRows())
        notes.push_back({"api-missing",
                         Severity::Warning,
                         "The capture holds no CUDA API call: gaps cannot be explained. "
                             + captureAgain(trace, {}),
                         {"gap classes", "API", "Launches", "launch_overhead_ratio"}});
}

void correlationNotes(const BudgetIndex& index, const OpCounts& n, std::vector<Note>& notes)
{
    if (index.hasApiRows() && n.withoutCall != 0)
        notes.push_back({"ops-without-api",
                         Severity::Warning,
                         text::count(n.withoutCall) + " of " + counted(n.total, "operation") + " ("
                             + share(n.withoutCall, n.total)
                             + ") have no API call: gaps before them are explained by the next "
                               "operation that has one.",
                         {"gap classes", "Launches"}});
    if (n.beforeCall != 0)
        notes.push_back({"kernels-before-call",
                         Severity::Warning,
                         text::count(n.beforeCall) + " of " + counted(n.launched, "kernel")
                             + " start before the call that launched them (clocks that do not "
                               "agree): their latency is negative and stays out of percentiles.",
                         {"Launches", "launch latency"}});
    if (index.hasApiRows() && n.cutAtLeft != 0)
        notes.push_back({"truncated-left",
                         Severity::Info,
                         counted(n.cutAtLeft, "operation")
                             + " ran before the first recorded call: the capture begins in the "
                               "middle of work.",
                         {"the first gaps", "Launches"}});
}

void rowNotes(const TraceModel& trace, const OpCounts& n, std::vector<Note>& notes)
{
    for (std::size_t i = 0; i < kTableKinds; ++i) {
        const auto kind = static_cast<TableKind>(i);
        if (trace.aside[kind] == 0)
            continue;
        const std::string key(tableKey(kind));
        notes.push_back({"rows-aside-" + key,
                         Severity::Warning,
                         text::count(trace.aside[kind]) + " of " + text::count(trace.counts[kind])
                             + " " + key
                             + " rows have no usable start and end; they are counted here and "
                               "nowhere else.",
                         {key}});
    }
    if (n.zeroLength != 0)
        notes.push_back({"zero-length",
                         Severity::Info,
                         counted(n.zeroLength, "operation")
                             + " without length: in the tables, but neither busy time nor the end "
                               "of a gap.",
                         {"Kernels", "Transfers"}});
    if (n.overlapping != 0)
        notes.push_back({"overlapping-kernels",
                         Severity::Info,
                         counted(n.overlapping, "kernel")
                             + " start while another runs on the same stream; they are drawn in "
                               "rows of their own, and busy time counts each instant once.",
                         {"sums of kernel time"}});
    if (!trace.capture.otherTables.empty()) {
        std::string names;
        for (std::size_t i = 0; i < trace.capture.otherTables.size() && i < kTablesNamed; ++i)
            names += (i == 0 ? "" : ", ") + trace.capture.otherTables[i];
        if (trace.capture.otherTables.size() > kTablesNamed)
            names += ", …";
        notes.push_back({"tables-not-read",
                         Severity::Info,
                         counted(trace.capture.otherTables.size(), "table")
                             + " of the file are not read: " + names + ".",
                         {}});
    }
}

/// Overhead rows ascend by start, so one pass measures their union inside `all`.
void overheadNote(const TraceModel& trace, std::vector<Note>& notes)
{
    const OverheadTable& rows = trace.overheads;
    DurationNs covered = 0;
    Ns until = trace.all.begin;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Ns begin = std::max(rows.start[i], until);
        const Ns end = std::min(rows.end[i], trace.all.end);
        covered += lengthBetween(begin, end);
        until = std::max(until, end);
    }
    if (covered == 0)
        return;
    const double part = static_cast<double>(covered) / static_cast<double>(trace.all.length());
    notes.push_back({"profiler-overhead",
                     part > kNoticeableOverhead ? Severity::Warning : Severity::Info,
                     "The profiler itself took " + text::percent(part) + " of the span of "
                         + std::string(allText(trace.ops.size() == 0)) + " ("
                         + text::duration(static_cast<double>(covered))
                         + "); idle inside it is the class profiler.",
                     {"absolute times"}});
}

void placeNotes(const TraceModel& trace, std::vector<Note>& notes)
{
    std::set<std::int64_t> machines;
    std::set<ProcessId> onDevice;
    for (const Device& device : trace.devices)
        machines.insert(device.hwVm);
    for (const Stream& stream : trace.streams)
        if (!stream.process.isNone())
            onDevice.insert(stream.process);
    if (machines.size() > 1)
        notes.push_back({"several-machines",
                         Severity::Warning,
                         "The capture holds devices of " + counted(machines.size(), "machine")
                             + ": their clocks agree only as far as the tool aligned them.",
                         {"comparison between devices", "stragglers"}});
    if (trace.processes.size() > 1 && onDevice.size() == 1)
        notes.push_back(
            {"one-process-on-gpu",
             Severity::Info,
             "One of " + counted(trace.processes.size(), "process", "es") + " used a GPU.",
             {}});
}

} // namespace

Result<std::vector<Note>> qualityNotes(const BudgetIndex& index, const std::stop_token& stop)
{
    const TraceModel& trace = *index.trace();
    NV_TRY(counts, countOps(trace, stop));
    std::vector<Note> notes;
    missingRows(index, notes);
    graphNotes(index, counts, notes);
    correlationNotes(index, counts, notes);
    rowNotes(trace, counts, notes);
    overheadNote(trace, notes);
    placeNotes(trace, notes);

    std::vector<Note> all = trace.notes;
    for (Note& note : notes)
        if (std::ranges::none_of(all, [&](const Note& n) { return n.id == note.id; }))
            all.push_back(std::move(note));
    std::ranges::stable_sort(all,
                             [](const Note& a, const Note& b) { return a.severity > b.severity; });
    return all;
}

} // namespace nv
