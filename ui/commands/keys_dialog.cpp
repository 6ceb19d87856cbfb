// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/keys_dialog.h"

#include "ui/commands/command_match.h"
#include "ui/commands/commands.h"
#include "ui/commands/key_field.h"
#include "ui/commands/key_presets.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

namespace nv {

namespace {

constexpr QSize kSize(720, 560);
constexpr int kKeysColumn = 170;

QString idOf(const QTreeWidgetItem& item)
{
    return item.data(0, Qt::UserRole).toString();
}

} // namespace

KeysDialog::KeysDialog(Commands& commands, bool wheelZooms, QWidget* parent)
    : QDialog(parent)
    , m_commands(commands)
    , m_wheelZooms(wheelZooms)
{
    setWindowTitle(tr("Keys"));
    resize(kSize);
    m_tree = new QTreeWidget(this);
    m_tree->setHeaderLabels({tr("command"), tr("keys"), tr("standard")});
    m_tree->setAccessibleName(tr("Commands and their keys"));
    m_tree->setAlternatingRowColors(true);
    m_tree->setUniformRowHeights(true);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->resizeSection(1, kKeysColumn);
    m_tree->header()->resizeSection(2, kKeysColumn);
    m_message = new QLabel(this);
    m_message->setWordWrap(true);
    m_message->setObjectName(QStringLiteral("message"));
    m_message->setMinimumHeight(2 * fontMetrics().height()); // nothing moves when it speaks
    m_message->setAlignment(Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->addWidget(newHead());
    column->addWidget(m_tree, 1);
    column->addWidget(newEditor());
    column->addWidget(m_message);
    column->addWidget(newButtons());
    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this] {
        m_field->forget();
        updateEditor();
    });
    connect(&m_commands, &Commands::changed, this, [this] {
        fill();
        showPreset();
    });
    fill();
    showPreset();
    updateEditor();
}

QWidget* KeysDialog::newHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    m_filter = new QLineEdit(head);
    m_filter->setPlaceholderText(tr("a few letters of a command"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Find a command"));
    m_preset = new QComboBox(head);
    m_preset->setObjectName(QStringLiteral("preset"));
    m_preset->setPlaceholderText(tr("your own"));
    for (const KeyPreset& preset : keyPresets())
        m_preset->addItem(preset.title);
    auto* label = new QLabel(tr("&Preset"), head);
    label->setBuddy(m_preset);
    row->addWidget(m_filter, 1);
    row->addWidget(label);
    row->addWidget(m_preset);
    connect(m_filter, &QLineEdit::textChanged, this, &KeysDialog::filter);
    connect(m_preset, &QComboBox::activated, this, &KeysDialog::usePreset);
    return head;
}

QWidget* KeysDialog::newEditor()
{
    auto* editor = new QWidget(this);
    auto* row = new QHBoxLayout(editor);
    row->setContentsMargins(0, 0, 0, 0);
    m_what = new QLabel(editor);
    m_field = new KeyField(editor);
    m_assign = new QPushButton(tr("&Use"), editor);
    m_assign->setToolTip(tr("These keys instead of those it has"));
    m_add = new QPushButton(tr("Use &as well"), editor);
    m_add->setToolTip(tr("These keys in addition to those it has"));
    m_clear = new QPushButton(tr("&No keys"), editor);
    row->addWidget(m_what, 1);
    row->addWidget(m_field, 1);
    row->addWidget(m_assign);
    row->addWidget(m_add);
    row->addWidget(m_clear);
    connect(m_field, &KeyField::pressed, this, &KeysDialog::updateEditor);
    connect(m_assign, &QPushButton::clicked, this, [this] { assign(false); });
    connect(m_add, &QPushButton::clicked, this, [this] { assign(true); });
    connect(m_clear, &QPushButton::clicked, this, [this] {
        if (const Command* command = current())
            m_commands.clear(QString(command->id));
    });
    return editor;
}

QWidget* KeysDialog::newButtons()
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_reset = buttons->addButton(tr("&Reset"), QDialogButtonBox::ResetRole);
    m_reset->setToolTip(tr("Give the marked command its standard keys"));
    QPushButton* all = buttons->addButton(tr("Reset a&ll"), QDialogButtonBox::ResetRole);
    for (QAbstractButton* button : buttons->buttons())
        static_cast<QPushButton*>(button)->setAutoDefault(false);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (const Command* command = current())
            m_commands.reset(QString(command->id));
    });
    connect(all, &QPushButton::clicked, &m_commands, &Commands::resetAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void KeysDialog::fill()
{
    const QTreeWidgetItem* marked = m_tree->currentItem();
    const QString before = marked == nullptr ? QString() : idOf(*marked);
    m_tree->clear();
    QHash<QString, QTreeWidgetItem*> groups;
    for (const Command& command : m_commands.all()) {
        QTreeWidgetItem*& group = groups[command.group];
        if (group == nullptr) {
            group = new QTreeWidgetItem(m_tree, {command.group});
            group->setFirstColumnSpanned(true);
            group->setFlags(Qt::ItemIsEnabled);
        }
        auto* item =
            new QTreeWidgetItem(group, {m_commands.titleOf(command), keysText(command.keys),
                                        keysText(command.standard)});
        item->setData(0, Qt::UserRole, command.id);
        for (const int column : {0, 1, 2})
            item->setToolTip(column, item->text(column));
        QFont font = m_tree->font();
        font.setBold(command.keys != command.standard);
        item->setFont(1, font);
    }
    m_tree->expandAll();
    filter();
    choose(before);
}

void KeysDialog::filter()
{
    const QString typed = m_filter->text();
    for (int g = 0; g < m_tree->topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = m_tree->topLevelItem(g);
        bool isShown = false;
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem* item = group->child(i);
            const bool fits = matchScore(item->text(0), typed) > 0
                              || item->text(1).contains(typed, Qt::CaseInsensitive);
            item->setHidden(!fits);
            isShown = isShown || fits;
        }
        group->setHidden(!isShown);
    }
}

