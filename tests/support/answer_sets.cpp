// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/answer_sets.h"

#include "tests/support/stats_csv.h"
#include "tests/support/trace_fixture.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>

#include <algorithm>

namespace nv::test {
namespace {

QString readText(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll());
}

/// Where the answer lies.  A run that asked for more rows than there are was not kept apart from the
/// one that did not.
std::filesystem::path answerPath(const AnswerSet& set, const Question& question, const char* ending)
{
    const auto path = [&](QString report) {
        report.replace(QLatin1Char(':'), QLatin1Char('.'));
        return set.folder / question.kind.toStdString() / (report.toStdString() + ending);
    };
    static const QRegularExpression kRows(QStringLiteral(":rows=-?\\d+$"));
    QString whole = question.report;
    whole.remove(kRows);
    const std::filesystem::path own = path(question.report);
    return std::filesystem::exists(own) ? own : path(whole);
}

bool isWithoutRows(const QStringList& lines)
{
    return lines.size() <= 1;
}

} // namespace

QString firstDifference(const QStringList& mine, const QStringList& theirs)
{
    if (isWithoutRows(mine) && isWithoutRows(theirs))
        return {};
    for (qsizetype i = 0; i < std::max(mine.size(), theirs.size()); ++i)
        if (mine.value(i) != theirs.value(i))
            return QStringLiteral("line %1\n  mine: %2\n  nsys: %3")
                .arg(i + 1)
                .arg(mine.value(i), theirs.value(i));
    return {};
}

GoldenFolder::GoldenFolder(std::filesystem::path folder)
    : m_folder(std::move(folder))
{
    QProcess tar;
    tar.start(QStringLiteral("tar"), {QStringLiteral("-xzf"),
                                      QString::fromStdString((m_folder / "golden.tar.gz").string()),
                                      QStringLiteral("-C"), m_unpacked.path()});
    constexpr int kLongestMs = 60'000;
    m_isUsable = tar.waitForFinished(kLongestMs) && tar.exitStatus() == QProcess::NormalExit
                 && tar.exitCode() == 0;
}

AnswerSet GoldenFolder::set(const QString& mode) const
{
    AnswerSet set;
    set.folder = std::filesystem::path(m_unpacked.path().toStdString()) / mode.toStdString();
    const QStringList lines =
        readText(m_folder / ("outcomes-" + mode.toStdString() + ".tsv")).split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        const QStringList fields = line.split(QLatin1Char('\t'));
        if (fields.size() < 6 || fields[0] == QLatin1String("kind"))
            continue;
        Question question{fields[0], fields[1], fields[2], fields[5], {}};
        if (!fields[4].isEmpty())
            question.kept = fields[4].toInt();
        set.questions.push_back(question);
    }
    const QStringList windows = readText(m_folder / "windows.txt").split(QLatin1Char('\n'));
    for (const QString& line : windows)
        if (line.startsWith(mode + QLatin1Char(' ')))
            set.time = line.mid(mode.size() + 1);
    return set;
}

AnswerSet exampleSet(const std::filesystem::path& folder)
{
    AnswerSet set;
    set.folder = folder;
    static const QRegularExpression kRun(
        QStringLiteral("^(stats|analyze) (\\S+) rc=\\d+ lines=(\\d+)$"));
    const QStringList lines = readText(folder / "manifest.txt").split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        const QRegularExpressionMatch run = kRun.match(line);
        if (!run.hasMatch())
            continue;
        Question question{run.captured(1), run.captured(2), QStringLiteral("EMPTY"), {}, {}};
        if (run.captured(3).toInt() > 0)
            question.outcome = QStringLiteral("ROWS");
        if (const auto error = answerPath(set, question, ".err"); std::filesystem::exists(error)) {
            question.outcome = QStringLiteral("ERROR");
            question.reason = readText(error).trimmed();
        }
        set.questions.push_back(question);
    }
    return set;
}

int AnswerWalk::count(const QString& what) const
{
    const auto found = m_counts.find(what);
    return found == m_counts.end() ? 0 : found->second;
}

