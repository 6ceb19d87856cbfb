// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/comparison.h"
#include "core/session/finding.h"
#include "ui/events.h"
#include "ui/jobs/latest_job.h"
#include "ui/jobs/load_job.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace nv {

class Document;
enum class CompareRows : std::uint8_t;

/// What changed from one window of one capture to one of another, and what was asked.
struct CompareAnswer
{
    AnalysisPtr base;
    AnalysisPtr target;
    Window baseWindow;
    Window targetWindow;
    Comparison comparison;

    CompareSide baseSide() const { return {*base, baseWindow}; }

    CompareSide targetSide() const { return {*target, targetWindow}; }

    /// That asks the same on the command line; `targetName`: how the target is called there.
    std::string command(const std::string& targetName) const;
};

using CompareAnswerPtr = std::shared_ptr<const CompareAnswer>;

/// A second capture beside the open one: the open one is the base (A), the other the target (B).
/// Each is a Document of its own with its own view and window; what changed between the windows is
/// asked on a worker whenever one of them moves, by the function the command line uses.
/// Another trace opened in the place of the base ends the comparison.
/// Shape: child of the Document it stands beside, so that panels find it without knowing one
/// another.  Errors: one sentence through `failed`.  Thread: GUI thread.
class ComparePair : public QObject
{
    Q_OBJECT
public:
    /// That of this document, made when first asked for.
    static ComparePair& of(Document& base);
    ~ComparePair() override;

    LoadJob& loader() { return m_load; }

    Document& base() const { return m_base; }

    /// Null while nothing is compared.
    Document* target() const { return m_target.get(); }

    const QString& targetPath() const { return m_path; }

    /// Shows what was loaded as the target; loader() ends here too.
    void begin(const AnalysisPtr& analysis, const QString& path);
    void end();
    /// Shows the second capture of a finding as it was; asks for its file where it is not compared.
    void revisit(const FindingOther& other);
    /// The target becomes the base, with view and window of both: `show` opens it in its place.
    void swap(const QString& basePath,
              const std::function<void(const AnalysisPtr&, const QString&)>& show);

    /// Documents are being exchanged: views are not to follow one another.
    bool isSwapping() const { return m_isSwapping; }

    /// Null until the first answer; may answer earlier windows while a brush moves.
    const CompareAnswerPtr& answer() const { return m_answer; }

    bool isCurrent() const;

    /// One sentence when the last question failed, else empty.
    const QString& error() const { return m_error; }

    /// Finds the events of both captures that stand for a row; `placesFound` brings them.
    void findPlaces(CompareRows rows, const NamedChange& row);

signals:
    void begun();
    void aboutToEnd(); ///< target() is still there
    void ended();
    void swapped();
    void answered(); ///< or failed to
    void placesFound(const std::optional<nv::EventRef>& base,
                     const std::optional<nv::EventRef>& target);
    void chooseRequested();                  ///< a second capture is to be chosen
    void fileRequested(const QString& name); ///< one of this name is to be compared again
    void swapRequested();

private:
    explicit ComparePair(Document& base);
    void watchBase();
    void showWanted();
    void ask();
    void take(Result<CompareAnswerPtr> answer);

    Document& m_base;
    std::unique_ptr<Document> m_target;
    TracePtr m_baseTrace; ///< that the comparison began with
    QString m_path;
    QString m_error;
    CompareAnswerPtr m_answer;
    bool m_isSwapping = false;
    std::optional<FindingOther> m_wanted; ///< to be shown when it comes
    LoadJob m_load;
    LatestJob m_job;
    LatestJob m_places;
};

/// The second capture of a document; null while nothing is compared.
AnalysisPtr comparedWith(const Document& base);

} // namespace nv
