// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/content_parts.h"

namespace nv {

using namespace content;

namespace {

std::string windowSentence(const ReportInput& input)
{
    const Window& window = input.window();
    std::string text = "Window: " + std::to_string(window.range.begin) + " to "
                       + std::to_string(window.range.end) + " ns (" + ns(window.range.length())
                       + "), " + std::string(windowSourceKey(window.source));
    if (window.steps)
        text += ", " + text::count(*window.steps) + " whole steps";
    return text + ".";
}

std::string steadySentence(const SteadyState& steady)
{
    if (!steady.found)
        return "No steady state: " + steady.reason;
    return "Steady state: " + text::count(steady.stepCount) + " steps, p50 "
           + text::duration(static_cast<double>(steady.p50)) + ", found by "
           + std::string(stepMethodKey(steady.method)) + ", confidence "
           + std::string(confidenceKey(steady.confidence)) + ". " + steady.reason;
}

std::string qualifierText(Qualifier qualifier)
{
    switch (qualifier) {
    case Qualifier::Exact:
        return {};
    case Qualifier::AtLeast:
        return "at least ";
    case Qualifier::AtMost:
        break;
    }
    return "at most ";
}

std::string evidenceValue(const Evidence& evidence)
{
    if (!evidence.value)
        return "—";
    if (evidence.unit == "ns")
        return text::duration(*evidence.value);
    if (evidence.unit == "share")
        return text::percent(*evidence.value);
    if (evidence.unit == "bytes")
        return text::bytes(*evidence.value);
    return text::number(*evidence.value);
}

std::string timesFaster(double bound)
{
    return "at most " + text::number(bound) + "x";
}

} // namespace

Section verdictSection(const ReportInput& input, const Redactor& redact)
{
    const Verdict& verdict = input.verdict;
    const ClassFinding* finding = verdict.find(verdict.primary);
    Section section;
    section.title = "Verdict: " + (finding ? finding->title : verdict.primary);
    section.paragraphs.push_back({redact(verdict.primaryReason)});
    // The command stands below as code; the sentence needs it only once.
    std::string action = redact(verdict.nextAction);
    section.command = redact(verdict.command);
    if (!section.command.empty() && action.ends_with(section.command))
        action.resize(action.size() - section.command.size());
    section.paragraphs.push_back({"Next: " + action, true});
    section.paragraphs.push_back({windowSentence(input)});
    section.paragraphs.push_back({steadySentence(input.analysis.steady), true});
    return section;
}

Section budgetSection(const ReportInput& input)
{
    const WindowBudget& budget = input.verdict.budget;
    Section section;
    section.title = "Where the wall clock went";
    if (budget.devices.empty()) {
        section.paragraphs.push_back({"No device did anything in this capture."});
        return section;
    }
    section.paragraphs.push_back({"Share of the window, mean of the active devices. The classes of "
                                  "a device add up to the window."});
    TextTable table;
    table.columns = {{"class"}, {"share", true}};
    for (const DeviceBudget& device : budget.devices)
        table.columns.push_back({"device " + deviceLabel(input.trace(), device.device)
                                     + (device.active ? "" : " (not active)"),
                                 true});
    for (std::size_t i = 0; i < kBudgetClasses; ++i) {
        const auto cls = static_cast<BudgetClass>(i);
        std::vector<TextCell> row{
            {std::string(budgetClassKey(cls))},
            {budget.window.isEmpty() ? "—" : text::percent(budget.share(cls))}};
        for (const DeviceBudget& device : budget.devices)
            row.push_back({ns(device.budget[cls])});
        table.rows.push_back(std::move(row));
    }
    section.tables.push_back(std::move(table));
    return section;
}

Section classesSection(const ReportInput& input, const Redactor& redact)
{
    Section section;
    section.title = "Classes";
    TextTable table;
    table.columns = {{"class"},       {"state"},      {"share", true},
                     {"limit", true}, {"gain", true}, {"why"}};
    for (const ClassFinding& finding : input.verdict.classes)
        table.rows.push_back(
            {{finding.title},
             {std::string(classStateKey(finding.state))},
             {qualifierText(finding.qualifier) + orDash(finding.share, text::percent)},
             {orDash(finding.threshold, text::percent)},
             {orDash(finding.bound, timesFaster)},
             {redact(finding.reason), true}});
    section.tables.push_back(std::move(table));
    for (const ClassFinding& finding : input.verdict.classes) {
        const bool shown = finding.state == ClassState::Yes || finding.id == input.verdict.primary;
        if (!shown || finding.evidence.empty())
            continue;
        TextTable evidence;
        evidence.caption = "Evidence: " + finding.title;
        evidence.columns = {{"what"}, {"value", true}};
        for (const Evidence& item : finding.evidence)
            evidence.rows.push_back({{redact(item.what), true}, {evidenceValue(item)}});
        section.tables.push_back(std::move(evidence));
    }
    return section;
}

Section hostSection(const ReportInput& input)
{
    const HostOverhead& host = input.host;
    Section section;
    section.title = "Host overhead";
    if (!host.isYes) {
        section.paragraphs.push_back({host.reason, true});
        return section;
    }
    section.paragraphs.push_back({std::string("Is the host holding the GPU back? ")
                                  + (*host.isYes ? "YES" : "NO") + ": "
                                  + std::to_string(host.crossed) + " of "
                                  + std::to_string(host.votes.size()) + " metrics crossed."});
    TextTable table;
    table.columns = {{"metric"}, {"value", true}, {"limit", true}, {"crossed"}};
    for (const HostVote& vote : host.votes)
        table.rows.push_back({{std::string(hostMetricKey(vote.metric))},
                              {orDash(host.metrics[vote.metric], text::percent)},
                              {(vote.metric == HostMetric::Utilization ? "< " : "> ")
                               + text::percent(vote.threshold)},
                              {vote.crossed ? "yes" : "no"}});
    section.tables.push_back(std::move(table));
    for (const std::string& warning : host.warnings)
        section.paragraphs.push_back({warning, true});
    return section;
}

Section qualitySection(const ReportInput& input, const Redactor& redact)
{
    Section section;
    section.title = "Data quality";
    if (input.analysis.notes.empty()) {
        section.paragraphs.push_back({"Nothing was found that spoils a figure."});
        return section;
    }
    TextTable table;
    table.columns = {{"severity"}, {"what"}, {"spoils"}};
    for (const Note& note : input.analysis.notes) {
        std::string affects;
        for (const std::string& name : note.affects)
            affects += (affects.empty() ? "" : ", ") + name;
        table.rows.push_back(
            {{std::string(severityKey(note.severity))}, {redact(note.message), true}, {affects}});
    }
    section.tables.push_back(std::move(table));
    return section;
}

Content reportContent(const ReportInput& input)
{
    const Redactor redact(input);
    Content content;
    content.title = input.trace().capture.fileName;
    content.sections = {verdictSection(input, redact),
                        partsSection(input),
                        budgetSection(input),
                        classesSection(input, redact),
                        hostSection(input),
                        kernelsSection(input),
                        apiSection(input),
                        transfersSection(input),
                        gapsSection(input),
                        outliersSection(input),
                        compileSection(input),
                        stepCostSection(input),
                        patternSection(input),
                        graphsSection(input),
                        qualitySection(input, redact),
                        captureSection(input)};
    std::erase_if(content.sections, [](const Section& section) {
        return section.paragraphs.empty() && section.tables.empty();
    });
    return content;
}

} // namespace nv