const KnownDifference* AnswerWalk::knownFor(const AnswerSet& set, const Question& question,
                                            bool nothingPrinted) const
{
    const QString name = question.report.section(QLatin1Char(':'), 0, 0);
    for (const KnownDifference& known : m_known) {
        if (!known.report.isEmpty() && known.report != name)
            continue;
        if (!known.set.isEmpty() ? set.name.startsWith(known.set)
                                 : nothingPrinted && question.reason.contains(known.reason))
            return &known;
    }
    return nullptr;
}

void AnswerWalk::compareText(const AnswerSet& set, const QString& what, const QString& mine,
                             const QStringList& theirs, const Question& question,
                             QStringList& differences)
{
    QStringList lines = mine == kMissing ? QStringList() : csvLinesOf(mine);
    if (question.kept)
        lines = lines.mid(0, *question.kept + 1);
    const QString difference = firstDifference(lines, theirs);
    if (difference.isEmpty()) {
        ++m_counts[theirs.size() > 1 ? QStringLiteral("equal, with rows")
                                     : QStringLiteral("equal, no rows")];
        m_counts[QStringLiteral("rows equal")] +=
            static_cast<int>(std::max<qsizetype>(0, theirs.size() - 1));
        return;
    }
    if (const KnownDifference* known = knownFor(set, question, theirs.isEmpty());
        known != nullptr) {
        ++m_counts[QStringLiteral("differs: ") + known->why];
        return;
    }
    ++m_counts[QStringLiteral("DIFFERS")];
    differences << what + QLatin1Char(' ') + difference;
}

void AnswerWalk::compareOne(const TraceModel& trace, const StatsFilter& filter,
                            const AnswerSet& set, const Question& question,
                            QStringList& differences)
{
    const QString name = question.report.section(QLatin1Char(':'), 0, 0);
    if (!isKnownReport(question.report)) {
        ++m_counts[QStringLiteral("not asked, no such report yet: ") + question.kind];
        return;
    }
    const QString mine = statsCsvOf(trace, question.report, filter);
    const bool isAnswered =
        question.outcome == QLatin1String("ROWS") || question.outcome == QLatin1String("EMPTY");
    if (!isAnswered) {
        if (mine == kMissing) {
            ++m_counts[QStringLiteral("missing in both")];
        } else if (const KnownDifference* known = knownFor(set, question, true); known != nullptr) {
            ++m_counts[QStringLiteral("answered where nsys gives up: ") + known->why];
        } else {
            ++m_counts[QStringLiteral("DIFFERS")];
            differences << question.report + QStringLiteral(" is answered, but the real tool: ")
                               + question.outcome + QLatin1Char(' ') + question.reason;
        }
        return;
    }
    compareText(set, question.report, mine, csvLinesOf(readText(answerPath(set, question, ".csv"))),
                question, differences);
    const std::filesystem::path bytes = answerPath(set, question, ".bytes.csv");
    if (!std::filesystem::exists(bytes))
        return;
    ++m_counts[QStringLiteral("with exact bytes, of these")];
    compareText(set, question.report + QStringLiteral(" in bytes"),
                statsCsvOf(trace, question.report, filter,
                           {StatsTimeUnit::Nanoseconds, StatsSizeUnit::Byte, StatsSizeUnit::Byte}),
                csvLinesOf(readText(bytes)), question, differences);
}

QStringList AnswerWalk::compare(const TraceModel& trace, const StatsFilter& filter,
                                const AnswerSet& set)
{
    QStringList differences;
    for (const Question& question : set.questions)
        compareOne(trace, filter, set, question, differences);
    return differences;
}

QStringList AnswerWalk::compareWhereSkipped(const TraceModel& trace, const StatsFilter& filter,
                                            const AnswerSet& set, const AnswerSet& other)
{
    QStringList differences;
    for (const Question& question : set.questions) {
        const auto skipped =
            std::find_if(other.questions.begin(), other.questions.end(), [&](const Question& o) {
                return o.kind == question.kind && o.report == question.report;
            });
        const bool wasSkipped =
            skipped == other.questions.end() || skipped->outcome == QLatin1String("SKIPPED");
        if (wasSkipped && question.outcome == QLatin1String("ROWS"))
            compareOne(trace, filter, set, question, differences);
    }
    return differences;
}

} // namespace nv::test
