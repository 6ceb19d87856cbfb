// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/graphs/graphs_panel.h"

#include "core/analysis/row_events.h"
#include "ui/document.h"
#include "ui/jobs/latest_job.h"
#include "ui/panels/kernels/kernel_table.h"
#include "ui/table/elided_label.h"
#include "ui/table/event_names.h"
#include "ui/table/state_message.h"
#include "ui/table/table_view.h"
#include "ui/window_text.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace nv {
namespace {

constexpr int kHeadlinePixels = 14;
constexpr int kGapColumn = 2;
constexpr int kGraphTotalColumn = 3;

QSplitter* newSplitter(Qt::Orientation orientation, std::initializer_list<QWidget*> parts)
{
    auto* splitter = new QSplitter(orientation);
    splitter->setChildrenCollapsible(false);
    for (QWidget* part : parts)
        splitter->addWidget(part);
    return splitter;
}

} // namespace

GraphsPanel::GraphsPanel(Document& from, QWidget* parent)
    : Panel(from, parent)
    , m_job(std::make_unique<LatestJob>())
    , m_caption(new ElidedLabel)
    , m_headline(new QLabel)
    , m_message(newStateMessage())
    , m_eager(newPart(tr("Kernels launched one by one")))
    , m_nodes(newPart(tr("Nodes of CUDA graphs")))
    , m_pattern(newPart(tr("Groups of the repeating pattern")))
{
    m_late.setSingleShot(true);
    m_late.setInterval(kStaleMs);
    connect(&m_late, &QTimer::timeout, this, [this] { dim(isBehind()); });
    m_eager.view->setFirstSort(kGapColumn, Qt::DescendingOrder);
    m_nodes.view->setFirstSort(kGraphTotalColumn, Qt::DescendingOrder);
    m_pattern.view->setFirstSort(1, Qt::AscendingOrder);
    buildLayout();
    connectRows();
    connect(&from, &Document::analysisChanged, this, [this] {
        m_job->cancel();
        m_answer = {};
        showAnswer();
        ask();
    });
    connect(&from, &Document::windowChanged, this, &GraphsPanel::ask);
    showAnswer();
}

GraphsPanel::~GraphsPanel() = default;

GraphsPanel::Part GraphsPanel::newPart(const QString& name)
{
    Part part;
    part.box = new QWidget;
    part.caption = new ElidedLabel;
    part.caption->setForegroundRole(QPalette::PlaceholderText);
    part.view = new TableView;
    part.view->setAccessibleName(name);
    auto* column = new QVBoxLayout(part.box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(part.caption);
    column->addWidget(part.view, 1);
    return part;
}

void GraphsPanel::buildLayout()
{
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setWordWrap(true);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont font = m_headline->font();
    font.setPixelSize(kHeadlinePixels);
    font.setBold(true);
    m_headline->setFont(font);
    m_caption->setForegroundRole(QPalette::PlaceholderText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 8);
    column->setSpacing(4);
    column->addWidget(m_caption);
    column->addWidget(m_headline);
    QSplitter* tables = newSplitter(
        Qt::Vertical, {newSplitter(Qt::Horizontal, {m_eager.box, m_nodes.box}), m_pattern.box});
    tables->setStretchFactor(0, 3);
    tables->setStretchFactor(1, 2);
    column->addWidget(tables, 1);
    m_message->setTextInteractionFlags(Qt::TextBrowserInteraction); // the command can be copied
    column->addWidget(m_message, 1);
    m_tables = tables;
}

void GraphsPanel::connectRows()
{
    connect(m_nodes.view, &TableView::rowPicked, this, [this](int row) {
        const std::size_t at = m_nodes.view->table().tableRow(row);
        document().reveal({EventKind::Op, m_answer.found->nodes.nodes[at].longest.value});
    });
    connect(m_eager.view, &TableView::rowPicked, this, [this](int row) {
        const std::size_t at = m_eager.view->table().tableRow(row);
        const NameId name = m_answer.found->summary.eager[at].demangled;
        if (const auto op = longestLaunch(m_answer.trace(), m_answer.window, name))
            document().reveal({EventKind::Op, op->value});
    });
}

QString GraphsPanel::headline() const
{
    return m_headline->text();
}

QString GraphsPanel::messageText() const
{
    return m_message->text();
}

QString GraphsPanel::patternText() const
{
    return m_answer.found ? patternCaption(m_answer) : QString();
}

bool GraphsPanel::isBehind() const
{
    return document().analysis() != m_answer.analysis
           || (m_answer.analysis && m_answer.window.range != document().window().range);
}

void GraphsPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    ask();
}

void GraphsPanel::ask()
{
    if (!isVisible() || !document().analysis() || !isBehind())
        return;
    if (!m_late.isActive())
        m_late.start();
    m_job->follow(
        [analysis = document().analysis(),
         window = document().window()](const std::stop_token& stop) -> GraphAnswer {
            return {analysis, window, graphFindings(*analysis, window, stop)};
        },
        [this](GraphAnswer answer) { take(std::move(answer)); });
}

void GraphsPanel::take(GraphAnswer answer)
{
    if (!answer.found || answer.analysis != document().analysis())
        return;
    m_answer = std::move(answer);
    dim(false);
    if (isBehind())
        m_late.start();
    else
        m_late.stop();
    showAnswer();
}

void GraphsPanel::showAnswer()
{
    if (!m_answer.found) {
        m_caption->setLine({});
        m_headline->setText(document().analysis() ? tr("Being computed …")
                                                  : tr("Open a capture to see its CUDA graphs."));
        for (const Part& part : {m_eager, m_nodes, m_pattern}) {
            part.caption->setLine({});
            part.view->table().setTable({});
        }
        showMessage({});
        return;
    }
    m_caption->setLine(windowText(m_answer.window));
    m_headline->setText(graphHeadline(m_answer));
    m_eager.caption->setLine(eagerCaption(m_answer));
    m_nodes.caption->setLine(nodesCaption(m_answer));
    m_pattern.caption->setLine(patternCaption(m_answer));
    m_eager.view->table().setTable(eagerTable(m_answer));
    m_nodes.view->table().setTable(graphNodeTable(m_answer));
    m_pattern.view->table().setTable(patternTable(m_answer));
    const GraphFindings& found = *m_answer.found;
    const bool isEmpty =
        found.summary.eager.empty() && found.nodes.nodes.empty() && found.pattern.groups.empty();
    showMessage(isEmpty ? noKernelSentence(m_answer.trace()) : QString());
}

void GraphsPanel::showMessage(const QString& html)
{
    m_message->setText(html);
    m_message->setVisible(!html.isEmpty());
    m_tables->setVisible(html.isEmpty());
}

void GraphsPanel::dim(bool isDim)
{
    for (const Part& part : {m_eager, m_nodes, m_pattern})
        part.box->setEnabled(!isDim);
    m_headline->setEnabled(!isDim);
}

} // namespace nv
