// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/finding_text.h"

#include "core/base/text.h"
#include "core/report/labels.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nv {
namespace {

constexpr std::array<const char*, 6> kEventKinds{"op",      "call", "range",
                                                 "os-call", "sync", "overhead"};

std::string lengthText(TimeRange range)
{
    return text::duration(static_cast<double>(range.length()));
}

std::string stretch(TimeRange range)
{
    return std::to_string(range.begin) + " to " + std::to_string(range.end) + " ns ("
           + lengthText(range) + ")";
}

/// What an instant of a class is (verdict.md 1).
const char* meaningOf(BudgetClass cls)
{
    switch (cls) {
    case BudgetClass::Compute:
        return "a kernel that is not communication, or a graph replay, was running";
    case BudgetClass::Communication:
        return "a communication kernel was running and no other";
    case BudgetClass::Transfer:
        return "a copy or memset was running and no kernel";
    case BudgetClass::Compile:
        return "the device was idle while the host loaded, compiled or set up";
    case BudgetClass::Sync:
        return "the device was idle because the host waited or restarted after waiting";
    case BudgetClass::Launch:
        return "the device was idle while the host launched";
    case BudgetClass::Alloc:
        return "the device was idle while the host allocated or freed memory";
    case BudgetClass::Host:
        return "the device was idle while the launching thread did something else";
    case BudgetClass::Queue:
        return "work was issued and had not started yet";
    case BudgetClass::Profiler:
        return "the device was idle while the profiler took the time";
    case BudgetClass::None:
        return "nothing was left to run on the device";
    case BudgetClass::Unknown:
        break;
    }
    return "the device may have been idle; the capture does not say why";
}

std::string shareOf(const ClassFinding* finding)
{
    return finding && finding->share ? " " + text::percent(*finding->share) : std::string();
}

const char* placeDefinition(EventKind kind)
{
    return kind == EventKind::Op ? "Device and stream it ran on." : "Process and thread it ran on.";
}

std::string threadText(const TraceModel& trace, ThreadId thread)
{
    return thread.isNone() ? "—" : "thread " + std::to_string(trace.threads[thread()].tid);
}

std::string processText(const TraceModel& trace, ProcessId process)
{
    return process.isNone() ? "—" : "process " + std::to_string(trace.processes[process()].pid);
}

std::string placeText(const TraceModel& trace, EventRef event)
{
    switch (event.kind) {
    case EventKind::Op: {
        const StreamId stream = trace.ops.stream[event.index];
        return stream.isNone() ? "—"
                               : "GPU " + deviceLabel(trace, trace.deviceOf(OpIndex(event.index)))
                                     + ", stream " + std::to_string(trace.streams[stream()].number);
    }
    case EventKind::Call:
        return threadText(trace, trace.calls.thread[event.index]);
    case EventKind::Range:
        return threadText(trace, trace.ranges.thread[event.index]);
    case EventKind::OsCall:
        return threadText(trace, trace.osCalls.thread[event.index]);
    case EventKind::Sync:
        return processText(trace, trace.syncs.process[event.index]);
    case EventKind::Overhead:
        break;
    }
    return processText(trace, trace.overheads.process[event.index]);
}

std::string nameOf(const TraceModel& trace, EventRef event)
{
    switch (event.kind) {
    case EventKind::Op:
        return trace.ops.kind[event.index] == OpKind::Kernel
                   ? trace.names.display(trace.kernel(OpIndex(event.index)).demangled)
                   : opLabel(trace, OpIndex(event.index));
    case EventKind::Call:
        return callLabel(trace, CallIndex(event.index));
    case EventKind::Range:
        return trace.names.display(trace.ranges.text[event.index]);
    case EventKind::OsCall:
        return trace.names.display(trace.osCallNames[trace.osCalls.name[event.index]()].text);
    case EventKind::Sync:
        return syncTypeLabel(trace.syncs.type[event.index]);
    case EventKind::Overhead:
        break;
    }
    return trace.names.display(trace.overheads.name[event.index]);
}

/// The report of nsys that holds the table of a dock; "" for none.
std::string_view statsReportOf(std::string_view panel)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kReports{
        {{"kernels", "cuda_gpu_kern_sum"},
         {"launches", "cuda_kern_exec_sum"},
         {"api", "cuda_api_sum"},
         {"transfers", "cuda_gpu_mem_time_sum,cuda_gpu_mem_size_sum"}}};
    for (const auto& [id, report] : kReports)
        if (id == panel)
            return report;
    return {};
}

