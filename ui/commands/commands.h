// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <vector>

class QAction;
class QKeyEvent;
class QMenu;
class QMenuBar;

namespace nv {

using KeyList = QList<QKeySequence>;

/// One thing the window can do.
struct Command
{
    enum class Route
    {
        Window,  ///< a shortcut of the window, of the entry of a menu
        Timeline ///< a key of the timeline, which is typed over by whoever takes text
    };

    QString id;    ///< stable: stored keys refer to it
    QString title; ///< empty: that of the action
    QString group; ///< the menu it stands in, or what it is about
    KeyList standard;
    KeyList keys;              ///< in force
    std::function<void()> run; ///< null: triggers the action
    std::function<bool()> canRun;
    /// False: there is nothing it could act on.  The palette does not offer it; its key still runs
    /// it, which says what is missing.  Null: always.
    std::function<bool()> hasSubject;
    QPointer<QAction> action; ///< the entry of a menu
    Route route = Route::Window;
    bool isByPlace = false; ///< its letters mean places of the US keyboard while they are standard
    bool repeats = true;    ///< while its key is held
};

/// Everything the window can do, each thing once: menus, the palette, the sheet of keys and the
/// dialog that changes keys read this list and nothing else.
/// Shape: commands in the order they were added; entries of menus are found by walking the menus,
/// an entry named as a command that is there already only shows its key.  What the user chose is
/// kept beside the standard: a key belongs to one command, and goes back when the choice is undone.
/// Errors: none; stored keys of an unknown command, or that no keyboard has, mean nothing.
/// Cost: O(commands) a question.  Thread: GUI thread.
class Commands : public QObject
{
    Q_OBJECT
public:
    explicit Commands(QObject* parent = nullptr);

    void add(Command command);
    /// Adds what stands in the menus now and is not known yet.
    void collect(const QMenuBar& menus);

    const std::vector<Command>& all() const { return m_all; }

    /// Null for an unknown id.  Valid until the next add() or collect().
    const Command* find(const QString& id) const;
    /// Whose key is this?  Null: nobody's.
    const Command* owner(const QKeySequence& key) const;
    /// What a press means to the timeline, null: nothing.
    const Command* pressed(const QKeyEvent& event) const;

    QString titleOf(const Command& command) const;
    bool isEnabled(const Command& command) const;
    /// Whether it would do something now.
    bool isOffered(const Command& command) const;
    /// False: unknown, or not possible now.
    bool run(const QString& id) const;

    /// The text of an entry of a menu with the key of a command behind it.
    QString entry(const QString& text, const QString& id) const;

    /// The key comes to this command, alone or in addition, and leaves the one that had it.
    void assign(const QString& id, const QKeySequence& key, bool isAdded = false);
    void clear(const QString& id); ///< no key at all
    void reset(const QString& id);
    void resetAll();

    bool isStandard(const Command& command) const { return !m_chosen.contains(command.id); }

    const QHash<QString, KeyList>& chosenKeys() const { return m_chosen; }

    /// What was chosen, for the settings; one line a command.
    QString chosen() const;
    void setChosen(const QString& text);
    void setChosen(const QHash<QString, KeyList>& chosen);

    /// Whether scan codes are those of evdev; asked of the platform at first.
    void setKnowsPlaces(bool knows) { m_knowsPlaces = knows; }

signals:
    void changed(); ///< the keys of some command

private:
    void collectMenu(const QMenu& menu, const QString& group);
    void adopt(QAction& action, const QString& group);
    void showKeyIn(QAction& action) const;
    QString freeId(const QString& wanted) const;
    const Command* bound(QKeyCombination keys, bool onlyByPlace) const;
    bool isTakenByOther(const QKeySequence& key, const QString& id) const;
    void settle();
    void settleOne(Command& command) const;

    std::vector<Command> m_all;
    QList<QPointer<QAction>> m_faces; ///< entries that only show the key of a command
    QHash<QString, KeyList> m_chosen; ///< also of commands that are not there
    bool m_knowsPlaces;
};

/// A title without mnemonic and key.
QString plainTitle(const QString& text);

/// Keys as people read them, "Home, 0"; empty without.
QString keysText(const KeyList& keys);

/// "Home; 0" in the words of QKeySequence::PortableText; what no keyboard has is left out.
KeyList keysOf(const QString& text);

/// The combination a press stands for: Shift is left out where it only reaches the sign.
/// Key 0: a modifier alone.
QKeyCombination combinationOf(const QKeyEvent& event);

} // namespace nv