void KeysDialog::choose(const QString& id)
{
    for (QTreeWidgetItemIterator it(m_tree); *it != nullptr; ++it) {
        if (!id.isEmpty() && idOf(**it) == id) {
            m_tree->setCurrentItem(*it);
            return;
        }
    }
}

void KeysDialog::setWheelZooms(bool zooms)
{
    m_wheelZooms = zooms;
    showPreset();
}

/// The preset that is in force; none where something was changed by hand.
void KeysDialog::showPreset()
{
    int found = -1;
    const std::vector<KeyPreset> presets = keyPresets();
    for (std::size_t i = 0; i < presets.size(); ++i) {
        if (presets[i].wheelZooms == m_wheelZooms && presets[i].keys == m_commands.chosenKeys())
            found = static_cast<int>(i);
    }
    m_preset->setCurrentIndex(found);
}

void KeysDialog::usePreset(int index)
{
    const KeyPreset preset = keyPresets().at(static_cast<std::size_t>(index));
    m_wheelZooms = preset.wheelZooms;
    emit wheelZoomsAsked(m_wheelZooms);
    m_commands.setChosen(preset.keys);
}

const Command* KeysDialog::current() const
{
    const QTreeWidgetItem* item = m_tree->currentItem();
    return item == nullptr ? nullptr : m_commands.find(idOf(*item));
}

void KeysDialog::updateEditor()
{
    const Command* command = current();
    const bool isPressed = command != nullptr && !m_field->key().isEmpty();
    m_what->setText(command == nullptr ? tr("Choose a command.") : m_commands.titleOf(*command));
    m_field->setEnabled(command != nullptr);
    m_assign->setEnabled(isPressed);
    m_add->setEnabled(isPressed);
    m_clear->setEnabled(command != nullptr && !command->keys.isEmpty());
    m_reset->setEnabled(command != nullptr && command->keys != command->standard);
    const Command* owner = isPressed ? m_commands.owner(m_field->key()) : nullptr;
    if (owner == nullptr)
        m_message->setText(isPressed ? tr("These keys are free.") : QString());
    else if (owner == command)
        m_message->setText(tr("It has these keys already."));
    else
        m_message->setText(tr("%1 belongs to “%2”, which loses it.")
                               .arg(m_field->key().toString(QKeySequence::NativeText),
                                    m_commands.titleOf(*owner)));
}

void KeysDialog::assign(bool isAdded)
{
    const Command* command = current();
    if (command == nullptr || m_field->key().isEmpty())
        return;
    const QString id = command->id;
    const QKeySequence key = m_field->key();
    m_commands.assign(id, key, isAdded);
    m_field->forget();
    updateEditor();
}

QString KeysDialog::message() const
{
    return m_message->text();
}

} // namespace nv