std::string windowOption(const Finding& finding)
{
    return finding.source == windowSourceKey(WindowSource::All)
               ? std::string("all")
               : std::to_string(finding.window.begin) + "/" + std::to_string(finding.window.end);
}

std::string withoutNames(const std::string& text, const Finding& finding,
                         const Placeholders& placeholders)
{
    constexpr std::string_view kLeftOut = "(left out)";
    if (finding.panel == "compare") // may hold names of the other capture, which nobody here knows
        return std::string(kLeftOut);
    std::string out = placeholders.in(text);
    return out == text && finding.panel == "reports" ? std::string(kLeftOut) : out;
}

/// The file of the second capture, wherever it is named.
void hideOther(Finding& finding)
{
    constexpr std::string_view kOther = "OTHER";
    const std::string file = std::exchange(finding.other->file, std::string(kOther));
    if (file.empty())
        return;
    const auto hide = [&file, kOther](std::string& text) {
        text = text::replaced(text::replaced(std::move(text), text::shellWord(file), kOther), file,
                              kOther);
    };
    for (std::string* text : {&finding.title, &finding.note, &finding.subject})
        hide(*text);
    for (FindingFigure& figure : finding.figures) {
        hide(figure.value);
        hide(figure.definition);
    }
    for (std::string& command : finding.commands)
        hide(command);
}

} // namespace

std::vector<FindingFigure> windowFigures(const Analysis& analysis, const Window& window,
                                         const Verdict& verdict)
{
    std::vector<FindingFigure> out;
    out.push_back({"window", stretch(window.range),
                   "The time that is counted, on the clock of the capture."});
    if (window.steps)
        out.push_back({"steps", text::count(*window.steps), "Whole steps inside the window."});
    if (analysis.steady.found)
        out.push_back({"step, p50", text::duration(static_cast<double>(analysis.steady.p50)),
                       "Period of a step of the steady state: begin to begin of the next. "
                           + std::string(text::kP50Meaning)});
    const ClassFinding* primary = verdict.find(verdict.primary);
    out.push_back({"verdict", (primary ? primary->title : verdict.primary) + shareOf(primary),
                   verdict.primaryReason});
    if (window.range.isEmpty())
        return out;
    for (std::size_t i = 0; i < kBudgetClasses; ++i) {
        const auto cls = static_cast<BudgetClass>(i);
        const double share = verdict.budget.share(cls);
        if (share > 0)
            out.push_back({std::string(budgetClassKey(cls)), text::percent(share),
                           std::string("Share of the window, mean of the active devices: ")
                               + meaningOf(cls) + "."});
    }
    return out;
}

std::vector<FindingFigure> eventFigures(const TraceModel& trace, EventRef event)
{
    const TimeColumns times = timeColumns(trace, event.kind);
    const TimeRange range{times.start[event.index], times.end[event.index]};
    std::vector<FindingFigure> out{
        {"event", nameOf(trace, event), "As the capture calls it.", true},
        {"begin", std::to_string(range.begin) + " ns", "On the clock of the capture."},
        {"length", lengthText(range) + " (" + std::to_string(range.length()) + " ns)",
         "From its begin to its end."},
        {"place", placeText(trace, event), placeDefinition(event.kind)}};
    const std::int64_t correlation =
        event.kind == EventKind::Op     ? trace.ops.correlation[event.index]
        : event.kind == EventKind::Call ? trace.calls.correlation[event.index]
                                        : kNoCorrelation;
    if (correlation != kNoCorrelation)
        out.push_back({"correlation", std::to_string(correlation),
                       "What a call and the work it issued have in common."});
    return out;
}

