// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/table_panel.h"

#include "ui/document.h"
#include "ui/format.h"
#include "ui/table/elided_label.h"
#include "ui/table/filter_line.h"
#include "ui/table/state_message.h"
#include "ui/table/table_view.h"
#include "ui/table/veil.h"
#include "ui/window_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace nv {

TablePanel::TablePanel(Document& document, QWidget* parent)
    : Panel(document, parent)
{
    buildLayout();
}

void TablePanel::buildLayout()
{
    m_caption = new ElidedLabel;
    m_view = new TableView;
    m_filter = new FilterLine(*m_view);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_caption, 1);
    head->addWidget(m_filter);

    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_view);
    m_message = newStateMessage();
    m_message->setTextInteractionFlags(Qt::TextBrowserInteraction); // the command can be copied

    auto* centre = new QWidget;
    m_stack = new QStackedLayout(centre);
    m_stack->addWidget(m_splitter);
    m_stack->addWidget(m_message);
    m_footer = new ElidedLabel;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(centre, 1);
    layout->addWidget(m_footer);
    m_veil = new Veil(centre);
    setFocusProxy(m_view);

    connect(m_filter, &QLineEdit::textChanged, this, &TablePanel::updateFooter);
    connect(m_view, &TableView::currentRowChanged, this, &TablePanel::details);
    connect(m_view, &TableView::rowPicked, this, [this](int row) {
        if (m_answer.tables)
            leadTo(m_answer, m_view->table().tableRow(row));
    });
}

void TablePanel::begin()
{
    connectDocument();
    refresh();
}

void TablePanel::connectDocument()
{
    Document& from = document();
    connect(&from, &Document::analysisChanged, this, [this] {
        m_answer = {};
        refresh();
    });
    connect(&from, &Document::tablesChanged, this, &TablePanel::refresh);
    connect(&from, &Document::staleChanged, this,
            [this] { dim(document().tablesAreStale() && m_answer.tables); });
    connect(&from, &Document::selectionChanged, this, &TablePanel::highlightSelection);
}

/// Called for every answer while the brush moves: an unseen panel only notes that there is one.
void TablePanel::refresh()
{
    if (!isVisible()) {
        m_isDirty = true;
        return;
    }
    m_isDirty = false;
    Document& from = document();
    if (!from.analysis()) {
        m_answer = {};
        m_view->table().setTable({});
        showMessage(tr("No capture is open."));
        return;
    }
    if (!from.tables()) {
        showMessage(from.tablesError().isEmpty()
                        ? tr("Counting %1 …").arg(windowText(from.window()).toHtmlEscaped())
                        : from.tablesError().toHtmlEscaped());
        return;
    }
    if (m_answer.tables != from.tables())
        present({from.analysis(), from.tables()});
    dim(from.tablesAreStale());
    updateFooter();
}

void TablePanel::present(const Answer& answer)
{
    m_answer = answer;
    Table table = rows(answer);
    const bool isEmpty = table.rows == 0;
    m_view->table().setTable(std::move(table));
    const QString caption =
        windowText(answer.tables->window) + QStringLiteral(" · ") + rule(answer);
    m_caption->setLine(caption);
    showMessage(isEmpty ? emptySentence(answer) : QString());
    updateFooter();
    highlightSelection();
    details();
}

void TablePanel::details()
{
    if (m_answer.tables)
        showDetails(m_answer, m_view->currentTableRow());
}

void TablePanel::showMessage(const QString& html)
{
    m_message->setText(html);
    m_stack->setCurrentIndex(html.isEmpty() ? 0 : 1);
    m_filter->setEnabled(html.isEmpty());
    if (!m_answer.tables) {
        m_caption->setLine({});
        m_footer->setLine({});
    }
}

void TablePanel::updateFooter()
{
    if (!m_answer.tables)
        return;
    const TableModel& table = m_view->table();
    const auto count = [](std::size_t n) { return format::count(n); };
    const auto shown = static_cast<std::size_t>(table.rowCount());
    QStringList parts;
    if (const QString& failed = document().tablesError(); !failed.isEmpty())
        parts << failed;
    if (!table.filter().isEmpty())
        parts
            << tr("%1 of %2 rows match").arg(count(table.matchingRows()), count(table.totalRows()));
    if (shown < table.matchingRows())
        parts << tr("showing %1 of %2, filter or narrow the window to see the others")
                     .arg(count(shown), count(table.matchingRows()));
    if (const QString more = remark(m_answer); !more.isEmpty())
        parts << more;
    // A plain count is worth no line of its own in a low dock.
    m_footer->setVisible(!parts.isEmpty());
    if (parts.isEmpty() && shown > 0)
        parts << (shown == 1 ? tr("1 row") : tr("%1 rows").arg(count(shown)));
    m_footer->setLine(parts.join(QStringLiteral(" · ")));
}

void TablePanel::highlightSelection()
{
    const auto event = document().selection();
    if (!event || !m_answer.tables || !isVisible())
        return;
    const auto id = rowOf(m_answer, *event);
    if (id && m_view->currentId() != id && m_view->selectId(*id))
        details();
}

void TablePanel::dim(bool isDim)
{
    m_veil->setDim(isDim);
}

bool TablePanel::isDimmed() const
{
    return m_veil->isDim();
}

QString TablePanel::captionText() const
{
    return m_caption->text();
}

QString TablePanel::footerText() const
{
    return m_footer->text();
}

QString TablePanel::messageText() const
{
    return m_message->text();
}

void TablePanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    if (m_isDirty)
        refresh();
}

bool TablePanel::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_answer.tables && isVisible())
        present(m_answer); // swatches take the colours of the new theme
    return Panel::event(event);
}

QString keptRowsRule(const Window& window, const QString& rows, const QString& row)
{
    return window.source == WindowSource::All
               ? TablePanel::tr("every %1").arg(row)
               : TablePanel::tr("whole durations of %1 nsys keeps").arg(rows);
}

QString neverRecorded(const QString& what, const QString& command)
{
    return TablePanel::tr("%1<br><br>Record it with: <code>%2</code>")
        .arg(what.toHtmlEscaped(), command.toHtmlEscaped());
}

} // namespace nv
