// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/command_palette.h"

#include "ui/commands/command_match.h"
#include "ui/commands/commands.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace nv {

namespace {

constexpr int kWidth = 620;
constexpr int kTop = 40;
constexpr int kRowsShown = 12;
constexpr int kRowHeight = 24;
constexpr int kPage = 10;
constexpr int kKeysWidth = 150;
constexpr int kGroupWidth = 150;

struct Hit
{
    const Command* command = nullptr;
    bool isOffered = false;
    int score = 0;
};

/// What was typed may name the menu as well; the title weighs more.
int scoreOf(const Commands& commands, const Command& command, const QString& typed)
{
    const QString title = commands.titleOf(command);
    const int inTitle = 2 * matchScore(title, typed);
    return std::max(inTitle, matchScoreWhole(command.group % u' ' % title, typed));
}

std::vector<Hit> hitsOf(const Commands& commands, const QString& typed)
{
    std::vector<Hit> hits;
    for (const Command& command : commands.all()) {
        if (const int score = scoreOf(commands, command, typed); score > 0)
            hits.push_back({&command, commands.isOffered(command), score});
    }
    std::ranges::stable_sort(hits, [](const Hit& a, const Hit& b) {
        return a.isOffered != b.isOffered ? a.isOffered : a.score > b.score;
    });
    return hits;
}

} // namespace

CommandPalette::CommandPalette(const Commands& commands, QWidget& window)
    : QFrame(&window)
    , m_commands(commands)
    , m_window(window)
    , m_line(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
{
    setObjectName(QStringLiteral("palette"));
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Window);
    m_line->setPlaceholderText(tr("a few letters of a command"));
    m_line->setAccessibleName(tr("Find a command"));
    m_line->installEventFilter(this);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setHeaderHidden(true);
    m_list->setColumnCount(3);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus); // the keyboard stays in the line
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->resizeSection(1, kGroupWidth);
    m_list->header()->resizeSection(2, kKeysWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(4);
    column->addWidget(m_line);
    column->addWidget(m_list, 1);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::runCurrent);
    m_window.installEventFilter(this);
    hide();
}

void CommandPalette::toggle()
{
    if (isVisible())
        leave();
    else
        appear();
}

void CommandPalette::appear()
{
    m_before = QApplication::focusWidget();
    m_line->clear();
    fill();
    place();
    show();
    raise();
    m_line->setFocus(Qt::ShortcutFocusReason);
}

void CommandPalette::leave()
{
    const bool hadFocus = m_line->hasFocus();
    hide();
    if (hadFocus && m_before != nullptr)
        m_before->setFocus(Qt::OtherFocusReason);
}

void CommandPalette::place()
{
    const int width = std::min(kWidth, m_window.width() - 16);
    const int rows = kRowsShown * kRowHeight;
    const int height =
        std::min(m_line->sizeHint().height() + rows + 24, m_window.height() - kTop - 8);
    setGeometry((m_window.width() - width) / 2, kTop, width, height);
}

void CommandPalette::fill()
{
    m_list->clear();
    for (const Hit& hit : hitsOf(m_commands, m_line->text())) {
        auto* item = new QTreeWidgetItem(m_list, {m_commands.titleOf(*hit.command),
                                                  hit.command->group, keysText(hit.command->keys)});
        item->setData(0, Qt::UserRole, hit.command->id);
        item->setToolTip(0, item->text(0));
        item->setForeground(1, palette().brush(QPalette::PlaceholderText));
        item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        item->setSizeHint(0, QSize(0, kRowHeight));
        item->setDisabled(!hit.isOffered);
    }
    if (m_list->topLevelItemCount() == 0) {
        auto* none = new QTreeWidgetItem(m_list, {tr("No command has such a name.")});
        none->setDisabled(true);
        none->setFirstColumnSpanned(true);
        return;
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
}

void CommandPalette::step(int rows)
{
    const int last = m_list->topLevelItemCount() - 1;
    const int now = m_list->indexOfTopLevelItem(m_list->currentItem());
    QTreeWidgetItem* item = m_list->topLevelItem(std::clamp(now + rows, 0, std::max(last, 0)));
    m_list->setCurrentItem(item);
}

void CommandPalette::runCurrent()
{
    const QTreeWidgetItem* item = m_list->currentItem();
    if (item == nullptr || item->isDisabled())
        return;
    const QString id = item->data(0, Qt::UserRole).toString();
    leave(); // the command may want the keyboard for somebody else
    m_commands.run(id);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_window) {
        if (event->type() == QEvent::Resize && isVisible())
            place();
        return QFrame::eventFilter(watched, event);
    }
    if (event->type() == QEvent::FocusOut) {
        const auto reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            hide();
        return QFrame::eventFilter(watched, event);
    }
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QFrame::eventFilter(watched, event);
    const bool acts = event->type() == QEvent::KeyPress;
    const auto take = [&](auto&& action) {
        event->accept();
        if (acts)
            action();
        return true;
    };
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape:
        return take([this] { leave(); });
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return take([this] { runCurrent(); });
    case Qt::Key_Up:
        return take([this] { step(-1); });
    case Qt::Key_Down:
        return take([this] { step(1); });
    case Qt::Key_PageUp:
        return take([this] { step(-kPage); });
    case Qt::Key_PageDown:
        return take([this] { step(kPage); });
    default:
        return QFrame::eventFilter(watched, event);
    }
}

} // namespace nv
