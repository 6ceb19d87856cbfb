// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/commands.h"

#include "ui/commands/key_places.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>

namespace nv {

namespace {

/// "Export &picture …" below File: "file/export-picture".
QString slug(const QString& text)
{
    QString out;
    for (const QChar c : text.toLower()) {
        if (c.isLetterOrNumber())
            out += c;
        else if (!out.isEmpty() && !out.endsWith(u'-'))
            out += u'-';
    }
    while (out.endsWith(u'-'))
        out.chop(1);
    return out;
}

} // namespace

Commands::Commands(QObject* parent)
    : QObject(parent)
    , m_knowsPlaces(platformKnowsPlaces())
{}

void Commands::add(Command command)
{
    command.id = freeId(command.id);
    m_all.push_back(std::move(command));
    settleOne(m_all.back());
}

void Commands::collect(const QMenuBar& menus)
{
    for (const QAction* action : menus.actions()) {
        if (action->menu() != nullptr)
            collectMenu(*action->menu(), plainTitle(action->text()));
    }
    settle();
}

void Commands::collectMenu(const QMenu& menu, const QString& group)
{
    for (QAction* action : menu.actions()) {
        if (action->isSeparator())
            continue;
        if (action->menu() != nullptr)
            collectMenu(*action->menu(), group % u" > " % plainTitle(action->text()));
        else
            adopt(*action, group);
    }
}

void Commands::adopt(QAction& action, const QString& group)
{
    const auto isKnown = [&action](const Command& command) { return command.action == &action; };
    if (std::ranges::any_of(m_all, isKnown) || m_faces.contains(&action))
        return;
    const QString name = action.objectName();
    if (const Command* own = name.isEmpty() ? nullptr : find(name); own != nullptr && own->run) {
        m_faces << &action;
        // Entries that name what they do change their text; the key comes back at once.
        connect(&action, &QAction::changed, this, [this, &action] { showKeyIn(action); });
        return;
    }
    Command command;
    command.id = name.isEmpty() ? slug(group) % u'/' % slug(plainTitle(action.text())) : name;
    command.group = group;
    command.standard = action.shortcuts();
    command.action = &action;
    add(std::move(command));
}

/// In a menu what stands behind a tab is shown as the key.
void Commands::showKeyIn(QAction& action) const
{
    const QString text = entry(action.text().section(u'\t', 0, 0), action.objectName());
    if (text != action.text())
        action.setText(text);
}

QString Commands::entry(const QString& text, const QString& id) const
{
    const Command* command = find(id);
    if (command == nullptr || command->keys.isEmpty())
        return text;
    return text % u'\t' % command->keys.front().toString(QKeySequence::NativeText);
}

QString Commands::freeId(const QString& wanted) const
{
    QString id = wanted;
    for (int i = 2; find(id) != nullptr; ++i)
        id = wanted % u'-' % QString::number(i);
    return id;
}

const Command* Commands::find(const QString& id) const
{
    const auto found = std::ranges::find(m_all, id, &Command::id);
    return found == m_all.end() ? nullptr : &*found;
}

const Command* Commands::owner(const QKeySequence& key) const
{
    const auto found = std::ranges::find_if(
        m_all, [&key](const Command& command) { return command.keys.contains(key); });
    return found == m_all.end() ? nullptr : &*found;
}

const Command* Commands::bound(QKeyCombination keys, bool onlyByPlace) const
{
    const QKeySequence key(keys);
    const auto found = std::ranges::find_if(m_all, [&](const Command& command) {
        return command.route == Command::Route::Timeline && command.keys.contains(key)
               && (!onlyByPlace || (command.isByPlace && isStandard(command)));
    });
    return found == m_all.end() ? nullptr : &*found;
}

const Command* Commands::pressed(const QKeyEvent& event) const
{
    QKeyCombination keys = combinationOf(event);
    const Qt::KeyboardModifiers modifiers = keys.keyboardModifiers();
    const Qt::KeyboardModifiers withoutShift = modifiers & ~Qt::ShiftModifier;
    if (const int place = m_knowsPlaces ? letterAt(event) : 0; place != 0) {
        const auto letter = static_cast<Qt::Key>(place);
        if (const Command* held = bound(QKeyCombination(withoutShift, letter), true))
            return held;
        // A letter whose place means something else means what stands at its own place: on a
        // French keyboard Z zooms in, so W is what zooms to the window.
        if (keys.key() > Qt::Key_AsciiTilde
            || bound(QKeyCombination(withoutShift, keys.key()), true) != nullptr)
            keys = QKeyCombination(modifiers, letter);
    }
    if (const Command* exact = bound(keys, false))
        return exact;
    const Command* plain = bound(QKeyCombination(withoutShift, keys.key()), false);
    return plain != nullptr && (plain->isByPlace || !isLetter(keys.key())) ? plain : nullptr;
}

QString Commands::titleOf(const Command& command) const
{
    if (!command.title.isEmpty() || command.action == nullptr)
        return command.title;
    return plainTitle(command.action->text());
}

bool Commands::isEnabled(const Command& command) const
{
    if (command.canRun)
        return command.canRun();
    return command.run || (command.action != nullptr && command.action->isEnabled());
}

bool Commands::isOffered(const Command& command) const
{
    return isEnabled(command) && (!command.hasSubject || command.hasSubject());
}

bool Commands::run(const QString& id) const
{
    const Command* command = find(id);
    if (command == nullptr || !isEnabled(*command))
        return false;
    if (command->run) {
        const auto act = command->run; // which may add commands
        act();
    } else {
        command->action->trigger();
    }
    return true;
}

void Commands::assign(const QString& id, const QKeySequence& key, bool isAdded)
{
    const Command* command = find(id);
    if (command == nullptr || key.isEmpty())
        return;
    KeyList keys = isAdded ? command->keys : KeyList();
    if (!keys.contains(key))
        keys << key;
    for (KeyList& others : m_chosen)
        others.removeAll(key);
    m_chosen[id] = keys;
    settle();
}

void Commands::clear(const QString& id)
{
    if (find(id) == nullptr)
        return;
    m_chosen[id] = {};
    settle();
}

void Commands::reset(const QString& id)
{
    if (m_chosen.remove(id) > 0)
        settle();
}

void Commands::resetAll()
{
    setChosen(QHash<QString, KeyList>());
}

QString Commands::chosen() const
{
    QStringList lines;
    for (auto it = m_chosen.begin(); it != m_chosen.end(); ++it)
        lines << it.key() % u'\t'
                     % QKeySequence::listToString(it.value(), QKeySequence::PortableText);
    lines.sort();
    return lines.join(u'\n');
}

void Commands::setChosen(const QString& text)
{
    QHash<QString, KeyList> chosen;
    for (const QString& line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const QString keys = line.section(u'\t', 1);
        const KeyList read = keysOf(keys);
        const bool isNonsense = read.isEmpty() && !keys.isEmpty();
        if (line.contains(u'\t') && !isNonsense)
            chosen[line.section(u'\t', 0, 0)] = read;
    }
    setChosen(chosen);
}

void Commands::setChosen(const QHash<QString, KeyList>& chosen)
{
    m_chosen = chosen;
    settle();
}

bool Commands::isTakenByOther(const QKeySequence& key, const QString& id) const
{
    for (auto it = m_chosen.begin(); it != m_chosen.end(); ++it) {
        if (it.key() != id && it.value().contains(key) && find(it.key()) != nullptr)
            return true;
    }
    return false;
}

void Commands::settleOne(Command& command) const
{
    const auto own = m_chosen.find(command.id);
    KeyList keys = own == m_chosen.end() ? command.standard : own.value();
    if (own == m_chosen.end())
        keys.removeIf([&](const QKeySequence& key) { return isTakenByOther(key, command.id); });
    command.keys = keys;
    if (command.route == Command::Route::Window && command.action != nullptr
        && command.action->shortcuts() != keys)
        command.action->setShortcuts(keys);
}

void Commands::settle()
{
    // What was chosen to be the standard is the standard.
    m_chosen.removeIf([this](QHash<QString, KeyList>::iterator it) {
        const Command* command = find(it.key());
        return command != nullptr && command->standard == it.value();
    });
    for (Command& command : m_all)
        settleOne(command);
    for (const QPointer<QAction>& action : std::as_const(m_faces)) {
        if (action != nullptr)
            showKeyIn(*action);
    }
    emit changed();
}

} // namespace nv
