// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/reports/report_chooser.h"

#include "core/analysis/stats/report_group.h"
#include "ui/table/event_names.h"
#include "ui/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScreen>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nv {
namespace {

constexpr int kReportRole = Qt::UserRole;
constexpr QSize kListSize(560, 420);
constexpr int kRowHeight = 22;
constexpr int kLeastWidth = 120;

const StatsReport* reportOf(const QTreeWidgetItem* item)
{
    const int index = item->data(0, kReportRole).toInt() - 1; // 0: a heading
    return index < 0 ? nullptr : &statsReports()[static_cast<std::size_t>(index)];
}

template <class Visit>
void forEachReport(const QTreeWidget& tree, Visit visit)
{
    for (int g = 0; g < tree.topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = tree.topLevelItem(g);
        for (int i = 0; i < group->childCount(); ++i)
            visit(group->child(i));
    }
}

} // namespace

ReportList::ReportList(QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_search(new QLineEdit)
    , m_tree(new QTreeWidget)
{
    setFrameShape(QFrame::StyledPanel);
    m_search->setPlaceholderText(tr("find a report"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_tree->setColumnCount(2);
    m_tree->setHeaderHidden(true);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(12);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setAccessibleName(tr("Reports"));
    fill();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(4);
    layout->addWidget(m_search);
    layout->addWidget(m_tree, 1);
    connect(m_search, &QLineEdit::textChanged, this, &ReportList::narrow);
    connect(m_tree, &QTreeWidget::itemClicked, this, &ReportList::take);
    connect(m_tree, &QTreeWidget::itemActivated, this, &ReportList::take);
}

void ReportList::fill()
{
    const std::span<const StatsReport> reports = statsReports();
    std::vector<std::size_t> order(reports.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return reportGroupRank(reports[a]) < reportGroupRank(reports[b]);
    });
    QTreeWidgetItem* group = nullptr;
    for (const std::size_t i : order) {
        const QString heading = fromUtf8(reportGroupTitle(reports[i]));
        if (group == nullptr || group->text(0) != heading) {
            group = new QTreeWidgetItem(m_tree, {heading});
            group->setFlags(Qt::ItemIsEnabled);
            QFont bold = font();
            bold.setBold(true);
            group->setFont(0, bold);
            group->setFirstColumnSpanned(true);
            group->setSizeHint(0, QSize(0, kRowHeight));
        }
        auto* item =
            new QTreeWidgetItem(group, {fromUtf8(reports[i].title), fromUtf8(reports[i].name)});
        item->setData(0, kReportRole, static_cast<int>(i) + 1);
        item->setSizeHint(0, QSize(0, kRowHeight));
        item->setToolTip(0, fromUtf8(reports[i].title));
    }
    m_tree->expandAll();
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(false);
}

/// Reports whose title or name contains every word that was typed.
void ReportList::narrow(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QTreeWidgetItem* first = nullptr;
    forEachReport(*m_tree, [&](QTreeWidgetItem* item) {
        const QString all = item->text(0) + QLatin1Char(' ') + item->text(1);
        const bool fits = std::all_of(words.begin(), words.end(), [&](const QString& word) {
            return all.contains(word, Qt::CaseInsensitive);
        });
        item->setHidden(!fits);
        if (fits && first == nullptr)
            first = item;
    });
    for (int g = 0; g < m_tree->topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = m_tree->topLevelItem(g);
        bool isEmpty = true;
        for (int i = 0; i < group->childCount(); ++i)
            isEmpty = isEmpty && group->child(i)->isHidden();
        group->setHidden(isEmpty);
    }
    m_tree->setCurrentItem(first);
}

void ReportList::popUp(const QWidget& button, const StatsReport* current)
{
    const QColor muted = Theme::current().color(Role::TextMuted);
    QTreeWidgetItem* marked = nullptr;
    forEachReport(*m_tree, [&](QTreeWidgetItem* item) {
        item->setForeground(1, muted);
        if (reportOf(item) == current)
            marked = item;
    });
    m_search->clear();
    m_tree->setCurrentItem(marked);
    resize(kListSize);
    QPoint at = button.mapToGlobal(QPoint(0, button.height() + 1));
    const QRect room = button.screen()->availableGeometry();
    if (at.y() + height() > room.bottom()) // docks lie low: the list opens upwards then
        at.setY(std::max(room.top(), button.mapToGlobal(QPoint(0, 0)).y() - height() - 1));
    at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())));
    move(at);
    show();
    m_search->setFocus();
    if (marked != nullptr)
        m_tree->scrollToItem(marked, QAbstractItemView::PositionAtCenter);
}

void ReportList::take(const QTreeWidgetItem* item)
{
    if (item == nullptr || reportOf(item) == nullptr)
        return;
    hide();
    emit picked(reportOf(item));
}

/// To the next report that is shown, over headings.
void ReportList::step(int by)
{
    std::vector<QTreeWidgetItem*> shown;
    forEachReport(*m_tree, [&](QTreeWidgetItem* item) {
        if (!item->isHidden())
            shown.push_back(item);
    });
    if (shown.empty())
        return;
    const auto at = std::find(shown.begin(), shown.end(), m_tree->currentItem());
    const auto last = static_cast<std::ptrdiff_t>(shown.size()) - 1;
    const std::ptrdiff_t next =
        at == shown.end() ? 0 : std::clamp<std::ptrdiff_t>(at - shown.begin() + by, 0, last);
    m_tree->setCurrentItem(shown[static_cast<std::size_t>(next)]);
}

/// The line keeps the focus; the keys that move in the list go there.
bool ReportList::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        take(m_tree->currentItem());
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

ReportChooser::ReportChooser(QWidget* parent)
    : QToolButton(parent)
    , m_list(new ReportList(this))
{
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setAutoRaise(false);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Report"));
    connect(this, &QToolButton::clicked, this, &ReportChooser::openList);
    connect(m_list, &ReportList::picked, this, [this](const StatsReport* report) {
        setReport(report);
        setFocus();
        emit chosen(report);
    });
}

void ReportChooser::setReport(const StatsReport* report)
{
    m_report = report;
    setText(fromUtf8(report->title) + QStringLiteral(" ▾"));
    setToolTip(fromUtf8(report->name));
}

QSize ReportChooser::minimumSizeHint() const
{
    const QSize hint = QToolButton::minimumSizeHint();
    return {std::min(kLeastWidth, hint.width()), hint.height()};
}

void ReportChooser::openList()
{
    m_list->popUp(*this, m_report);
}

} // namespace nv
