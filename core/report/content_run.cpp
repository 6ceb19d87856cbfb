// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/capture_command.h"
#include "core/analysis/steady_notes.h"
#include "core/base/text.h"
#include "core/report/content.h"

namespace nv {
namespace {

std::string length(TimeRange range)
{
    return text::duration(static_cast<double>(range.length()));
}

std::string gpuList(const CaptureInfo& capture)
{
    std::string list;
    for (const Gpu& gpu : capture.gpus)
        list += (list.empty() ? "" : ", ") + std::to_string(gpu.device) + ": "
                + (gpu.name.empty() ? "unnamed" : gpu.name);
    return list;
}

std::string eventList(const TraceModel& trace)
{
    std::string list;
    for (std::size_t i = 0; i < kTableKinds; ++i) {
        const auto kind = static_cast<TableKind>(i);
        if (trace.counts[kind] != 0)
            list += (list.empty() ? "" : ", ") + text::count(trace.counts[kind]) + " "
                    + std::string(tableKey(kind));
    }
    return list;
}

/// What was switched on; the many options that are off tell nothing.
std::string optionList(const CaptureInfo& capture)
{
    std::string list;
    for (const auto& [name, value] : capture.traceOptions)
        if (!value.empty() && value != "false" && value != "0")
            list += (list.empty() ? "" : ", ") + name + "=" + value;
    return list;
}

std::vector<TextCell> partRow(std::string_view name, TimeRange range, std::string steps,
                              std::string what)
{
    return {{std::string(name)},         {std::to_string(range.begin)},
            {std::to_string(range.end)}, {length(range)},
            {std::move(steps)},          {std::move(what)}};
}

std::string irregularText(std::size_t count)
{
    return count == 0 ? "all regular" : text::count(count) + " irregular";
}

} // namespace

Section captureSection(const ReportInput& input)
{
    const TraceModel& trace = input.trace();
    const CaptureInfo& capture = trace.capture;
    TextTable table;
    table.columns = {{"what"}, {"as recorded"}};
    const auto add = [&table](std::string_view what, std::string value, bool isName = true) {
        if (!value.empty())
            table.rows.push_back({{std::string(what)}, {std::move(value), isName}});
    };
    add("file", capture.fileName);
    // nsys keeps the program's command and its own options, not its own command line.
    if (!input.redact && !capture.command.empty())
        add("program", programText(trace));
    if (!input.redact)
        add("options of nsys", optionList(capture));
    add("nsys", capture.nsysVersion);
    add("export schema", capture.exportSchema);
    add("GPUs", gpuList(capture));
    add("capture",
        capture.durationNs
            ? text::duration(static_cast<double>(*capture.durationNs))
            : (trace.extent.isEmpty() ? "" : length(trace.extent) + " from first to last event"),
        false);
    add("events", eventList(trace), false);
    Section section;
    section.title = "Capture";
    if (!input.redact && !capture.command.empty())
        section.paragraphs.push_back({"To record this program again:"});
    section.command = input.redact || capture.command.empty() ? "" : captureCommand(trace, {});
    section.tables.push_back(std::move(table));
    return section;
}

Section partsSection(const ReportInput& input)
{
    const SteadyState& steady = input.analysis.steady;
    Section section;
    section.title = "Warm-up and steady state";
    if (!steady.found || steady.steps.empty()) {
        section.paragraphs.push_back(
            {"Which part is warm-up is not known. " + steady.reason, true});
        return section;
    }
    if (std::string doubt = warmUpDoubt(input.analysis.notes); !doubt.empty())
        section.paragraphs.push_back({std::move(doubt), true});
    const TimeRange all = input.trace().extent;
    const Ns firstStep = steady.steps.front().begin;
    const Ns warmupEnd = steady.window.begin; // an irregular step before it is still warm-up
    const SteadyProof& proof = steady.proof;
    TextTable table;
    table.columns = {{"part"},         {"begin ns", true}, {"end ns", true},
                     {"length", true}, {"steps", true},    {"what it holds"}};
    if (all.begin < firstStep)
        table.rows.push_back(partRow("load", {all.begin, firstStep}, "0", "before the first step"));
    if (firstStep < warmupEnd)
        table.rows.push_back(
            partRow("warm-up", {firstStep, warmupEnd}, text::count(proof.warmupSteps),
                    "compile calls until its end: "
                        + text::duration(static_cast<double>(proof.warmupCompileNs))));
    table.rows.push_back(partRow("steady", steady.window, text::count(steady.stepCount),
                                 irregularText(steady.irregularCount)));
    if (steady.window.end < all.end)
        table.rows.push_back(partRow("after", {steady.window.end, all.end},
                                     text::count(proof.drainSteps), "drain and teardown"));
    section.tables.push_back(std::move(table));
    return section;
}

} // namespace nv
