// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/search/search_panel.h"

#include "ui/document.h"
#include "ui/format.h"
#include "ui/marked_walk.h"
#include "ui/table/elided_label.h"
#include "ui/table/event_list.h"
#include "ui/table/event_names.h"
#include "ui/table/state_message.h"
#include "ui/table/table_view.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace nv {
namespace {

constexpr int kDelayMs = 150; ///< after the last key
constexpr std::size_t kMostListed = 20'000;
constexpr std::size_t kBins = 40;

/// The columns of a list of events, led by the name that was looked for.
Table namedEvents(const AnalysisPtr& analysis, const EventsPtr& events)
{
    Table table = eventTable(analysis, events);
    const auto name = std::find_if(table.columns.begin(), table.columns.end(), [](const Column& c) {
        return c.copyTitle == QLatin1String("name");
    });
    if (name != table.columns.end()) {
        for (Column& column : table.columns)
            column.takesRest = false;
        name->isHidden = false;
        name->takesRest = true;
        name->isSearched = true;
        std::rotate(table.columns.begin(), name, name + 1);
    }
    return table;
}

QString figures(const DurationStats& stats)
{
    const auto time = [](Ns ns) { return format::duration(static_cast<double>(ns)); };
    return SearchPanel::tr("total %1 · p50 %2 · p95 %3 · p99 %4 · max %5")
        .arg(time(stats.total), time(stats.p50), time(stats.p95), time(stats.p99), time(stats.max));
}

} // namespace

SearchPanel::SearchPanel(Document& from, QWidget* parent)
    : Panel(from, parent)
{
    buildLayout();
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &SearchPanel::ask);
    connect(m_line, &QLineEdit::textChanged, this, &SearchPanel::askSoon);
    connect(m_view, &TableView::rowPicked, this, [this](int row) {
        if (m_listed)
            document().reveal((*m_listed)[m_view->table().tableRow(row)]);
    });
    connectDocument();
    forget();
}

void SearchPanel::connectDocument()
{
    connect(&document(), &Document::analysisChanged, this, [this] {
        forget();
        askSoon();
    });
    connect(&document(), &Document::windowChanged, this, [this] {
        if (m_inWindow->isChecked())
            askSoon();
    });
    connect(&document(), &Document::selectionChanged, this, [this] {
        const auto event = document().selection();
        if (event && m_listed)
            m_view->selectId((static_cast<std::uint64_t>(event->kind) << 32U) | event->index);
    });
}

QToolButton* SearchPanel::newToggle(const QString& text, const QString& tip) const
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setCheckable(true);
    button->setAutoRaise(true);
    connect(button, &QToolButton::toggled, this, &SearchPanel::askSoon);
    return button;
}

QWidget* SearchPanel::newKinds()
{
    const std::array<std::pair<QString, QString>, scene::kSearchedKinds> titles{
        {{tr("GPU"), tr("Kernels, graph replays, copies and memsets")},
         {tr("API"), tr("CUDA API calls")},
         {tr("NVTX"), tr("NVTX ranges and marks")},
         {tr("OS"), tr("Calls of the OS runtime")}}};
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    for (std::size_t i = 0; i < titles.size(); ++i) {
        m_kinds[i] = newToggle(titles[i].first, titles[i].second);
        m_kinds[i]->setChecked(true);
        layout->addWidget(m_kinds[i]);
    }
    return row;
}

void SearchPanel::buildLayout()
{
    m_line = new QLineEdit;
    m_line->setPlaceholderText(tr("find by name"));
    m_line->setClearButtonEnabled(true);
    m_line->setAccessibleName(tr("Find by name"));
    m_line->setToolTip(tr("Enter: next, Shift+Enter: previous, Down: into the list"));
    m_line->installEventFilter(this);
    m_expression = newToggle(QStringLiteral(".*"), tr("Regular expression"));
    m_case = newToggle(QStringLiteral("Aa"), tr("Match case"));
    m_inWindow = newToggle(tr("in the window"), tr("Only events that overlap the window"));
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_line, 1);
    head->addWidget(m_expression);
    head->addWidget(m_case);
    head->addWidget(newKinds());
    head->addWidget(m_inWindow);
    m_caption = new ElidedLabel;
    m_statistics = new QToolButton;
    m_statistics->setText(tr("statistics"));
    m_statistics->setToolTip(tr("How long all that were found took"));
    m_statistics->setCheckable(true);
    m_statistics->setAutoRaise(true);
    auto* figures = new QHBoxLayout;
    figures->setSpacing(8);
    figures->addWidget(m_caption, 1);
    figures->addWidget(m_statistics);
    QWidget* centre = newCentre();
    connect(m_statistics, &QToolButton::toggled, this, &SearchPanel::showSpread);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addLayout(figures);
    layout->addWidget(centre, 1);
    setFocusProxy(m_line);
}

/// The list, below it the durations, or a sentence in their place.
QWidget* SearchPanel::newCentre()
{
    m_view = new TableView;
    m_view->table().setMaxRows(kMostListed);
    m_message = newStateMessage();
    m_spread = new SpreadView;
    m_spread->hide();
    connect(m_spread, &SpreadView::eventPicked, this,
            [this](const EventRef& event) { document().reveal(event); });
    auto* both = new QSplitter(Qt::Vertical);
    both->setChildrenCollapsible(false);
    both->addWidget(m_view);
    both->addWidget(m_spread);
    both->setStretchFactor(0, 1);
    auto* centre = new QWidget;
    m_stack = new QStackedLayout(centre);
    m_stack->addWidget(both);
    m_stack->addWidget(m_message);
    return centre;
}

