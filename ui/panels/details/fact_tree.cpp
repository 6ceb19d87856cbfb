// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/details/fact_tree.h"

#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <set>

namespace nv {
namespace {

constexpr int kWhat = 0;
constexpr int kValue = 1;
constexpr int kRowHeight = 22;
constexpr int kWhatWidth = 170;

/// Keys that move in the list; all others are those of the window.
bool movesInList(const QKeyEvent& key)
{
    switch (key.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true;
    default:
        return key.matches(QKeySequence::SelectAll);
    }
}

/// A name may hold what separates cells and rows of the copied text.
QString oneCell(QString text)
{
    return text.replace(u'\t', u' ').replace(u'\n', u' ');
}

QString lineText(const QString& section, const Fact& fact)
{
    return oneCell(section) + u'\t' + oneCell(fact.what) + u'\t' + oneCell(fact.exact) + u'\n';
}

} // namespace

FactTree::FactTree(QWidget* parent)
    : QTreeWidget(parent)
{
    setColumnCount(2);
    setHeaderHidden(true);
    setUniformRowHeights(true);
    setIndentation(12);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Details of the selected event"));
    header()->setStretchLastSection(true);
    header()->resizeSection(kWhat, kWhatWidth);
    connect(this, &QTreeWidget::itemClicked, this, &FactTree::follow);
}

void FactTree::setSections(std::vector<FactSection> sections)
{
    m_sections = std::move(sections);
    refill();
}

void FactTree::refill()
{
    std::set<QString> folded;
    for (int i = 0; i < topLevelItemCount(); ++i)
        if (!topLevelItem(i)->isExpanded())
            folded.insert(topLevelItem(i)->text(kWhat));
    const int scrolled = verticalScrollBar()->value();
    const QTreeWidgetItem* chosen = currentItem();
    const QString what = chosen != nullptr ? chosen->text(kWhat) : QString();
    const QString section = chosen != nullptr && chosen->parent() != nullptr
                                ? chosen->parent()->text(kWhat)
                                : QString();
    clear();
    for (std::size_t i = 0; i < m_sections.size(); ++i)
        addSection(i, folded.count(m_sections[i].title) > 0);
    if (QTreeWidgetItem* same = find(section, what))
        setCurrentItem(same);
    verticalScrollBar()->setValue(scrolled);
}

void FactTree::addSection(std::size_t section, bool isFolded)
{
    auto* heading = new QTreeWidgetItem;
    heading->setText(kWhat, m_sections[section].title);
    QFont bold = font();
    bold.setBold(true);
    heading->setFont(kWhat, bold);
    heading->setSizeHint(kWhat, QSize(0, kRowHeight));
    heading->setFlags(Qt::ItemIsEnabled);
    for (const Fact& fact : m_sections[section].facts) {
        auto* line = new QTreeWidgetItem(heading);
        fill(*line, fact);
    }
    addTopLevelItem(heading);
    heading->setFirstColumnSpanned(true);
    heading->setExpanded(!isFolded);
}

void FactTree::fill(QTreeWidgetItem& item, const Fact& fact) const
{
    const Theme& theme = Theme::current();
    item.setText(kWhat, fact.what);
    item.setText(kValue, fact.value);
    item.setForeground(kWhat, theme.color(Role::TextMuted));
    item.setForeground(kValue, theme.color(fact.link ? Role::Accent : Role::Text));
    item.setSizeHint(kWhat, QSize(0, kRowHeight));
    QString tip = fact.tip.isEmpty() ? fact.value : fact.tip;
    if (fact.link)
        tip += u'\n' + tr("A click shows it on the timeline.");
    for (const int column : {kWhat, kValue}) // rich text, so that long names are wrapped
        item.setToolTip(column, QStringLiteral("<qt>")
                                    + tip.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"))
                                    + QStringLiteral("</qt>"));
}

std::optional<FactTree::Line> FactTree::lineOf(QTreeWidgetItem* item) const
{
    if (item == nullptr || item->parent() == nullptr)
        return std::nullopt;
    const int section = indexOfTopLevelItem(item->parent());
    const int fact = item->parent()->indexOfChild(item);
    if (section < 0 || fact < 0)
        return std::nullopt;
    return Line{static_cast<std::size_t>(section), static_cast<std::size_t>(fact)};
}

QTreeWidgetItem* FactTree::find(const QString& section, const QString& what) const
{
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem* heading = topLevelItem(i);
        if (!heading->text(kWhat).startsWith(section) || section.isEmpty())
            continue;
        for (int k = 0; k < heading->childCount(); ++k)
            if (heading->child(k)->text(kWhat) == what)
                return heading->child(k);
    }
    return nullptr;
}

void FactTree::follow(QTreeWidgetItem* item)
{
    const std::optional<Line> line = lineOf(item);
    if (!line)
        return;
    // A copy: whoever follows it may change what is shown.
    const FactLink link = m_sections[line->section].facts[line->fact].link;
    if (link)
        emit followed(link);
}

QString FactTree::copyText(bool onlyChosen) const
{
    QString out = QStringLiteral("section\twhat\tvalue\n");
    for (std::size_t s = 0; s < m_sections.size(); ++s) {
        const FactSection& section = m_sections[s];
        const QTreeWidgetItem* heading = topLevelItem(static_cast<int>(s));
        for (std::size_t f = 0; f < section.facts.size(); ++f) {
            if (!onlyChosen || heading->child(static_cast<int>(f))->isSelected())
                out += lineText(section.title, section.facts[f]);
        }
    }
    return out;
}

void FactTree::copy() const
{
    if (!m_sections.empty())
        QApplication::clipboard()->setText(copyText(!selectedItems().isEmpty()));
}

bool FactTree::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        refill();
    if (event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        event->accept();
        return true;
    }
    return QTreeWidget::event(event);
}

void FactTree::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        follow(currentItem());
    else if (movesInList(*event))
        QTreeWidget::keyPressEvent(event);
    else
        event->ignore();
}

} // namespace nv
