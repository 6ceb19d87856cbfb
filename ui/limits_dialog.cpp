// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/limits_dialog.h"

#include "ui/format.h"
#include "ui/number_input.h"
#include "ui/save_dialog.h"
#include "ui/whole_file.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace nv {

namespace {

constexpr QSize kLimitsSize(760, 560);
constexpr int kNameColumn = 0;
constexpr int kValueColumn = 1;
constexpr int kStandardColumn = 2;
constexpr int kMeaningColumn = 3;
constexpr qint64 kMostLimitBytes = 1 << 20; ///< a larger file is something else

QString fromStd(const std::string& text)
{
    return QString::fromStdString(text);
}

/// What a group is about, on screen.
QString groupTitle(const std::string& group)
{
    using Title = std::pair<const char*, QString>;
    const std::array<Title, 6> titles{
        Title{"budget", LimitsDialog::tr("budget: the class of an instant")},
        Title{"classes", LimitsDialog::tr("classes: shares of the window")},
        Title{"tails", LimitsDialog::tr("tails, outliers and copies per step")},
        Title{"host_overhead.aggregate", LimitsDialog::tr("host overhead: whole window")},
        Title{"host_overhead.context", LimitsDialog::tr("host overhead: context steps")},
        Title{"host_overhead.generation", LimitsDialog::tr("host overhead: generation steps")}};
    for (const auto& [name, title] : titles)
        if (group == name)
            return title;
    return fromStd(group);
}

std::string groupOf(const QTreeWidgetItem& item)
{
    return item.parent()->data(kNameColumn, Qt::UserRole).toString().toStdString();
}

const Limit* findLimit(const std::vector<Limit>& all, const QTreeWidgetItem& item)
{
    const std::string group = groupOf(item);
    const std::string name = item.text(kNameColumn).toStdString();
    const auto found = std::ranges::find_if(
        all, [&](const Limit& limit) { return limit.group == group && limit.name == name; });
    return found == all.end() ? nullptr : &*found;
}

bool isFigure(const Limit& limit)
{
    return std::holds_alternative<double>(limit.standard)
           || std::holds_alternative<std::int64_t>(limit.standard);
}

/// Keeps a figure, which ends right, apart from the words that begin right after it.
class LimitFigureDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        constexpr int kAir = 12;
        QStyledItemDelegate::initStyleOption(option, index);
        if (option->displayAlignment.testFlag(Qt::AlignRight))
            option->rect.setRight(option->rect.right() - kAir);
    }
};

} // namespace

LimitsDialog::LimitsDialog(const Thresholds& thresholds, QWidget* parent)
    : QDialog(parent)
    , m_inUse(thresholds)
    , m_edited(thresholds)
    , m_tree(new QTreeWidget(this))
    , m_message(new QLabel(this))
{
    setWindowTitle(tr("Thresholds"));
    resize(kLimitsSize);
    buildLayout();
    fill();
    edited();
}

void LimitsDialog::buildLayout()
{
    m_tree->setHeaderLabels({tr("limit"), tr("value"), tr("default"), tr("decides")});
    m_tree->setAccessibleName(tr("Thresholds"));
    auto* figures = new LimitFigureDelegate(m_tree);
    for (const int column : {kValueColumn, kStandardColumn}) {
        m_tree->setItemDelegateForColumn(column, figures);
        m_tree->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setAlternatingRowColors(true);
    m_tree->setUniformRowHeights(true);
    m_message->setWordWrap(true);
    m_message->setObjectName(QStringLiteral("message"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Apply | QDialogButtonBox::Close, this);
    m_apply = buttons->button(QDialogButtonBox::Apply);
    m_reset = buttons->addButton(tr("&Reset"), QDialogButtonBox::ResetRole);
    QPushButton* all = buttons->addButton(tr("Reset &all"), QDialogButtonBox::ResetRole);
    QPushButton* load = buttons->addButton(tr("&Load …"), QDialogButtonBox::ActionRole);
    QPushButton* save = buttons->addButton(tr("&Save …"), QDialogButtonBox::ActionRole);
    m_reset->setToolTip(tr("Put the marked limit, or all of its group, back to the default"));
    // Enter ends the editing of a value; it must not press a button.
    for (QAbstractButton* button : buttons->buttons())
        static_cast<QPushButton*>(button)->setAutoDefault(false);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_tree, 1);
    column->addWidget(m_message);
    column->addWidget(buttons);

    connect(m_tree, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int where) {
        if (!m_quiet && where == kValueColumn && item->parent() != nullptr)
            take(*item);
    });
    const auto edit = [this](QTreeWidgetItem* item) {
        if (item != nullptr && item->parent() != nullptr)
            m_tree->editItem(item, kValueColumn);
    };
    connect(m_tree, &QTreeWidget::itemActivated, this, edit);
    connect(m_tree, &QTreeWidget::currentItemChanged, this,
            [this](QTreeWidgetItem* item) { m_reset->setEnabled(item != nullptr); });
    connect(m_apply, &QPushButton::clicked, this, &LimitsDialog::apply);
    connect(m_reset, &QPushButton::clicked, this, &LimitsDialog::resetCurrent);
    connect(all, &QPushButton::clicked, this, &LimitsDialog::resetAll);
    connect(load, &QPushButton::clicked, this, &LimitsDialog::askLoad);
    connect(save, &QPushButton::clicked, this, &LimitsDialog::askSave);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_reset->setEnabled(false);
}

