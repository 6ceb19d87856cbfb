// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/finding.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace nv {

/// What the user found in the open capture, in the order it is told.  At most one is *chosen*.
/// Shape: a finding is known by its id as long as the capture is open.
/// Thread: GUI thread.
class FindingList : public QObject
{
    Q_OBJECT
public:
    struct Item : Finding
    {
        std::uint64_t id = 0;
    };

    using QObject::QObject;

    const std::vector<Item>& items() const { return m_items; }

    bool isEmpty() const { return m_items.empty(); }

    const Item* find(std::uint64_t id) const;
    std::optional<std::size_t> placeOf(std::uint64_t id) const;

    std::uint64_t add(Finding finding); ///< at the end, and chooses it
    void setTitle(std::uint64_t id, const QString& title);
    void setNote(std::uint64_t id, const QString& note);
    void moveTo(std::uint64_t id, std::size_t place);
    void remove(std::uint64_t id); ///< and chooses its neighbour
    /// What was removed last, where it was; nothing: false.
    bool undoRemove();

    bool canUndoRemove() const { return m_removed.has_value(); }

    std::optional<std::uint64_t> chosen() const { return m_chosen; }

    const Item* chosenItem() const { return m_chosen ? find(*m_chosen) : nullptr; }

    std::optional<std::size_t> chosenPlace() const
    {
        return m_chosen ? placeOf(*m_chosen) : std::nullopt;
    }

    void choose(std::optional<std::uint64_t> id);

    std::vector<Finding> findings() const;
    /// Instead of what is here; not the user's doing.
    void restore(const std::vector<Finding>& findings);
    /// In addition to what is here; of equal ones one stays.  Emits nothing but `changed`.
    void merge(const std::vector<Finding>& findings);
    void reset(); ///< another capture

signals:
    void changed(); ///< findings or their order are others than before
    void edited();  ///< by the user: it is worth storing
    void chosenChanged();
    void makeAsked();    ///< somebody wants a finding of what is looked at
    void presentAsked(); ///< … to show them on the whole screen
    void packAsked();    ///< … to hand them over

private:
    Item* own(std::uint64_t id);
    void touched();

    std::vector<Item> m_items;
    std::optional<std::uint64_t> m_chosen;
    std::optional<std::pair<std::size_t, Item>> m_removed;
    std::uint64_t m_lastId = 0;
};

} // namespace nv
