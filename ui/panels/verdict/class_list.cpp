// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/verdict/class_list.h"

#include "ui/appearance.h"
#include "ui/format.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

constexpr int kClassRowHeight = 22;
constexpr int kClassIdRole = Qt::UserRole;
constexpr int kRangeRole = Qt::UserRole + 1;
constexpr int kReasonPad = 12; ///< between the figures, which stand right, and the reason

/// Rows that matter first: the primary, the other losses by share, what cannot be told, the rest.
std::vector<const ClassFinding*> byWeight(const Verdict& verdict)
{
    std::vector<const ClassFinding*> order;
    for (const ClassFinding& finding : verdict.classes)
        order.push_back(&finding);
    const auto rank = [&verdict](const ClassFinding& f) {
        if (f.id == verdict.primary)
            return 0;
        switch (f.state) {
        case ClassState::Yes:
            return 1;
        case ClassState::CannotTell:
            return 2;
        case ClassState::No:
            break;
        }
        return 3;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&rank](const ClassFinding* a, const ClassFinding* b) {
                         if (rank(*a) != rank(*b))
                             return rank(*a) < rank(*b);
                         return a->share.value_or(-1) > b->share.value_or(-1);
                     });
    return order;
}

QString stateText(ClassState state)
{
    switch (state) {
    case ClassState::Yes:
        return QStringLiteral("yes");
    case ClassState::CannotTell:
        return QStringLiteral("cannot tell");
    case ClassState::No:
        break;
    }
    return QStringLiteral("no");
}

QIcon stateIcon(ClassState state)
{
    switch (state) {
    case ClassState::Yes:
        return themedIcon("yes", Role::Accent);
    case ClassState::CannotTell:
        return themedIcon("cannot-tell", Role::Warning);
    case ClassState::No:
        break;
    }
    return themedIcon("no", Role::TextMuted);
}

/// Keeps the reason, which begins left, apart from the figure that ends right before it.
class ReasonDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, option.palette.brush(QPalette::Highlight));
        QStyleOptionViewItem padded(option);
        padded.rect.setLeft(padded.rect.left() + kReasonPad);
        QStyledItemDelegate::paint(painter, padded, index);
    }
};

/// The same for the words above them.
class ReasonHeader : public QHeaderView
{
public:
    explicit ReasonHeader(QWidget* parent)
        : QHeaderView(Qt::Horizontal, parent)
    {}

protected:
    void paintSection(QPainter* painter, const QRect& rect, int logical) const override
    {
        if (logical != ClassList::Reason) {
            QHeaderView::paintSection(painter, rect, logical);
            return;
        }
        QHeaderView::paintSection(painter, rect.adjusted(kReasonPad, 0, 0, 0), logical);
        painter->fillRect(rect.left(), rect.top(), kReasonPad, rect.height() - 1,
                          palette().brush(QPalette::Window));
        painter->fillRect(rect.left(), rect.bottom(), kReasonPad, 1,
                          palette().brush(QPalette::Mid));
    }
};

} // namespace

QString evidenceValue(const Evidence& evidence)
{
    if (!evidence.value)
        return format::unknown();
    const double value = *evidence.value;
    if (evidence.unit == "ns")
        return format::duration(value);
    if (evidence.unit == "share")
        return format::percent(value);
    if (evidence.unit == "bytes")
        return format::bytes(value);
    if (value >= 0 && value == std::floor(value) && value < 1e15)
        return format::count(static_cast<std::uint64_t>(value));
    return format::withMinus(QString::number(value, 'g', 3));
}

QString shareAgainstLimit(const ClassFinding& finding)
{
    if (!finding.share)
        return format::unknown();
    QString text = format::percent(*finding.share);
    if (finding.qualifier == Qualifier::AtLeast)
        text = u"at least " + text;
    else if (finding.qualifier == Qualifier::AtMost)
        text = u"at most " + text;
    if (finding.threshold)
        text += (*finding.share > *finding.threshold ? u" > " : u" ≤ ")
                + format::percent(*finding.threshold);
    return text;
}

ClassList::ClassList(QWidget* parent)
    : QTreeWidget(parent)
{
    setHeader(new ReasonHeader(this));
    setItemDelegateForColumn(Reason, new ReasonDelegate(this));
    setColumnCount(Columns);
    setHeaderLabels({tr("class"), tr("share of window"), tr("speed-up ≤"), tr("why")});
    headerItem()->setToolTip(Name, tr("What may limit the window: what does stands first"));
    headerItem()->setToolTip(Share,
                             tr("Share of the window's wall clock against the limit of the class"));
    headerItem()->setToolTip(
        Bound, tr("How many times faster the window would be at most without this loss: a bound, "
                  "not a promise"));
    headerItem()->setToolTip(Reason, tr("Why it does or does not; its evidence is below it"));
    for (const int column : {Share, Bound})
        headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    setUniformRowHeights(true);
    setRootIsDecorated(true);
    setIndentation(16);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setTextElideMode(Qt::ElideRight);
    setAccessibleName(tr("Classes of the verdict"));
    header()->setStretchLastSection(true);
    header()->setSectionsMovable(false);
    header()->setMinimumSectionSize(40);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(this, &QTreeWidget::itemActivated, this, &ClassList::activate);
    connect(this, &QTreeWidget::itemClicked, this, &ClassList::activate);
    connect(this, &QTreeWidget::itemExpanded, this, [this] { updateGeometry(); });
    connect(this, &QTreeWidget::itemCollapsed, this, [this] { updateGeometry(); });
}