std::vector<std::string> findingCommands(const Analysis& analysis, const Finding& finding)
{
    const std::string file = text::shellWord(analysis.trace->capture.fileName);
    const std::string window = " --window " + windowOption(finding);
    const std::string limits =
        analysis.thresholds == Thresholds{} ? std::string() : " --thresholds LIMITS.json";
    std::vector<std::string> out{"nsys-verdict " + file + window,
                                 "nsys-verdict analyze " + file + window + limits + " --json -",
                                 "nsys-verdict render " + file + window + limits + " --view "
                                     + std::to_string(finding.view.begin) + "/"
                                     + std::to_string(finding.view.end) + " -o view.png"};
    if (const std::string_view report = statsReportOf(finding.panel); !report.empty()) {
        std::string command = "nsys stats -r " + std::string(report);
        if (finding.source != windowSourceKey(WindowSource::All))
            command += " --filter-time " + windowOption(finding);
        out.push_back(command + " " + file);
    }
    return out;
}

Window windowOf(const Analysis& analysis, const Finding& finding)
{
    return windowOf(analysis, finding.window, finding.source);
}

Window windowOf(const Analysis& analysis, TimeRange window, std::string_view source)
{
    for (const char* spec : {"all", "steady"}) {
        if (source != spec)
            continue;
        if (const auto known = resolveWindow(analysis, spec);
            known && known.value().range == window)
            return known.value();
    }
    return userWindow(analysis, window);
}

bool isOther(const Finding& finding, const TraceModel& trace)
{
    return finding.other && finding.other->file == trace.capture.fileName;
}

FindingEvent findingEvent(const TraceModel& trace, EventRef event)
{
    const TimeColumns times = timeColumns(trace, event.kind);
    return {kEventKinds.at(static_cast<std::size_t>(event.kind)),
            event.index,
            {times.start[event.index], times.end[event.index]}};
}

std::optional<EventRef> eventOf(const TraceModel& trace, const Finding& finding)
{
    if (!finding.event)
        return std::nullopt;
    const auto* const kind = std::find(kEventKinds.begin(), kEventKinds.end(), finding.event->kind);
    if (kind == kEventKinds.end())
        return std::nullopt;
    const auto eventKind = static_cast<EventKind>(kind - kEventKinds.begin());
    const std::array<std::size_t, 6> sizes{trace.ops.size(),    trace.calls.size(),
                                           trace.ranges.size(), trace.osCalls.size(),
                                           trace.syncs.size(),  trace.overheads.size()};
    const std::size_t size = sizes.at(static_cast<std::size_t>(eventKind));
    const TimeColumns times = timeColumns(trace, eventKind);
    const TimeRange range = finding.event->range;
    const auto isIt = [&](std::size_t i) {
        return times.start[i] == range.begin && times.end[i] == range.end;
    };
    if (finding.event->index < size && isIt(finding.event->index))
        return EventRef{eventKind, finding.event->index};
    const auto first = std::lower_bound(times.start.begin(), times.start.end(), range.begin);
    for (auto i = static_cast<std::size_t>(first - times.start.begin());
         i < size && times.start[i] == range.begin; ++i)
        if (isIt(i))
            return EventRef{eventKind, static_cast<std::uint32_t>(i)};
    return std::nullopt;
}

Finding redacted(Finding finding, const Placeholders& placeholders)
{
    if (finding.other)
        hideOther(finding);
    for (std::string* text : {&finding.title, &finding.note})
        *text = placeholders.in(*text);
    if (finding.panel == "compare" && !finding.subject.empty())
        finding.title = "A row of the comparison"; // its name may be one of the other capture
    if (!finding.subject.empty())
        finding.subject = withoutNames(finding.subject, finding, placeholders);
    for (FindingFigure& figure : finding.figures) {
        figure.value = figure.isName ? withoutNames(figure.value, finding, placeholders)
                                     : placeholders.in(figure.value);
        figure.definition = placeholders.in(figure.definition);
    }
    for (std::string& command : finding.commands)
        command = placeholders.in(command);
    return finding;
}

} // namespace nv
