// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/ranges/ranges_panel.h"

#include "ui/document.h"
#include "ui/mark_text.h"
#include "ui/panels/ranges/mark_list.h"
#include "ui/range_actions.h"
#include "ui/table/elided_label.h"
#include "ui/table/state_message.h"
#include "ui/table/table_view.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace nv {
namespace {

constexpr int kNameColumn = 0;

/// Keys that mean something to the timeline, not to a list that has no filter.
bool belongsToTimeline(const QKeyEvent& key)
{
    const bool isPlain = (key.modifiers() & (Qt::AltModifier | Qt::MetaModifier)) == 0;
    const bool isDigit = key.key() >= Qt::Key_1 && key.key() <= Qt::Key_9;
    const bool isTyped = (key.modifiers() & Qt::ControlModifier) == 0 && !key.text().isEmpty()
                         && key.text().front().isPrint();
    return isPlain && (isDigit || isTyped);
}

} // namespace

RangesPanel::RangesPanel(Document& from, QWidget* parent)
    : Panel(from, parent)
{
    buildLayout();
    connectDocument();
    refresh();
}

void RangesPanel::buildLayout()
{
    m_caption = new ElidedLabel;
    m_keep = new QToolButton;
    m_keep->setText(tr("Keep the window"));
    m_keep->setToolTip(tr("As a named range (Shift+M)"));
    m_remove = new QToolButton;
    m_remove->setText(tr("Remove"));
    m_remove->setToolTip(tr("The chosen range or mark (Delete)"));
    auto* head = new QHBoxLayout;
    head->addWidget(m_caption, 1);
    head->addWidget(m_keep);
    head->addWidget(m_remove);
    m_list = new TableView;
    m_list->setAccessibleName(tr("Named ranges"));
    m_list->setEditTriggers(QAbstractItemView::SelectedClicked);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->installEventFilter(this);
    m_figures = new TableView;
    m_figures->setAccessibleName(tr("Figures of the named ranges"));
    m_figures->installEventFilter(this);
    m_budgets = new TableView;
    m_budgets->setAccessibleName(tr("Budgets of the named ranges"));
    m_budgets->installEventFilter(this);
    m_marks = new MarkList(document());
    m_marks->installEventFilter(this);
    auto* left = new QSplitter(Qt::Vertical);
    left->setChildrenCollapsible(false);
    left->addWidget(m_list);
    left->addWidget(m_marks);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    auto* right = new QSplitter(Qt::Vertical);
    right->setChildrenCollapsible(false);
    right->addWidget(m_figures);
    right->addWidget(m_budgets);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    m_message = newStateMessage();
    auto* centre = new QWidget;
    m_stack = new QStackedLayout(centre);
    m_stack->addWidget(splitter);
    m_stack->addWidget(m_message);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(centre, 1);
    setFocusProxy(m_list);
}

/// A note that is being written goes with its table, after this panel: it is kept, but not shown.
RangesPanel::~RangesPanel()
{
    disconnect(&document().annotations(), nullptr, this, nullptr);
}

void RangesPanel::connectDocument()
{
    Annotations& annotations = document().annotations();
    connect(&annotations, &Annotations::changed, this, &RangesPanel::refresh);
    connect(&annotations, &Annotations::chosenChanged, this, &RangesPanel::followChosen);
    connect(&document(), &Document::analysisChanged, this, &RangesPanel::refresh);
    connect(&document(), &Document::verdictChanged, this, [this] {
        if (document().analysis() != m_analysis) // judged by other limits
            refresh();
    });
    connect(m_keep, &QToolButton::clicked, this,
            [this] { editCell(keepWindow(document()), kNameColumn); });
    connect(m_remove, &QToolButton::clicked, this,
            [this] { document().annotations().removeChosen(); });
    connect(m_list, &TableView::currentRowChanged, this,
            [this](int row) { document().annotations().chooseRange(m_list->table().rowId(row)); });
    connect(m_list, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        document().annotations().chooseRange(m_list->table().rowId(index.row()));
    });
    connect(m_list, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& index) { jump(index.row()); });
    connect(m_list, &QWidget::customContextMenuRequested, this, &RangesPanel::showMenu);
}

