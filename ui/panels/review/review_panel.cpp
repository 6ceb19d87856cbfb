// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/review/review_panel.h"

#include "ui/annotations.h"
#include "ui/document.h"
#include "ui/finding_html.h"
#include "ui/finding_maker.h"
#include "ui/format.h"
#include "ui/table/elided_label.h"
#include "ui/table/state_message.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

namespace nv {
namespace {

constexpr int kIdRole = Qt::UserRole;
constexpr int kLeastEditor = 160;

QString fromStd(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace

ReviewPanel::ReviewPanel(Document& from, QWidget* parent)
    : Panel(from, parent)
{
    buildLayout();
    connectDocument();
    refresh();
}

FindingList& ReviewPanel::findings() const
{
    return document().annotations().findings();
}

QToolButton* ReviewPanel::addButton(const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    m_buttons << button;
    return button;
}

void ReviewPanel::buildLayout()
{
    m_caption = new ElidedLabel;
    m_add = addButton(tr("Add"), tr("What the window shows now, from whatever dock (Ctrl+E)"));
    m_up = addButton(tr("Up"), tr("Tell it earlier (Alt+Up)"));
    m_down = addButton(tr("Down"), tr("Tell it later (Alt+Down)"));
    m_remove = addButton(tr("Remove"), tr("The chosen finding (Delete)"));
    m_undo = addButton(tr("Undo"), tr("Bring back what was removed last"));
    m_present = addButton(tr("Present"), tr("One after the other on the whole screen (F5)"));
    m_pack = addButton(tr("Export …"), tr("All of them as a page, Markdown or PDF"));
    auto* head = new QHBoxLayout;
    head->addWidget(m_caption, 1);
    for (QToolButton* button : std::as_const(m_buttons))
        head->addWidget(button);
    m_list = new QListWidget;
    m_list->setAccessibleName(tr("Findings"));
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setDefaultDropAction(Qt::MoveAction);
    m_list->setAlternatingRowColors(true);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->installEventFilter(this);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_list);
    splitter->addWidget(newEditor());
    m_figures = new QTextBrowser;
    m_figures->setOpenLinks(false); // names of a capture lead nowhere
    m_figures->setAccessibleName(tr("Figures of the finding"));
    splitter->addWidget(m_figures);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 3);
    splitter->setStretchFactor(2, 4);
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

QWidget* ReviewPanel::newEditor()
{
    m_title = new QLineEdit;
    m_title->setAccessibleName(tr("Title of the finding"));
    m_title->setPlaceholderText(tr("Title"));
    m_note = new QPlainTextEdit;
    m_note->setAccessibleName(tr("Note on the finding"));
    m_note->setPlaceholderText(tr("Note: what it means, what was tried, what to do"));
    m_note->setTabChangesFocus(true);
    m_title->installEventFilter(this);
    m_note->installEventFilter(this);
    auto* editor = new QWidget;
    editor->setMinimumWidth(kLeastEditor);
    auto* column = new QVBoxLayout(editor);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_title);
    column->addWidget(m_note, 1);
    return editor;
}

void ReviewPanel::connectDocument()
{
    connect(&findings(), &FindingList::changed, this, &ReviewPanel::refresh);
    connect(&findings(), &FindingList::chosenChanged, this, &ReviewPanel::followChosen);
    connect(&document(), &Document::analysisChanged, this, &ReviewPanel::refresh);
    connect(m_add, &QToolButton::clicked, &findings(), &FindingList::makeAsked);
    connect(m_up, &QToolButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { move(1); });
    connect(m_remove, &QToolButton::clicked, this, &ReviewPanel::remove);
    connect(m_undo, &QToolButton::clicked, this, [this] { findings().undoRemove(); });
    connect(m_present, &QToolButton::clicked, &findings(), &FindingList::presentAsked);
    connect(m_pack, &QToolButton::clicked, &findings(), &FindingList::packAsked);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        if (!m_isQuiet && row >= 0)
            findings().choose(idAt(row));
    });
    connect(m_list, &QListWidget::itemDoubleClicked, this, &ReviewPanel::go);
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &ReviewPanel::onMoved);
    connect(m_title, &QLineEdit::editingFinished, this, [this] {
        if (const auto id = findings().chosen(); id && !m_isQuiet)
            findings().setTitle(*id, m_title->text());
    });
    connect(m_note, &QPlainTextEdit::textChanged, this, [this] {
        if (const auto id = findings().chosen(); id && !m_isQuiet)
            findings().setNote(*id, m_note->toPlainText());
    });
}

std::uint64_t ReviewPanel::idAt(int row) const
{
    return m_list->item(row)->data(kIdRole).toULongLong();
}

void ReviewPanel::refresh()
{
    m_isDirty = !isVisible();
    if (m_isDirty)
        return;
    const QScopedValueRollback quiet(m_isQuiet, true);
    const std::vector<FindingList::Item>& items = findings().items();
    while (m_list->count() > static_cast<int>(items.size()))
        delete m_list->takeItem(m_list->count() - 1);
    while (m_list->count() < static_cast<int>(items.size()))
        m_list->addItem(QString());
    for (std::size_t i = 0; i < items.size(); ++i) {
        QListWidgetItem& row = *m_list->item(static_cast<int>(i));
        row.setText(QStringLiteral("%1  %2").arg(i + 1).arg(fromStd(items[i].title)));
        row.setToolTip(
            QStringLiteral("<qt>%1<br>%2</qt>")
                .arg(fromStd(items[i].title).toHtmlEscaped(), format::range(items[i].window)));
        row.setData(kIdRole, QVariant::fromValue<quint64>(items[i].id));
    }
    const bool hasTrace = document().analysis() != nullptr;
    m_message->setText(
        hasTrace ? tr("Set the window, choose an event or a row of a table, and press Ctrl+E: "
                      "view, window and figures are kept here for the review.")
                 : tr("No capture is open."));
    m_stack->setCurrentIndex(items.empty() ? 1 : 0);
    m_caption->setLine(items.empty() ? QString()
                                     : tr("Kept for the review · a double-click goes back to one"));
    followChosen();
}