QTreeWidgetItem* ClassList::itemOf(const std::string& id)
{
    const QString wanted = QString::fromStdString(id);
    for (int i = 0; i < topLevelItemCount(); ++i) {
        if (topLevelItem(i)->data(Name, kClassIdRole).toString() == wanted)
            return topLevelItem(i);
    }
    return nullptr;
}

void ClassList::setVerdict(const Verdict& verdict, bool complete)
{
    m_verdict = verdict;
    m_complete = complete;
    refill();
}

void ClassList::refill()
{
    const auto order = byWeight(m_verdict);
    const int before = topLevelItemCount();
    for (std::size_t i = 0; i < order.size(); ++i) {
        const ClassFinding& finding = *order[i];
        QTreeWidgetItem* item = itemOf(finding.id);
        const bool isExpanded = item != nullptr && item->isExpanded();
        if (item == nullptr) {
            item = new QTreeWidgetItem;
            item->setData(Name, kClassIdRole, QString::fromStdString(finding.id));
            insertTopLevelItem(static_cast<int>(i), item);
        } else if (indexOfTopLevelItem(item) != static_cast<int>(i)) {
            takeTopLevelItem(indexOfTopLevelItem(item));
            insertTopLevelItem(static_cast<int>(i), item);
            item->setExpanded(isExpanded);
        }
        fill(*item, finding, finding.id == m_verdict.primary);
        if (finding.share && !m_verdict.hasKernels && finding.id == "kernel-bound")
            item->setText(Share, tr("not recorded"));
        if (m_complete)
            fillEvidence(*item, finding);
    }
    while (topLevelItemCount() > static_cast<int>(order.size()))
        delete takeTopLevelItem(topLevelItemCount() - 1);
    if (topLevelItemCount() != before || m_complete)
        updateGeometry();
}

void ClassList::fill(QTreeWidgetItem& item, const ClassFinding& finding, bool isPrimary) const
{
    const Theme& theme = Theme::current();
    item.setText(Name, QString::fromStdString(finding.title));
    item.setIcon(Name, stateIcon(finding.state));
    item.setText(Share, shareAgainstLimit(finding));
    item.setText(Bound, finding.bound ? format::ratio(*finding.bound) : QString());
    item.setText(Reason, format::quoted(QString::fromStdString(finding.reason)));
    const QString tip = stateText(finding.state) + u": " + item.text(Reason);
    const QColor ink = theme.color(finding.state == ClassState::No ? Role::TextMuted : Role::Text);
    QFont weight = font();
    weight.setBold(isPrimary);
    for (int column = 0; column < Columns; ++column) {
        item.setForeground(column, ink);
        item.setFont(column, column == Reason ? font() : weight);
        item.setToolTip(column, tip);
        item.setSizeHint(column, QSize(0, kClassRowHeight));
    }
    if (finding.bound)
        item.setToolTip(Bound, tr("Without this loss the window would be at most %1 faster: a "
                                  "bound, not a promise.")
                                   .arg(format::ratio(*finding.bound)));
    for (const int column : {Share, Bound})
        item.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

void ClassList::fillEvidence(QTreeWidgetItem& item, const ClassFinding& finding) const
{
    const auto count = static_cast<int>(finding.evidence.size());
    while (item.childCount() > count)
        delete item.takeChild(item.childCount() - 1);
    while (item.childCount() < count)
        item.addChild(new QTreeWidgetItem);
    const Theme& theme = Theme::current();
    for (int i = 0; i < count; ++i) {
        const Evidence& evidence = finding.evidence[static_cast<std::size_t>(i)];
        QTreeWidgetItem& row = *item.child(i);
        row.setText(Name, QString::fromStdString(evidence.what));
        row.setToolTip(Name, QString::fromStdString(evidence.what));
        row.setText(Share, evidenceValue(evidence));
        row.setTextAlignment(Share, Qt::AlignRight | Qt::AlignVCenter);
        row.setSizeHint(Name, QSize(0, kClassRowHeight));
        row.setForeground(Name, theme.color(Role::TextMuted));
        if (evidence.where) {
            row.setData(Name, kRangeRole,
                        QVariantList{qint64{evidence.where->begin}, qint64{evidence.where->end}});
            row.setText(Reason, tr("show at %1").arg(format::range(*evidence.where)));
            row.setForeground(Reason, theme.color(Role::Accent));
        } else {
            row.setData(Name, kRangeRole, {});
            row.setText(Reason, {});
        }
    }
}

void ClassList::activate(QTreeWidgetItem* item)
{
    const QVariantList range = item->data(Name, kRangeRole).toList();
    if (range.size() == 2)
        emit evidenceActivated({range.at(0).toLongLong(), range.at(1).toLongLong()});
}

QSize ClassList::sizeHint() const
{
    int rows = topLevelItemCount();
    for (int i = 0; i < topLevelItemCount(); ++i) {
        if (topLevelItem(i)->isExpanded())
            rows += topLevelItem(i)->childCount();
    }
    return {400, header()->sizeHint().height() + rows * kClassRowHeight + 2};
}

QSize ClassList::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

void ClassList::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    const QFontMetrics metrics(font());
    const auto width = [&metrics](const QString& text) {
        return metrics.horizontalAdvance(text) + 16;
    };
    setColumnWidth(Name, width(QStringLiteral("launch-overhead-bound")) + 44);
    setColumnWidth(Share, width(QStringLiteral("100.0 % > 10.0 %")));
    setColumnWidth(Bound, width(headerItem()->text(Bound)));
}

void ClassList::changeEvent(QEvent* event)
{
    QTreeWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && topLevelItemCount() > 0)
        refill();
}

} // namespace nv
