// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/stats_filter.h"
#include "core/trace/trace_model.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <filesystem>
#include <map>
#include <optional>
#include <vector>

/// What a real nsys answered for a trace, question by question, and the comparison with the program.
/// Shape: a set is one run over a trace: whole, in a time window, or inside an NVTX range.  Reports
/// and rules are asked for by the names of the real tool, forms included.
/// Errors: collected as texts, so that one run shows all that differs.
namespace nv::test {

struct Question
{
    QString kind;            ///< "stats" or "analyze", which is also the folder of the answer
    QString report;          ///< "cuda_gpu_trace:base", "gpu_gaps:gap=0"
    QString outcome;         ///< ROWS, EMPTY, SKIPPED, ERROR, TIMEOUT
    QString reason;          ///< of SKIPPED and ERROR, as printed
    std::optional<int> kept; ///< rows the csv was cut to
};

struct AnswerSet
{
    std::filesystem::path folder; ///< holds stats/ and analyze/
    std::vector<Question> questions;
    QString time; ///< what --filter-time was given; empty: nothing
    QString name; ///< of the database that is asked, for differences that are known
};

/// One golden/<slug>, its tar unpacked.
class GoldenFolder
{
public:
    /// Unpacks with `tar`; isUsable() tells whether that went well.
    explicit GoldenFolder(std::filesystem::path folder);

    bool isUsable() const { return m_isUsable; }

    /// "full", "w1", "w2".
    AnswerSet set(const QString& mode) const;

private:
    std::filesystem::path m_folder;
    QTemporaryDir m_unpacked;
    bool m_isUsable = false;
};

/// expected/<name> of the hand-made examples: its manifest says what was asked, and a run without a
/// line of output was skipped or empty.
AnswerSet exampleSet(const std::filesystem::path& folder);

/// A difference that is accepted, and why.  Without a reason and a set it is accepted only where the
/// real tool printed nothing.
struct KnownDifference
{
    QString report; ///< the name without forms; empty: any
    QString reason; ///< part of what the real tool said when it skipped
    QString set;    ///< what the name of a set begins with; empty: any
    QString why;
};

class AnswerWalk
{
public:
    explicit AnswerWalk(std::vector<KnownDifference> known)
        : m_known(std::move(known))
    {}

    /// Asks the program every question of the set that it knows, in the plain csv and, where the
    /// real tool was asked for it too, in the one with exact bytes.  `set` may be of another layout
    /// of the same capture.  Returns what differs.
    QStringList compare(const TraceModel& trace, const StatsFilter& filter, const AnswerSet& set);

    /// Only questions of which the real tool has rows, and `other`, for the same capture, was
    /// skipped: what the program answers where the real tool gives up.
    QStringList compareWhereSkipped(const TraceModel& trace, const StatsFilter& filter,
                                    const AnswerSet& set, const AnswerSet& other);

    /// Counts per outcome, for printing at the end.
    const std::map<QString, int>& counts() const { return m_counts; }

    int count(const QString& what) const;

private:
    void compareOne(const TraceModel& trace, const StatsFilter& filter, const AnswerSet& set,
                    const Question& question, QStringList& differences);
    void compareText(const AnswerSet& set, const QString& what, const QString& mine,
                     const QStringList& theirs, const Question& question, QStringList& differences);
    const KnownDifference* knownFor(const AnswerSet& set, const Question& question,
                                    bool nothingPrinted) const;

    std::vector<KnownDifference> m_known;
    std::map<QString, int> m_counts;
};

/// "" when equal, else the first line that differs.  nsys prints nothing at all for a report
/// without rows, the program the titles.
QString firstDifference(const QStringList& mine, const QStringList& theirs);

} // namespace nv::test
