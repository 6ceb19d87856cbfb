// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/steps/step_table.h"

#include "core/analysis/steady_notes.h"
#include "core/analysis/step_place.h"
#include "ui/format.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"
#include "ui/window_text.h"

#include <algorithm>

namespace nv {
namespace {

const Iteration& stepRowAt(const Answer& answer, std::size_t i)
{
    return answer.analysis->iterations.rows[i];
}

const IterationFacts& factsAt(const Answer& answer, std::size_t i)
{
    return answer.analysis->iterationFacts[i];
}

QString stateText(const IterationFacts& facts)
{
    if (!facts.regular)
        return {};
    if (*facts.regular)
        return QStringLiteral("regular");
    switch (facts.flaw) {
    case StepFlaw::Compilation:
        return QStringLiteral("compiles");
    case StepFlaw::FirstSeenKernel:
        return QStringLiteral("first kernel");
    case StepFlaw::OtherKernels:
        return QStringLiteral("other kernels");
    case StepFlaw::OtherPeriod:
        return QStringLiteral("other period");
    case StepFlaw::None:
        break;
    }
    return QStringLiteral("irregular");
}

QString phaseText(const Iteration& row)
{
    if (row.isMixed)
        return QStringLiteral("mixed");
    switch (row.phase) {
    case StepPhase::Context:
        return QStringLiteral("context");
    case StepPhase::Generation:
        return QStringLiteral("generation");
    case StepPhase::None:
        break;
    }
    return {};
}

void addWho(Table& table, const Answer& answer)
{
    const Iterations& all = answer.analysis->iterations;
    Column number =
        textColumn({QStringLiteral("step"), QStringLiteral("step"),
                    QStringLiteral("Number the marker says, else its position."), 52},
                   [answer](std::size_t i) { return stepNumberText(stepRowAt(answer, i)); }, {});
    number.isText = false;
    number.key = [answer](std::size_t i) { return SortKey(stepNumber(stepRowAt(answer, i))); };
    table.columns.push_back(std::move(number));
    if (all.ranks.size() > 1)
        table.columns.push_back(countColumn(
            {QStringLiteral("rank"), QStringLiteral("rank"),
             QStringLiteral("Position of the process among those that mark steps."), 44},
            [answer](std::size_t i) { return std::uint64_t{stepRowAt(answer, i).rank}; }));
    if (std::any_of(all.rows.begin(), all.rows.end(),
                    [](const Iteration& row) { return row.phase != StepPhase::None; }))
        table.columns.push_back(textColumn(
            {QStringLiteral("phase"), QStringLiteral("phase"),
             QStringLiteral("Context (prefill) or generation (decode), by the marker."), 80},
            [answer](std::size_t i) { return phaseText(stepRowAt(answer, i)); },
            QStringLiteral("The step holds no request.")));
    table.columns.push_back(
        timeColumn({QStringLiteral("start"), QStringLiteral("start_ns"),
                    QStringLiteral("On the clock of the capture."), 104},
                   [answer](std::size_t i) { return stepRowAt(answer, i).range.begin; }));
}

void addTimes(Table& table, const Answer& answer)
{
    const auto unit = durationUnitOf(
        table.rows,
        [&](std::size_t i) { return static_cast<double>(stepRowAt(answer, i).period().length()); },
        UnitBy::Typical);
    table.columns.push_back(durationColumn(
        {QStringLiteral("period"), QStringLiteral("period_ns"),
         QStringLiteral("From the start of the step to the start of the next one."), 88},
        unit,
        [answer](std::size_t i) { return std::optional(stepRowAt(answer, i).period().length()); }));
    if (answer.analysis->steady.p50 > 0)
        table.columns.push_back(ratioColumn(
            {QStringLiteral("× median"), QStringLiteral("ratio_to_p50"),
             QStringLiteral("Period / median period of the regular steps of the steady state."),
             72},
            [answer](std::size_t i) {
                return static_cast<double>(stepRowAt(answer, i).period().length())
                       / static_cast<double>(answer.analysis->steady.p50);
            }));
    table.columns.push_back(shareColumn(
        {QStringLiteral("busy"), QStringLiteral("busy_share"),
         QStringLiteral("Time with a kernel, replay, copy or memset of the rank running / period."),
         64},
        [answer](std::size_t i) {
            const double period = static_cast<double>(stepRowAt(answer, i).period().length());
            return period > 0 ? static_cast<double>(factsAt(answer, i).busyNs) / period : 0;
        }));
}

void addContent(Table& table, const Answer& answer)
{
    const auto count = [&](const char* title, const char* copy, const char* tip,
                           std::uint64_t IterationFacts::*which) {
        table.columns.push_back(countColumn(
            {QString::fromLatin1(title), QString::fromLatin1(copy), QString::fromLatin1(tip), 64},
            [answer, which](std::size_t i) { return factsAt(answer, i).*which; }));
    };
    count("kernels", "kernels", "Kernels issued in the step.", &IterationFacts::kernels);
    count("copies", "copies", "Copies and memsets issued in the step.", &IterationFacts::copies);
    count("compile", "compile_calls", "Calls of the compile class begun in the step.",
          &IterationFacts::compileCalls);
    table.columns.push_back(textColumn(
        {QStringLiteral("state"), QStringLiteral("state"),
         QStringLiteral("Regular, or the first reason why not: it compiles, launches a kernel for "
                        "the first time, holds other kernels, or takes another time."),
         92},
        [answer](std::size_t i) { return stateText(factsAt(answer, i)); },
        QStringLiteral("This step is not one of those the steady state was found by.")));
    table.columns.push_back(wide(textColumn(
        {QStringLiteral("label"), QStringLiteral("label"), QStringLiteral("Text of the marker."),
         120},
        [answer](std::size_t i) {
            return fromUtf8(std::string(answer.trace().names.text(stepRowAt(answer, i).label)));
        },
        QStringLiteral("These steps have no marker."))));
}

QString methodText(const SteadyState& steady)
{
    switch (steady.method) {
    case StepMethod::Nvtx:
        return QStringLiteral("NVTX marker “") + fromUtf8(steady.marker) + u'”';
    case StepMethod::Graph:
        return QStringLiteral("launches of one CUDA graph");
    case StepMethod::Collective:
        return QStringLiteral("collectives");
    case StepMethod::KernelSequence:
        return QStringLiteral("repeating kernel sequence");
    case StepMethod::None:
        break;
    }
    return {};
}

QString confidenceText(Confidence confidence)
{
    switch (confidence) {
    case Confidence::High:
        return QStringLiteral("high");
    case Confidence::Medium:
        return QStringLiteral("medium");
    case Confidence::Low:
        break;
    }
    return QStringLiteral("low");
}

} // namespace

Table stepTable(const Answer& answer)
{
    Table table;
    table.rows = answer.analysis->iterations.rows.size();
    table.id = [](std::size_t i) { return std::uint64_t{i}; };
    addWho(table, answer);
    addTimes(table, answer);
    addContent(table, answer);
    return table;
}

QString proofText(const Answer& answer)
{
    const SteadyState& steady = answer.analysis->steady;
    if (!steady.found)
        return QStringLiteral("No steady state: ") + fromUtf8(steady.reason);
    const SteadyProof& proof = steady.proof;
    QStringList lines;
    lines << format::count(steady.stepCount) + QStringLiteral(" steps by ") + methodText(steady)
                 + QStringLiteral(" · edges on the ")
                 + (steady.edges == StepEdges::Device ? QStringLiteral("device")
                                                      : QStringLiteral("host"))
                 + QStringLiteral(" · confidence ") + confidenceText(steady.confidence);
    lines << QStringLiteral("Period: median ") + format::duration(static_cast<double>(steady.p50))
                 + QStringLiteral(", p95 ") + format::duration(static_cast<double>(steady.p95))
                 + QStringLiteral(", longest ") + format::duration(static_cast<double>(steady.max))
                 + QStringLiteral(" · spread (MAD / median) ") + format::percent(proof.robustSpread)
                 + QStringLiteral(" · drift over the window ") + format::percent(proof.drift);
    lines << QStringLiteral("Before it: load ")
                 + format::duration(static_cast<double>(proof.loadNs))
                 + QStringLiteral(", warm-up ")
                 + format::duration(static_cast<double>(proof.warmupNs)) + QStringLiteral(" in ")
                 + format::count(proof.warmupSteps)
                 + (proof.warmupSteps == 1 ? QStringLiteral(" step, ") : QStringLiteral(" steps, "))
                 + format::duration(static_cast<double>(proof.warmupCompileNs))
                 + QStringLiteral(" of it compiling · irregular inside ")
                 + format::count(steady.irregularCount) + QStringLiteral(" of ")
                 + format::count(steady.stepCount) + QStringLiteral(" · after it ")
                 + format::count(proof.drainSteps)
                 + (proof.drainSteps == 1 ? QStringLiteral(" step") : QStringLiteral(" steps"));
    QStringList agreeing;
    for (const StepMethod method : proof.agreeing)
        agreeing << QString::fromLatin1(stepMethodKey(method).data(),
                                        static_cast<qsizetype>(stepMethodKey(method).size()));
    lines << (agreeing.isEmpty()
                  ? QStringLiteral("No other method counts the same steps.")
                  : QStringLiteral("The same count by: ") + agreeing.join(QStringLiteral(", ")));
    if (!steady.reason.empty())
        lines << fromUtf8(steady.reason);
    if (const std::string doubt = warmUpDoubt(answer.analysis->notes); !doubt.empty())
        lines.prepend(fromUtf8(doubt));
    return lines.join(QLatin1Char('\n'));
}

QString noStepSentence(const Answer& answer)
{
    const QString reason = fromUtf8(answer.analysis->steady.reason);
    return QStringLiteral("No steady state was found, so no steps are listed. ")
           + reason.toHtmlEscaped()
           + QStringLiteral("<br>Mark each step with an NVTX range, then record with "
                            "<code>nsys profile -t cuda,nvtx,osrt</code>.");
}

} // namespace nv