void SearchPanel::showSpread()
{
    const bool isShown = m_statistics->isChecked() && m_found && !m_found->events.empty();
    m_spread->setVisible(isShown);
    if (isShown)
        m_spread->showSpread(document().analysis(), m_found, tr("events that were found"));
    else
        m_spread->clear();
}

scene::EventQuery SearchPanel::query() const
{
    scene::EventQuery query;
    query.text = m_line->text().toStdString();
    query.isExpression = m_expression->isChecked();
    query.isCaseSensitive = m_case->isChecked();
    for (std::size_t i = 0; i < m_kinds.size(); ++i)
        query.kinds[i] = m_kinds[i]->isChecked();
    if (m_inWindow->isChecked())
        query.within = document().window().range;
    return query;
}

void SearchPanel::askSoon()
{
    m_delay.start();
}

void SearchPanel::ask()
{
    m_delay.stop();
    const AnalysisPtr analysis = document().analysis();
    if (!analysis || m_line->text().isEmpty()) {
        m_job.cancel();
        forget();
        return;
    }
    m_job.replace(
        [analysis, query = query()](const std::stop_token& stop) -> Result<DurationSpread> {
            NV_TRY(events, scene::searchEvents(*analysis->trace, query, stop));
            return durationSpread(*analysis->trace, std::move(events), kBins, stop);
        },
        [this, analysis](Result<DurationSpread> answer) {
            if (analysis == document().analysis())
                take(std::move(answer));
        });
}

void SearchPanel::take(Result<DurationSpread> answer)
{
    if (!answer) {
        if (answer.error().code == Errc::Cancelled)
            return;
        forget();
        showMessage(QString::fromStdString(answer.error().message).toHtmlEscaped());
        return;
    }
    m_found = std::make_shared<const DurationSpread>(std::move(answer).value());
    m_allFound = EventsPtr(m_found, &m_found->events);
    showSpread();
    document().mark(m_found->events.empty() ? nullptr : m_allFound);
    list();
}

/// The first of them: who looks for more narrows the search, the figures are those of all.
void SearchPanel::list()
{
    const std::vector<EventRef>& all = m_found->events;
    if (all.empty()) {
        m_listed.reset();
        m_view->table().setTable({});
        m_caption->setLine({});
        showMessage(tr("No event of this capture has such a name.") + whatToTry());
        return;
    }
    m_listed = all.size() <= kMostListed
                   ? m_allFound
                   : std::make_shared<const std::vector<EventRef>>(
                       all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kMostListed));
    m_view->table().setTable(namedEvents(document().analysis(), m_listed));
    QString line =
        (all.size() == 1 ? tr("1 event") : tr("%1 events").arg(format::count(all.size())))
        + QStringLiteral(" · ") + figures(m_found->stats);
    if (all.size() > kMostListed)
        line += tr(" · the first %1 are listed").arg(format::count(kMostListed));
    m_caption->setLine(line);
    showMessage({});
}

/// What narrows the search and could be taken back; of a whole search, what else a name may be.
QString SearchPanel::whatToTry() const
{
    QStringList tries;
    if (m_inWindow->isChecked())
        tries << tr("the whole capture instead of the window");
    if (!std::ranges::all_of(m_kinds, &QToolButton::isChecked))
        tries << tr("the other kinds of events");
    if (m_expression->isChecked())
        tries << tr("plain text instead of a regular expression (.*)");
    if (m_case->isChecked())
        tries << tr("any case (Aa)");
    if (tries.isEmpty())
        tries << tr("a shorter part of the name");
    return tr("<br><br>Try %1.").arg(tries.join(tr(", or ")));
}

void SearchPanel::forget()
{
    if (m_allFound && document().marked() == m_allFound)
        document().mark(nullptr);
    m_found.reset();
    m_allFound.reset();
    m_listed.reset();
    showSpread();
    m_view->table().setTable({});
    m_caption->setLine({});
    showMessage(document().analysis()
                    ? tr("Type a part of the name of a kernel, an API call or an NVTX range.")
                    : tr("No capture is open."));
}

void SearchPanel::showMessage(const QString& text)
{
    m_message->setText(text);
    m_stack->setCurrentIndex(text.isEmpty() ? 0 : 1);
}

/// The marks may have gone with a selection: they come back with the next step.
void SearchPanel::step(bool isNext)
{
    if (!m_allFound || m_allFound->empty())
        return;
    document().mark(m_allFound);
    revealMarked(document(), isNext);
}

bool SearchPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return Panel::eventFilter(watched, event);
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool isEnter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    const bool isDown = key.key() == Qt::Key_Down && m_listed != nullptr;
    const bool isEscape = key.key() == Qt::Key_Escape && !m_line->text().isEmpty();
    if (!isEnter && !isDown && !isEscape)
        return Panel::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::ShortcutOverride)
        return true;
    if (isEscape) {
        m_line->clear();
    } else if (isDown) {
        m_view->setFocus();
        if (m_view->selectionModel()->selectedRows().isEmpty())
            m_view->selectRow(0);
    } else if (m_delay.isActive()) {
        ask(); // Enter does not wait for the moment after the last key
    } else {
        step(!key.modifiers().testFlag(Qt::ShiftModifier));
    }
    return true;
}

QString SearchPanel::captionText() const
{
    return m_caption->text();
}

QString SearchPanel::messageText() const
{
    return m_stack->currentIndex() == 1 ? m_message->text() : QString();
}

bool SearchPanel::isSettled() const
{
    return !m_delay.isActive() && m_job.isIdle();
}

} // namespace nv
