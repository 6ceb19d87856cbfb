// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare/compare_panel.h"

#include "core/analysis/compare/median_event.h"
#include "core/base/text.h"
#include "core/report/minus_signs.h"
#include "ui/appearance.h"
#include "ui/document.h"
#include "ui/panels/compare/compare_tables.h"
#include "ui/panels/compare/muted_rows.h"
#include "ui/panels/compare/waterfall_view.h"
#include "ui/table/elided_label.h"
#include "ui/table/filter_line.h"
#include "ui/table/state_message.h"
#include "ui/table/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>

namespace nv {
namespace {

constexpr int kConclusionPixels = 14;
constexpr int kIcon = 16;
constexpr int kDoubtsTab = 1;
constexpr int kFirstRowsTab = 2;

QLabel* newText()
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ComparePanel::ComparePanel(Document& from, QWidget* parent)
    : Panel(from, parent)
    , m_pair(ComparePair::of(from))
    , m_message(newStateMessage())
    , m_choose(new QToolButton)
    , m_sign(new QLabel)
    , m_comparability(newText())
    , m_conclusion(newText())
    , m_causes(new ElidedLabel)
    , m_copy(new QToolButton)
    , m_waterfall(new WaterfallView)
    , m_steps(new TableView)
    , m_doubts(new TableView)
    , m_tabs(new QTabWidget)
    , m_filters(new QStackedWidget)
{
    m_late.setSingleShot(true);
    m_late.setInterval(kStaleMs);
    connect(&m_late, &QTimer::timeout, this, [this] { m_body->setEnabled(m_pair.isCurrent()); });
    buildLayout();
    connectPair();
    refresh();
}

void ComparePanel::buildLayout()
{
    m_body = new QWidget;
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(12, 6, 12, 8);
    body->setSpacing(4);
    body->addWidget(newHead());
    body->addWidget(m_tabs, 1);
    m_tabs->setDocumentMode(true);
    m_tabs->setCornerWidget(m_filters);
    addStepPage();
    addPage(m_pages[0], CompareRows::Ranges);
    addPage(m_pages[1], CompareRows::Kernels);
    addPage(m_pages[2], CompareRows::Api);
    addPage(m_pages[3], CompareRows::Transfers);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ComparePanel::showFilter);
    showFilter(m_tabs->currentIndex());

    auto* centre = new QWidget;
    m_stack = new QStackedLayout(centre);
    m_stack->addWidget(m_body);
    m_stack->addWidget(newEmpty());
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(centre);
}

QWidget* ComparePanel::newEmpty()
{
    m_choose->setText(tr("Compare with …"));
    m_choose->setObjectName(QStringLiteral("compareWith"));
    auto* empty = new QWidget;
    auto* column = new QVBoxLayout(empty);
    column->addStretch(1);
    column->addWidget(m_message);
    column->addWidget(m_choose, 0, Qt::AlignHCenter);
    column->addStretch(1);
    return empty;
}

QWidget* ComparePanel::newHead()
{
    QFont bold = m_conclusion->font();
    bold.setPixelSize(kConclusionPixels);
    bold.setBold(true);
    m_conclusion->setFont(bold);
    m_copy->setText(tr("Copy the command"));
    m_copy->setAutoRaise(true);
    auto* head = new QWidget;
    auto* grid = new QGridLayout(head);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_sign, 0, 0, Qt::AlignTop);
    grid->addWidget(m_comparability, 0, 1);
    grid->addWidget(m_copy, 0, 2, Qt::AlignTop);
    grid->addWidget(m_conclusion, 1, 0, 1, 3);
    grid->addWidget(m_causes, 2, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    return head;
}

void ComparePanel::addStepPage()
{
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_waterfall);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* step = new QSplitter(Qt::Horizontal);
    step->setChildrenCollapsible(false);
    step->addWidget(scroll);
    step->addWidget(m_steps);
    step->setStretchFactor(0, 2);
    step->setStretchFactor(1, 3);
    m_steps->setAccessibleName(tr("The step as a whole"));
    m_doubts->setAccessibleName(tr("What differs between the captures"));
    m_tabs->addTab(step, tr("Step"));
    m_tabs->addTab(m_doubts, tr("Doubts"));
    for (int i = 0; i < kFirstRowsTab; ++i)
        m_filters->addWidget(new QWidget); // nothing to be filtered
}

void ComparePanel::addPage(Page& page, CompareRows rows)
{
    page.rows = rows;
    page.view = new TableView;
    page.view->setFirstSort(kDifferenceColumn, Qt::DescendingOrder);
    page.view->setItemDelegate(new MutedRows(
        [this, rows](std::size_t row) {
            const CompareAnswerPtr& answer = m_pair.answer();
            return answer && row < rowsOf(answer->comparison, rows).size()
                   && rowsOf(answer->comparison, rows)[row].isSmall;
        },
        *page.view));
    page.filter = new FilterLine(*page.view);
    m_filters->addWidget(page.filter);
    m_tabs->addTab(page.view, QString());
    connect(page.view, &TableView::rowPicked, this, [this, &page](int row) {
        const CompareAnswerPtr& answer = m_pair.answer();
        const std::size_t at = page.view->table().tableRow(row);
        if (answer && at < rowsOf(answer->comparison, page.rows).size())
            m_pair.findPlaces(page.rows, rowsOf(answer->comparison, page.rows)[at]);
    });
}

