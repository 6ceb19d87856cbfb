// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/finding_list.h"

#include <algorithm>
#include <utility>

namespace nv {

const FindingList::Item* FindingList::find(std::uint64_t id) const
{
    const auto place = placeOf(id);
    return place ? &m_items[*place] : nullptr;
}

FindingList::Item* FindingList::own(std::uint64_t id)
{
    const auto place = placeOf(id);
    return place ? &m_items[*place] : nullptr;
}

std::optional<std::size_t> FindingList::placeOf(std::uint64_t id) const
{
    const auto at = std::find_if(m_items.begin(), m_items.end(),
                                 [id](const Item& item) { return item.id == id; });
    if (at == m_items.end())
        return std::nullopt;
    return static_cast<std::size_t>(at - m_items.begin());
}

void FindingList::touched()
{
    emit changed();
    emit edited();
}

std::uint64_t FindingList::add(Finding finding)
{
    Item item;
    static_cast<Finding&>(item) = std::move(finding);
    item.id = ++m_lastId;
    const std::uint64_t id = item.id;
    m_items.push_back(std::move(item));
    touched();
    choose(id);
    return id;
}

void FindingList::setTitle(std::uint64_t id, const QString& title)
{
    Item* item = own(id);
    const std::string text = title.trimmed().toStdString();
    if (item == nullptr || text.empty() || item->title == text)
        return;
    item->title = text;
    touched();
}

void FindingList::setNote(std::uint64_t id, const QString& note)
{
    Item* item = own(id);
    const std::string text = note.toStdString();
    if (item == nullptr || item->note == text)
        return;
    item->note = text;
    touched();
}

void FindingList::moveTo(std::uint64_t id, std::size_t place)
{
    const auto from = placeOf(id);
    if (!from || place >= m_items.size() || *from == place)
        return;
    const auto begin = m_items.begin();
    const auto at = [begin](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
    if (*from < place)
        std::rotate(at(*from), at(*from + 1), at(place + 1));
    else
        std::rotate(at(place), at(*from), at(*from + 1));
    touched();
}

void FindingList::remove(std::uint64_t id)
{
    const auto place = placeOf(id);
    if (!place)
        return;
    const auto at = m_items.begin() + static_cast<std::ptrdiff_t>(*place);
    m_removed.emplace(*place, std::move(*at));
    m_items.erase(at);
    if (m_chosen == id)
        m_chosen = m_items.empty()
                       ? std::nullopt
                       : std::optional(m_items[std::min(*place, m_items.size() - 1)].id);
    touched();
    emit chosenChanged();
}

bool FindingList::undoRemove()
{
    if (!m_removed)
        return false;
    auto [place, item] = *std::exchange(m_removed, std::nullopt);
    const std::uint64_t id = item.id;
    const std::size_t at = std::min(place, m_items.size());
    m_items.insert(m_items.begin() + static_cast<std::ptrdiff_t>(at), std::move(item));
    touched();
    choose(id);
    return true;
}

void FindingList::choose(std::optional<std::uint64_t> id)
{
    if (id == m_chosen || (id && find(*id) == nullptr))
        return;
    m_chosen = id;
    emit chosenChanged();
}

std::vector<Finding> FindingList::findings() const
{
    return {m_items.begin(), m_items.end()};
}

void FindingList::restore(const std::vector<Finding>& findings)
{
    m_items.clear();
    m_removed.reset();
    merge(findings);
    choose(m_items.empty() ? std::nullopt : std::optional(m_items.front().id));
}

void FindingList::merge(const std::vector<Finding>& findings)
{
    for (const Finding& finding : findings) {
        const bool isHere = std::any_of(m_items.begin(), m_items.end(), [&](const Item& own) {
            return static_cast<const Finding&>(own) == finding;
        });
        if (isHere)
            continue;
        Item item;
        static_cast<Finding&>(item) = finding;
        item.id = ++m_lastId;
        m_items.push_back(std::move(item));
    }
    emit changed();
}

void FindingList::reset()
{
    m_removed.reset();
    m_chosen.reset();
    m_items.clear();
    emit changed();
    emit chosenChanged();
}

} // namespace nv
