// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/annotations.h"

#include <algorithm>

namespace nv {
namespace {

/// 0 -> "A", 25 -> "Z", 26 -> "AA".
std::string letters(int number)
{
    constexpr int kLetters = 26;
    std::string out;
    for (int n = number; n >= 0; n = n / kLetters - 1)
        out.insert(out.begin(), static_cast<char>('A' + n % kLetters));
    return out;
}

} // namespace

Annotations::Annotations(QObject* parent)
    : QObject(parent)
{
    connect(&m_findings, &FindingList::edited, this, &Annotations::edited);
}

const Annotations::Range* Annotations::find(std::uint64_t id) const
{
    const auto at = std::find_if(m_ranges.begin(), m_ranges.end(),
                                 [id](const Range& range) { return range.id == id; });
    return at == m_ranges.end() ? nullptr : &*at;
}

const Annotations::Range* Annotations::ofKey(int key) const
{
    const auto at = std::find_if(m_ranges.begin(), m_ranges.end(),
                                 [key](const Range& range) { return range.key == key; });
    return key == 0 || at == m_ranges.end() ? nullptr : &*at;
}

void Annotations::touched()
{
    emit changed();
    emit edited();
}

void Annotations::choose(std::optional<Ns> mark, std::optional<std::uint64_t> range,
                         std::optional<Ns> compared)
{
    if (mark == m_chosenMark && range == m_chosenRange && compared == m_comparedMark)
        return;
    m_comparedMark = compared;
    m_chosenMark = mark;
    m_chosenRange = range;
    emit chosenChanged();
}

void Annotations::chooseMark(Ns at)
{
    if (std::binary_search(m_marks.begin(), m_marks.end(), at))
        choose(at, std::nullopt);
}

void Annotations::compareMark(Ns at)
{
    if (!m_chosenMark)
        chooseMark(at);
    else if (at == m_chosenMark || at == m_comparedMark)
        choose(m_chosenMark, std::nullopt);
    else if (std::binary_search(m_marks.begin(), m_marks.end(), at))
        choose(m_chosenMark, std::nullopt, at);
}

QString Annotations::noteOfMark(Ns at) const
{
    const auto note = m_markNotes.find(at);
    return note == m_markNotes.end() ? QString() : QString::fromStdString(note->second);
}

void Annotations::setMarkNote(Ns at, const QString& note)
{
    const QString text = note.trimmed();
    if (!std::binary_search(m_marks.begin(), m_marks.end(), at) || text == noteOfMark(at))
        return;
    if (text.isEmpty())
        m_markNotes.erase(at);
    else
        m_markNotes[at] = text.toStdString();
    touched();
}

void Annotations::chooseRange(std::uint64_t id)
{
    if (find(id) != nullptr)
        choose(std::nullopt, id);
}

void Annotations::chooseNothing()
{
    choose(std::nullopt, std::nullopt);
}

void Annotations::addMark(Ns at)
{
    const auto place = std::lower_bound(m_marks.begin(), m_marks.end(), at);
    const bool isNew = place == m_marks.end() || *place != at;
    if (isNew)
        m_marks.insert(place, at);
    choose(at, std::nullopt);
    if (isNew)
        touched();
}

void Annotations::removeAllMarks()
{
    if (m_marks.empty())
        return;
    m_marks.clear();
    m_markNotes.clear();
    choose(std::nullopt, m_chosenRange);
    touched();
}

int Annotations::freeKey() const
{
    for (int key = 1; key <= kRangeKeys; ++key)
        if (ofKey(key) == nullptr)
            return key;
    return 0;
}

/// The letter of the key, else the first one that no range is called by.
std::string Annotations::freeName(int key) const
{
    const auto isTaken = [this](const std::string& name) {
        return std::any_of(m_ranges.begin(), m_ranges.end(),
                           [&name](const Range& range) { return range.name == name; });
    };
    if (key > 0 && !isTaken(letters(key - 1)))
        return letters(key - 1);
    int number = 0;
    while (isTaken(letters(number)))
        ++number;
    return letters(number);
}

void Annotations::sortRanges()
{
    std::stable_sort(m_ranges.begin(), m_ranges.end(), [](const Range& a, const Range& b) {
        const auto rank = [](int key) { return key == 0 ? kRangeKeys + 1 : key; };
        return rank(a.key) < rank(b.key);
    });
}

Annotations::Range& Annotations::add(NamedRange range)
{
    Range added;
    static_cast<NamedRange&>(added) = std::move(range);
    added.id = ++m_lastId;
    return m_ranges.emplace_back(std::move(added));
}

std::uint64_t Annotations::keep(TimeRange range)
{
    if (range.isEmpty())
        return 0;
    const int key = freeKey();
    const std::uint64_t id = add({freeName(key), key, range, {}}).id;
    sortRanges();
    choose(std::nullopt, id);
    touched();
    return id;
}

std::uint64_t Annotations::store(int key, TimeRange range)
{
    if (range.isEmpty() || key < 1 || key > kRangeKeys)
        return 0;
    std::uint64_t id = 0;
    const auto at = std::find_if(m_ranges.begin(), m_ranges.end(),
                                 [key](const Range& own) { return own.key == key; });
    if (at != m_ranges.end()) {
        at->range = range;
        id = at->id;
    } else {
        id = add({freeName(key), key, range, {}}).id;
        sortRanges();
    }
    choose(std::nullopt, id);
    touched();
    return id;
}

void Annotations::rename(std::uint64_t id, const QString& name)
{
    const auto at = std::find_if(m_ranges.begin(), m_ranges.end(),
                                 [id](const Range& range) { return range.id == id; });
    const std::string text = name.trimmed().toStdString();
    if (at == m_ranges.end() || text.empty() || at->name == text)
        return;
    at->name = text;
    touched();
}

void Annotations::setNote(std::uint64_t id, const QString& note)
{
    const auto at = std::find_if(m_ranges.begin(), m_ranges.end(),
                                 [id](const Range& range) { return range.id == id; });
    const std::string text = note.trimmed().toStdString();
    if (at == m_ranges.end() || at->note == text)
        return;
    at->note = text;
    touched();
}

void Annotations::remove(std::uint64_t id)
{
    const auto at = std::find_if(m_ranges.begin(), m_ranges.end(),
                                 [id](const Range& range) { return range.id == id; });
    if (at == m_ranges.end())
        return;
    m_ranges.erase(at);
    if (m_chosenRange == id)
        choose(std::nullopt, std::nullopt);
    touched();
}

bool Annotations::removeChosen()
{
    if (m_chosenRange) {
        remove(*m_chosenRange);
        return true;
    }
    if (!m_chosenMark)
        return false;
    m_marks.erase(std::lower_bound(m_marks.begin(), m_marks.end(), *m_chosenMark));
    m_markNotes.erase(*m_chosenMark);
    choose(std::nullopt, std::nullopt);
    touched();
    return true;
}

void Annotations::setOthers(const std::string& json)
{
    if (json == m_others)
        return;
    m_others = json;
    emit edited();
}

Session Annotations::session() const
{
    Session out;
    out.marks = m_marks;
    out.markNotes = m_markNotes;
    out.ranges.assign(m_ranges.begin(), m_ranges.end());
    out.findings = m_findings.findings();
    out.others = m_others;
    return out;
}

void Annotations::restore(const Session& session)
{
    m_marks = session.marks;
    m_markNotes = session.markNotes;
    m_ranges.clear();
    for (const NamedRange& range : session.ranges)
        add(range);
    sortRanges();
    m_others = session.others;
    m_findings.restore(session.findings);
    choose(std::nullopt, std::nullopt);
    emit changed();
    emit othersRestored();
}

void Annotations::merge(const Session& session)
{
    std::vector<Ns> marks;
    std::set_union(m_marks.begin(), m_marks.end(), session.marks.begin(), session.marks.end(),
                   std::back_inserter(marks));
    m_marks = std::move(marks);
    m_markNotes.insert(session.markNotes.begin(), session.markNotes.end()); // own notes stay
    for (NamedRange range : session.ranges) {
        const bool isHere =
            std::any_of(m_ranges.begin(), m_ranges.end(), [&range](const Range& own) {
                return own.name == range.name && own.range == range.range && own.note == range.note;
            });
        if (isHere)
            continue;
        if (range.key != 0 && ofKey(range.key) != nullptr)
            range.key = freeKey();
        add(std::move(range));
    }
    sortRanges();
    m_findings.merge(session.findings);
    if (m_others.empty() && !session.others.empty()) {
        m_others = session.others;
        emit othersRestored();
    }
    touched();
}

void Annotations::reset()
{
    m_others.clear();
    m_findings.reset();
    choose(std::nullopt, std::nullopt);
    if (isEmpty())
        return;
    m_marks.clear();
    m_markNotes.clear();
    m_ranges.clear();
    emit changed();
}

} // namespace nv