void LimitsDialog::fill()
{
    const QScopedValueRollback quiet(m_quiet, true);
    m_tree->clear();
    QTreeWidgetItem* group = nullptr;
    for (const Limit& limit : limitList(m_edited)) {
        if (group == nullptr
            || group->data(kNameColumn, Qt::UserRole).toString() != fromStd(limit.group)) {
            group = new QTreeWidgetItem(m_tree, {groupTitle(limit.group)});
            group->setData(kNameColumn, Qt::UserRole, fromStd(limit.group));
            group->setFirstColumnSpanned(true);
            group->setExpanded(true);
        }
        auto* item = new QTreeWidgetItem(group, {fromStd(limit.name)});
        item->setText(kStandardColumn, fromStd(limitText(limit.standard)));
        item->setText(kMeaningColumn, fromStd(limit.meaning));
        if (isFigure(limit)) {
            for (const int column : {kValueColumn, kStandardColumn})
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
        item->setToolTip(kStandardColumn, item->text(kStandardColumn));
        item->setToolTip(kMeaningColumn, item->text(kMeaningColumn));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable);
        showValue(*item);
    }
    constexpr int kMostValue = 130; // a list of names is read in its tooltip
    m_tree->resizeColumnToContents(kNameColumn);
    m_tree->setColumnWidth(kValueColumn, kMostValue);
    m_tree->setColumnWidth(kStandardColumn, kMostValue);
    // No word above a column is cut, however wide the letters are.
    QHeaderView& header = *m_tree->header();
    int least = 0;
    for (int column = 0; column < header.count(); ++column)
        least = std::max(least, header.sectionSizeHint(column));
    header.setMinimumSectionSize(least);
}

/// The value as it is now, bold where it is not the default.
void LimitsDialog::showValue(QTreeWidgetItem& item)
{
    const std::vector<Limit> all = limitList(m_edited);
    const Limit* limit = findLimit(all, item);
    if (limit == nullptr)
        return;
    const QScopedValueRollback quiet(m_quiet, true);
    item.setText(kValueColumn, fromStd(limitText(limit->value)));
    item.setToolTip(kValueColumn, item.text(kValueColumn));
    QFont font = m_tree->font();
    font.setBold(limit->value != limit->standard);
    item.setFont(kValueColumn, font);
}

void LimitsDialog::take(QTreeWidgetItem& item)
{
    // Names are parted by commas: only what is one number is read as such.
    const QString typed = item.text(kValueColumn);
    const QString number = readableNumbers(typed.trimmed());
    bool isNumber = false;
    number.toDouble(&isNumber);
    Status set = setLimit(m_edited, groupOf(item), item.text(kNameColumn).toStdString(),
                          (isNumber ? number : typed).toStdString());
    showValue(item);
    edited();
    if (!set)
        m_message->setText(format::quoted(fromStd(set.error().message)));
}

void LimitsDialog::reset(QTreeWidgetItem& item)
{
    item.setText(kValueColumn, item.text(kStandardColumn)); // as if it were typed
}

void LimitsDialog::resetCurrent()
{
    QTreeWidgetItem* item = m_tree->currentItem();
    if (item == nullptr)
        return;
    if (item->parent() != nullptr)
        reset(*item);
    for (int i = 0; i < item->childCount(); ++i)
        reset(*item->child(i));
}

void LimitsDialog::resetAll()
{
    Thresholds standard;
    standard.bytesPerLaunch = m_edited.bytesPerLaunch;
    m_edited = std::move(standard);
    fill();
    edited();
}

void LimitsDialog::setThresholds(const Thresholds& thresholds)
{
    m_inUse = thresholds;
    m_edited = thresholds;
    fill();
    edited();
}

void LimitsDialog::edited()
{
    m_message->clear();
    m_apply->setEnabled(m_edited != m_inUse);
}

void LimitsDialog::apply()
{
    m_inUse = m_edited;
    edited();
    emit applied(m_inUse);
}

QString LimitsDialog::message() const
{
    return m_message->text();
}

bool LimitsDialog::loadFrom(const QString& path)
{
    QFile file(path);
    const QString name = QFileInfo(path).fileName();
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMostLimitBytes) {
        m_message->setText(tr("%1 cannot be read; choose another file.").arg(name));
        return false;
    }
    const Result<Thresholds> read = parseThresholds(file.readAll().toStdString());
    if (!read) {
        m_message->setText(name + QStringLiteral(": ")
                           + format::quoted(fromStd(read.error().message)));
        return false;
    }
    m_edited = read.value();
    fill();
    edited();
    return true;
}

bool LimitsDialog::saveTo(const QString& path)
{
    const QString wrong = writeWhole(path, thresholdsJson(m_edited));
    m_message->setText(wrong.isEmpty() ? tr("Written: %1").arg(path) : wrong);
    return wrong.isEmpty();
}

void LimitsDialog::askSave()
{
    askWhereToSave(*this,
                   {tr("Save the thresholds"), tr("Thresholds (*.json);;All files (*)"),
                    QStringLiteral("json"), QStringLiteral("thresholds.json")},
                   [this](const QString& path) { saveTo(path); });
}

void LimitsDialog::askLoad()
{
    auto* dialog = new QFileDialog(this, tr("Load thresholds"), QString(),
                                   tr("Thresholds (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &LimitsDialog::loadFrom);
    dialog->open();
}

} // namespace nv
