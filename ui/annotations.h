// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session_file.h"
#include "ui/finding_list.h"

#include <QObject>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace nv {

/// What the user noted on the open capture: marks at instants and windows kept as named ranges, with
/// a note each, and findings (a list of its own).  At most one mark or range is *chosen*: the one
/// that Delete removes.  Beside a chosen mark a second one may be *compared*, whose distance is
/// asked for.
/// Shape: marks ascend; ranges with a key stand first, by it, the others as they were made.  A range
/// is known by its id as long as the capture is open.
/// Unit: ns.  Thread: GUI thread.
class Annotations : public QObject
{
    Q_OBJECT
public:
    struct Range : NamedRange
    {
        std::uint64_t id = 0;
    };

    explicit Annotations(QObject* parent = nullptr);

    FindingList& findings() { return m_findings; }

    const FindingList& findings() const { return m_findings; }

    const std::vector<Ns>& marks() const { return m_marks; }

    const std::vector<Range>& ranges() const { return m_ranges; }

    bool isEmpty() const { return m_marks.empty() && m_ranges.empty(); }

    const Range* find(std::uint64_t id) const;
    const Range* ofKey(int key) const;

    void addMark(Ns at); ///< and chooses it
    /// Empty where the mark has none, or is none.
    QString noteOfMark(Ns at) const;
    void setMarkNote(Ns at, const QString& note);
    void removeAllMarks();
    /// Under the lowest free key, called by its letter: A, B, C; chooses it.  An empty range is
    /// not kept: 0.
    std::uint64_t keep(TimeRange range);
    /// Under this key: the range there takes the new stretch and keeps its name and note.
    std::uint64_t store(int key, TimeRange range);
    void rename(std::uint64_t id, const QString& name);
    void setNote(std::uint64_t id, const QString& note);
    void remove(std::uint64_t id);
    bool removeChosen();

    std::optional<Ns> chosenMark() const { return m_chosenMark; }

    std::optional<Ns> comparedMark() const { return m_comparedMark; }

    std::optional<std::uint64_t> chosenRange() const { return m_chosenRange; }

    bool hasChosen() const { return m_chosenMark || m_chosenRange; }

    void chooseMark(Ns at);
    /// Beside the chosen one; the same again, or the chosen one itself: no longer.  Without a chosen
    /// mark chooses it.
    void compareMark(Ns at);
    void chooseRange(std::uint64_t id);
    void chooseNothing();

    /// Further members of the session, as JSON; of those that keep something of their own there.
    const std::string& others() const { return m_others; }

    void setOthers(const std::string& json); ///< the user's doing

    /// As it is stored; trace and name are the caller's.
    Session session() const;
    /// Instead of what is here; not the user's doing.
    void restore(const Session& session);
    /// In addition to what is here; of equal ranges one stays.  The user's doing.
    void merge(const Session& session);
    void reset(); ///< another capture

signals:
    void changed(); ///< marks or ranges are others than before
    void edited();  ///< by the user, findings too: it is worth storing
    void othersRestored();
    void chosenChanged();

private:
    void touched();
    Range& add(NamedRange range);
    void sortRanges();
    int freeKey() const;
    std::string freeName(int key) const;
    void choose(std::optional<Ns> mark, std::optional<std::uint64_t> range,
                std::optional<Ns> compared = std::nullopt);

    std::vector<Ns> m_marks;
    std::vector<Range> m_ranges;
    FindingList m_findings;
    std::string m_others; ///< of the session that was restored
    std::map<Ns, std::string> m_markNotes;
    std::optional<Ns> m_chosenMark;
    std::optional<Ns> m_comparedMark;
    std::optional<std::uint64_t> m_chosenRange;
    std::uint64_t m_lastId = 0;
};

} // namespace nv
