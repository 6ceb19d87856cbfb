// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/finding_maker.h"

#include "core/analysis/compare/waterfall.h"
#include "core/base/text.h"
#include "core/report/finding_text.h"
#include "ui/command_box.h"
#include "ui/document.h"
#include "ui/panels/compare/compare_pair.h"
#include "ui/table/table_view.h"

#include <QDockWidget>

#include <algorithm>

namespace nv {
namespace {

constexpr std::size_t kTitleLength = 80; ///< one of the lengths that redaction knows

QDockWidget* dockOf(QWidget* widget)
{
    for (; widget != nullptr; widget = widget->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(widget))
            return dock;
    return nullptr;
}

bool hasRow(const TableView& view)
{
    return view.isVisible() && view.currentTableRow() && view.selectionModel()->hasSelection();
}

/// The table with the focus, else the first of the dock in which a row is highlighted.
const TableView* tableOf(QDockWidget& dock, QWidget* focus)
{
    if (const auto* view = qobject_cast<TableView*>(focus); view != nullptr && hasRow(*view))
        return view;
    for (const TableView* view : dock.findChildren<TableView*>())
        if (hasRow(*view))
            return view;
    return nullptr;
}

void addRow(Finding& finding, const TableView& view)
{
    const std::size_t row = *view.currentTableRow();
    const std::vector<Column>& columns = view.table().columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const Column& column = columns[i];
        if (view.isColumnHidden(static_cast<int>(i)) || column.title.isEmpty())
            continue;
        const Cell cell = column.cell(row);
        const QString whole = column.isText ? cell.exact.value_or(cell.text) : cell.text;
        if (whole.isEmpty())
            continue;
        if (finding.subject.empty() && column.isText)
            finding.subject = whole.toStdString();
        finding.figures.push_back({column.title.toStdString(), whole.toStdString(),
                                   column.tooltip.toStdString(), column.isText});
    }
}

/// What a dock offers to run with the real tool, when it does.
void addCommandOf(const QDockWidget& dock, std::vector<std::string>& commands)
{
    for (const CommandBox* box : dock.findChildren<CommandBox*>()) {
        std::string command = box->command().toStdString();
        const bool isNew = std::find(commands.begin(), commands.end(), command) == commands.end();
        if (box->isVisible() && command.starts_with("nsys ") && isNew)
            commands.push_back(std::move(command));
    }
}

/// What changed, where the window shows a second capture: it is half of what is looked at.  The name
/// of that capture stands in one figure only, where redaction finds it.
void addComparison(Finding& finding, const CompareAnswer& answer)
{
    const Comparison& found = answer.comparison;
    std::vector<FindingFigure> figures{
        {"compared with", answer.target->trace->capture.fileName, "The second capture, B.", true},
        {"what changed", found.conclusion.text(),
         "Of a step of B against one of this capture, A, as the command says it.", true}};
    if (!found.comparability.empty())
        figures.push_back({"comparable", found.comparability, "What was captured otherwise."});
    if (const auto change = found.wall.delta(); change && found.stepsHold()) {
        figures.push_back(
            {"a step, A and B",
             text::duration(*found.wall.base) + ", " + text::duration(*found.wall.target),
             "Begin to begin."});
        if (const auto parts = waterfallOf(found))
            for (const WaterfallPart& part : parts->parts)
                if (part.cls)
                    figures.push_back({"change, " + std::string(budgetClassKey(*part.cls)),
                                       text::withSign(part.change, text::duration),
                                       "Its part of the change of a step."});
        if (finding.subject.empty())
            finding.title = "A step takes " + text::duration(*found.wall.target) + " instead of "
                            + text::duration(*found.wall.base);
    } else if (finding.subject.empty()) {
        finding.title = "Compared with another capture";
    }
    finding.panel = "compare";
    finding.figures.insert(finding.figures.begin(), figures.begin(), figures.end());
}

/// Of a kernel its short name: signatures fill a title and differ at their ends.  Its whole name
/// stands among the figures.
std::string subjectTitle(const Finding& finding, const std::vector<const TraceModel*>& traces)
{
    for (const TraceModel* trace : traces)
        for (const KernelVariant& kernel : trace->kernelVariants)
            if (trace->names.display(kernel.demangled) == finding.subject)
                return text::middle(trace->names.display(kernel.shortName), kTitleLength);
    return text::middle(finding.subject, kTitleLength);
}

std::string titleOf(const Finding& finding, const Window& window, const Verdict& verdict,
                    const std::vector<const TraceModel*>& traces)
{
    if (!finding.title.empty())
        return finding.title;
    if (!finding.subject.empty())
        return subjectTitle(finding, traces);
    const ClassFinding* primary = verdict.find(verdict.primary);
    const std::string what = primary != nullptr ? primary->title : verdict.primary;
    if (finding.source == windowSourceKey(WindowSource::Steady))
        return what + " in the steady state";
    if (finding.source == windowSourceKey(WindowSource::All))
        return what + " over " + std::string(allText(window.isOfHost));
    return what + " for " + text::duration(static_cast<double>(finding.window.length()));
}

} // namespace

Finding makeFinding(const Document& document, QWidget* focus)
{
    const Analysis& analysis = *document.analysis();
    const Window& window = document.window();
    Finding out;
    out.view = document.view().current();
    out.window = window.range;
    out.source = std::string(windowSourceKey(window.source));
    QDockWidget* dock = dockOf(focus);
    if (dock != nullptr) {
        if (const TableView* view = tableOf(*dock, focus)) {
            out.panel = dock->objectName().toStdString();
            addRow(out, *view);
        }
    }
    if (const auto event = document.selection()) {
        out.event = findingEvent(*analysis.trace, *event);
        if (out.figures.empty()) {
            out.figures = eventFigures(*analysis.trace, *event);
            out.subject = out.figures.front().value;
        }
    }
    const auto more = windowFigures(analysis, window, document.verdict());
    out.figures.insert(out.figures.end(), more.begin(), more.end());
    const auto* pair = document.findChild<ComparePair*>();
    const bool isCompared = pair != nullptr && pair->isCurrent();
    if (isCompared) {
        addComparison(out, *pair->answer());
        const Window& other = pair->target()->window();
        out.other = FindingOther{pair->answer()->target->trace->capture.fileName,
                                 pair->target()->view().current(), other.range,
                                 std::string(windowSourceKey(other.source))};
    }
    out.commands = findingCommands(analysis, out);
    if (isCompared)
        out.commands.push_back(pair->answer()->command(out.other->file));
    if (dock != nullptr)
        addCommandOf(*dock, out.commands);
    std::vector<const TraceModel*> traces{analysis.trace.get()};
    if (isCompared)
        traces.push_back(pair->answer()->target->trace.get());
    out.title = titleOf(out, window, document.verdict(), traces);
    return out;
}

bool revisit(Document& document, const Finding& finding)
{
    if (!document.analysis())
        return false;
    const Analysis& analysis = *document.analysis();
    if (auto* pair = document.findChild<ComparePair*>(); pair != nullptr && finding.other)
        pair->revisit(*finding.other);
    document.setWindow(windowOf(analysis, finding));
    const std::optional<EventRef> event = eventOf(*analysis.trace, finding);
    if (event)
        document.reveal(*event); // its row as well; the view is set below
    else
        document.select(std::nullopt);
    if (!finding.view.isEmpty())
        document.setView(finding.view);
    return event.has_value() == finding.event.has_value();
}

} // namespace nv