void ComparePanel::showFilter(int tab)
{
    m_filters->setCurrentIndex(tab);
}

void ComparePanel::connectPair()
{
    connect(m_choose, &QToolButton::clicked, &m_pair, &ComparePair::chooseRequested);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QApplication::clipboard()->setText(command()); });
    for (const auto signal :
         {&ComparePair::begun, &ComparePair::ended, &ComparePair::swapped, &ComparePair::answered})
        connect(&m_pair, signal, this, &ComparePanel::refresh);
    connect(&document(), &Document::analysisChanged, this, &ComparePanel::refresh);
    const auto watch = [this] {
        if (m_pair.answer() && !m_late.isActive())
            m_late.start();
    };
    connect(&document(), &Document::windowChanged, this, watch);
    connect(&m_pair, &ComparePair::begun, this,
            [this, watch] { connect(m_pair.target(), &Document::windowChanged, this, watch); });
}

void ComparePanel::refresh()
{
    m_isDirty = !isVisible();
    if (m_isDirty)
        return;
    const CompareAnswerPtr& answer = m_pair.answer();
    if (answer) {
        showAnswer(*answer);
        m_stack->setCurrentIndex(0);
        if (m_pair.isCurrent()) {
            m_late.stop();
            m_body->setEnabled(true);
        }
        return;
    }
    m_stack->setCurrentIndex(1);
    m_choose->setVisible(document().analysis() && m_pair.target() == nullptr);
    if (!document().analysis())
        m_message->setText(tr("No capture is open."));
    else if (m_pair.target() == nullptr)
        m_message->setText(tr("A second capture beside this one: what changed in a step, and "
                              "whether the two may be compared."));
    else
        m_message->setText(m_pair.error().isEmpty() ? tr("Being compared …")
                                                    : m_pair.error().toHtmlEscaped());
}

void ComparePanel::showAnswer(const CompareAnswer& answer)
{
    const Comparison& found = answer.comparison;
    const bool isDoubted = !found.notes.empty() || !found.hasSteps;
    m_sign->setPixmap(
        themedIcon(isDoubted ? "warning" : "info", isDoubted ? Role::Warning : Role::TextMuted)
            .pixmap(kIcon, kIcon));
    m_comparability->setText(QString::fromStdString(found.comparability));
    // What a step takes is the claim; where it went has a table of its own, and room is short.
    m_conclusion->setText(QString::fromStdString(withMinusSigns(found.conclusion.claim)));
    m_causes->setLine(QString::fromStdString(withMinusSigns(found.conclusion.causes)));
    m_causes->setVisible(!found.conclusion.causes.empty());
    // Steps that are not the same piece of work have no change to be made of parts.
    m_waterfall->setWaterfall(found.stepsHold() ? waterfallOf(found) : std::nullopt);
    m_steps->table().setTable(stepTable(m_pair.answer()));
    m_doubts->table().setTable(doubtTable(m_pair.answer()));
    const auto title = [](const QString& name, std::size_t rows) -> QString {
        return name + u' ' + QString::number(rows);
    };
    m_tabs->setTabText(kDoubtsTab, title(tr("Doubts"), found.notes.size()));
    m_tabs->setTabEnabled(kDoubtsTab, !found.notes.empty());
    const QStringList names{tr("NVTX"), tr("Kernels"), tr("API"), tr("Transfers")};
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_pages.at(i).view->table().setTable(changeTable(m_pair.answer(), m_pages.at(i).rows));
        const std::size_t rows = rowsOf(found, m_pages.at(i).rows).size();
        const int tab = kFirstRowsTab + static_cast<int>(i);
        m_tabs->setTabText(tab, title(names.at(static_cast<qsizetype>(i)), rows));
        m_tabs->setTabEnabled(tab, rows != 0);
    }
}

TableView& ComparePanel::rows(CompareRows rows) const
{
    for (const Page& page : m_pages)
        if (page.rows == rows)
            return *page.view;
    return *m_pages.front().view;
}

QString ComparePanel::comparability() const
{
    return m_comparability->text();
}

QString ComparePanel::conclusion() const
{
    return m_causes->text().isEmpty() ? m_conclusion->text()
                                      : m_conclusion->text() + u' ' + m_causes->text();
}

QString ComparePanel::messageText() const
{
    return m_stack->currentIndex() == 1 ? m_message->text() : QString();
}

bool ComparePanel::isDimmed() const
{
    return !m_body->isEnabled();
}

QString ComparePanel::command() const
{
    const CompareAnswerPtr& answer = m_pair.answer();
    return answer ? QString::fromStdString(answer->command(answer->target->trace->capture.fileName))
                  : QString();
}

void ComparePanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    if (m_isDirty)
        refresh();
}

bool ComparePanel::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        refresh(); // swatches take the colours of the new theme
    return Panel::event(event);
}

} // namespace nv
