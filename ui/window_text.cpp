// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_text.h"

#include "core/analysis/step_place.h"
#include "ui/format.h"

#include <algorithm>

namespace nv {

namespace {

QString methodText(StepMethod method)
{
    switch (method) {
    case StepMethod::Nvtx:
        return QStringLiteral("NVTX range");
    case StepMethod::Graph:
        return QStringLiteral("CUDA graph launches");
    case StepMethod::Collective:
        return QStringLiteral("collectives");
    case StepMethod::KernelSequence:
        return QStringLiteral("the sequence of kernels");
    case StepMethod::None:
        break;
    }
    return QStringLiteral("no method");
}

QString confidenceText(Confidence confidence)
{
    switch (confidence) {
    case Confidence::High:
        return QStringLiteral("confidence high");
    case Confidence::Medium:
        return QStringLiteral("confidence medium");
    case Confidence::Low:
        break;
    }
    return QStringLiteral("confidence low");
}

QString stepsText(std::size_t steps)
{
    return steps == 1 ? QStringLiteral("1 step") : format::count(steps) + u" steps";
}

} // namespace

QString windowSourceText(const Window& window)
{
    switch (window.source) {
    case WindowSource::Steady:
        return QStringLiteral("steady state");
    case WindowSource::All:
        return QString::fromStdString(std::string(allText(window.isOfHost)));
    case WindowSource::Nvtx:
        return QStringLiteral("NVTX range");
    case WindowSource::User:
        break;
    }
    return QStringLiteral("your window");
}

bool isPartOfCapture(const TraceModel& trace)
{
    return std::ranges::find(trace.notes, "part-of-capture", &Note::id) != trace.notes.end();
}

bool hasNothingToMeasure(const Window& window)
{
    return window.isOfHost && window.range.isEmpty();
}

QString windowText(const Window& window)
{
    return windowText(window, window.steps ? stepsText(*window.steps) : QString());
}

QString windowText(const Window& window, const QString& steps)
{
    if (hasNothingToMeasure(window))
        return QStringLiteral("nothing to measure: no CUDA or host event recorded · record it with "
                              "nsys profile -t cuda,nvtx,osrt");
    QString text = windowSourceText(window);
    if (!steps.isEmpty())
        text += u" · " + steps;
    return text + u" · " + format::range(window.range) + u" · "
           + format::duration(static_cast<double>(window.range.length()));
}

QString stepNumberText(const Iteration& row)
{
    return QString::number(stepNumber(row));
}

QString stepNumberAt(const Iterations& steps, Ns begin)
{
    const auto at = std::ranges::lower_bound(steps.rows, begin, {},
                                             [](const Iteration& row) { return row.range.begin; });
    return at != steps.rows.end() && at->range.begin == begin ? stepNumberText(*at)
                                                              : format::unknown();
}

QString steadyText(const SteadyState& steady)
{
    if (!steady.found) {
        return steady.reason.empty() ? QStringLiteral("No steady state found.")
                                     : u"No steady state. " + QString::fromStdString(steady.reason);
    }
    QString text = u"Steady state by " + methodText(steady.method);
    if (!steady.marker.empty() && steady.method == StepMethod::Nvtx)
        text += u" “" + format::middle(QString::fromStdString(steady.marker), 40) + u"”";
    text += u" · " + stepsText(steady.stepCount);
    if (steady.irregularCount > 0)
        text += u" (" + format::count(steady.irregularCount) + u" irregular)";
    return text + u" · step p50 " + format::duration(static_cast<double>(steady.p50)) + u", p95 "
           + format::duration(static_cast<double>(steady.p95)) + u" · "
           + confidenceText(steady.confidence);
}

} // namespace nv