void RangesPanel::refresh()
{
    m_isDirty = !isVisible();
    if (m_isDirty)
        return;
    const AnalysisPtr analysis = document().analysis();
    const Annotations& annotations = document().annotations();
    m_analysis = analysis;
    m_keep->setEnabled(analysis != nullptr);
    const bool hasRanges = analysis && !annotations.ranges().empty();
    const bool hasMarks = analysis && !annotations.marks().empty();
    m_list->setVisible(hasRanges);
    m_figures->setVisible(hasRanges);
    m_budgets->setVisible(hasRanges);
    m_marks->setVisible(hasMarks);
    m_marks->refresh();
    if (!hasRanges) {
        m_list->table().setTable({});
        m_figures->table().setTable({});
        m_budgets->table().setTable({});
        showMessage(hasMarks ? QString()
                    : analysis
                        ? tr("Set the window, then press Shift+M to keep it as a named range, "
                             "or Ctrl+1 to Ctrl+9; the digit alone brings it back.  M marks the "
                             "instant under the pointer.")
                        : tr("No capture is open."));
        followChosen();
        return;
    }
    const RangeFiguresPtr figures = rangeFigures(*analysis, annotations);
    Annotations& edited = document().annotations();
    m_list->table().setTable(rangeTable(
        figures, [&edited](std::uint64_t id, const QString& name) { edited.rename(id, name); },
        [&edited](std::uint64_t id, const QString& note) { edited.setNote(id, note); }));
    m_figures->table().setTable(figureTable(figures, analysis->trace));
    m_budgets->table().setTable(budgetTable(figures, analysis->trace));
    showMessage({});
    followChosen();
}

void RangesPanel::showMessage(const QString& text)
{
    m_message->setText(text);
    m_stack->setCurrentIndex(text.isEmpty() ? 0 : 1);
    sayCaption();
}

void RangesPanel::sayCaption()
{
    const Annotations& annotations = document().annotations();
    if (m_stack->currentIndex() == 1)
        m_caption->setLine({});
    else if (annotations.comparedMark())
        m_caption->setLine(
            tr("Distance of the two marks: %1")
                .arg(distanceText(*annotations.chosenMark(), *annotations.comparedMark())));
    else if (annotations.ranges().empty())
        m_caption->setLine(tr("Two selected marks tell their distance"));
    else
        m_caption->setLine(
            tr("Figures and shares of each range · a double-click makes one the window"));
}

QString RangesPanel::captionText() const
{
    return m_caption->text();
}

void RangesPanel::followChosen()
{
    const std::optional<std::uint64_t> chosen = document().annotations().chosenRange();
    m_remove->setEnabled(document().annotations().hasChosen());
    if (!isVisible())
        return;
    sayCaption();
    m_marks->followChosen();
    if (!chosen)
        m_list->clearSelection();
    else if (m_list->currentId() != chosen || !m_list->selectionModel()->hasSelection())
        m_list->selectId(*chosen);
}

void RangesPanel::jump(int row)
{
    jumpToRange(document(), m_list->table().rowId(row));
}

/// The same as on the flag of a range.
void RangesPanel::showMenu(const QPoint& at)
{
    const QModelIndex index = m_list->indexAt(at);
    if (!index.isValid())
        return;
    const std::uint64_t range = m_list->table().rowId(index.row());
    document().annotations().chooseRange(range);
    auto* menu = new QMenu(m_list);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Rename …\tF2"), this, [this, range] { editCell(range, kNameColumn); });
    menu->addAction(tr("Edit note …"), this, [this, range] {
        editCell(range, m_list->table().columnCount() - 1); // notes stand last
    });
    menu->addAction(tr("Make it the window"), this,
                    [this, range] { jumpToRange(document(), range); });
    menu->addAction(tr("Remove\tDel"), this, [this] { document().annotations().removeChosen(); });
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

void RangesPanel::editCell(std::uint64_t range, int column)
{
    if (const auto row = m_list->table().rowOf(range)) {
        m_list->setFocus();
        m_list->edit(m_list->table().index(*row, column));
    }
}

bool RangesPanel::pressKey(const QKeyEvent& key)
{
    const QModelIndex current = m_list->currentIndex();
    switch (key.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current.isValid())
            jump(current.row());
        return true;
    case Qt::Key_F2:
        if (current.isValid())
            m_list->edit(m_list->table().flags(current).testFlag(Qt::ItemIsEditable)
                             ? current
                             : current.siblingAtColumn(kNameColumn));
        return true;
    case Qt::Key_Delete:
        document().annotations().removeChosen();
        return true;
    default:
        return false;
    }
}

bool RangesPanel::eventFilter(QObject* watched, QEvent* event)
{
    const bool isPress = event->type() == QEvent::KeyPress;
    if (!isPress && event->type() != QEvent::ShortcutOverride)
        return Panel::eventFilter(watched, event);
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (isPress && watched == m_list && pressKey(key))
        return true;
    if (!belongsToTimeline(key))
        return Panel::eventFilter(watched, event);
    event->ignore();
    return true;
}

bool RangesPanel::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        refresh(); // swatches take the colours of the new theme
    return Panel::event(event);
}

void RangesPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    if (m_isDirty)
        refresh();
}

QString RangesPanel::messageText() const
{
    return m_stack->currentIndex() == 1 ? m_message->text() : QString();
}

} // namespace nv