void ReviewPanel::followChosen()
{
    if (!isVisible())
        return;
    const QScopedValueRollback quiet(m_isQuiet, true);
    const auto place = findings().chosenPlace();
    m_list->setCurrentRow(place ? static_cast<int>(*place) : -1);
    showFinding();
    updateButtons();
}

void ReviewPanel::showFinding()
{
    const FindingList::Item* item = findings().chosenItem();
    m_title->setEnabled(item != nullptr);
    m_note->setEnabled(item != nullptr);
    const QString title = item != nullptr ? fromStd(item->title) : QString();
    if (m_title->text() != title) {
        m_title->setText(title);
        m_title->setCursorPosition(0);
    }
    // While it is written in, the cursor must stay where it is.
    if (const QString note = item != nullptr ? fromStd(item->note) : QString();
        m_note->toPlainText() != note)
        m_note->setPlainText(note);
    const QString html = item != nullptr ? findingHtml(*item) : QString();
    if (m_figures->property("finding").toString() != html) {
        m_figures->setProperty("finding", html);
        m_figures->setHtml(html);
    }
}

void ReviewPanel::updateButtons()
{
    const auto place = findings().chosenPlace();
    const bool isAny = !findings().isEmpty();
    m_add->setEnabled(document().analysis() != nullptr);
    m_up->setEnabled(place && *place > 0);
    m_down->setEnabled(place && *place + 1 < findings().items().size());
    m_remove->setEnabled(place.has_value());
    m_undo->setVisible(findings().canUndoRemove());
    m_present->setEnabled(isAny);
    m_pack->setEnabled(isAny);
}

/// A drag has put a row elsewhere: the findings follow.
void ReviewPanel::onMoved()
{
    const auto chosen = findings().chosen();
    std::vector<std::uint64_t> ids;
    ids.reserve(static_cast<std::size_t>(m_list->count()));
    for (int row = 0; row < m_list->count(); ++row)
        ids.push_back(idAt(row));
    const QScopedValueRollback quiet(m_isQuiet, true);
    for (std::size_t place = 0; place < ids.size(); ++place)
        findings().moveTo(ids[place], place);
    if (chosen)
        findings().choose(*chosen);
}

void ReviewPanel::move(int by)
{
    const auto place = findings().chosenPlace();
    if (place && (by > 0 || *place > 0))
        findings().moveTo(*findings().chosen(), by > 0 ? *place + 1 : *place - 1);
}

void ReviewPanel::remove()
{
    if (const auto chosen = findings().chosen())
        findings().remove(*chosen);
}

void ReviewPanel::go()
{
    const FindingList::Item* item = findings().chosenItem();
    if (item != nullptr && !revisit(document(), *item))
        emit document().failed(
            tr("The event of this finding is not in what was read of the trace."));
}

bool ReviewPanel::pressKey(int key, Qt::KeyboardModifiers modifiers)
{
    const bool isAlt = (modifiers & Qt::AltModifier) != 0;
    if (isAlt && (key == Qt::Key_Up || key == Qt::Key_Down))
        move(key == Qt::Key_Up ? -1 : 1);
    else if (key == Qt::Key_Return || key == Qt::Key_Enter)
        go();
    else if (key == Qt::Key_Delete)
        remove();
    else if (key == Qt::Key_F2)
        m_title->setFocus(Qt::ShortcutFocusReason);
    else
        return false;
    return true;
}

/// Enter goes on from the title to the note, Esc back to the list.
bool ReviewPanel::leaveField(const QObject* field, int key)
{
    if (key == Qt::Key_Escape)
        m_list->setFocus(Qt::ShortcutFocusReason);
    else if (field == m_title && (key == Qt::Key_Return || key == Qt::Key_Enter))
        m_note->setFocus(Qt::ShortcutFocusReason);
    else
        return false;
    return true;
}

bool ReviewPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return Panel::eventFilter(watched, event);
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (watched != m_list)
        return leaveField(watched, key.key()) || Panel::eventFilter(watched, event);
    if (pressKey(key.key(), key.modifiers()))
        return true;
    // A list jumps to what is typed; here letters belong to the timeline.
    const bool isTyped = (key.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) == 0
                         && !key.text().isEmpty() && key.text().front().isPrint();
    if (!isTyped)
        return Panel::eventFilter(watched, event);
    event->ignore();
    return true;
}

bool ReviewPanel::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        showFinding(); // in the colours of the new theme
    return Panel::event(event);
}

void ReviewPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    if (m_isDirty)
        refresh();
}

QString ReviewPanel::figuresText() const
{
    return m_figures->toPlainText();
}

QString ReviewPanel::messageText() const
{
    return m_stack->currentIndex() == 1 ? m_message->text() : QString();
}

} // namespace nv
