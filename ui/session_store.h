// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session_file.h"
#include "ui/jobs/latest_job.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>

namespace nv {

class Document;

/// Keeps marks and named ranges from one opening of a trace to the next: one file per trace in a
/// folder of the user's, named after what the trace holds, not after where it lies.
/// Shape: the file is looked up and read on a worker when a trace was opened, and written anew a
/// moment after the user changed something, whole or not at all.  A file this program cannot read
/// is left as it is until then, and put aside under another name rather than overwritten.
/// Errors: one sentence through `said`.  Thread: GUI thread.
class SessionStore : public QObject
{
    Q_OBJECT
public:
    explicit SessionStore(Document& document, QObject* parent = nullptr);
    ~SessionStore() override;

    /// Where the files are kept; empty: nothing is kept.
    void setFolder(const QString& folder) { m_folder = folder; }

    /// The document holds the trace of this file now.
    void open(const QString& tracePath);
    /// What the user changed is on the disk when this returns.
    void flush();

    void exportTo(const QString& path);
    /// In addition to what is there.
    void importFrom(const QString& path);

    bool isSettled() const; ///< nothing is being read or waits to be written

signals:
    void said(const QString& sentence, bool isProblem);

private:
    struct Found ///< for a trace that was opened
    {
        FileFingerprint trace;
        QString file;
        std::optional<Session> session;
        QString problem;
    };

    struct Write
    {
        QString file;
        std::string text; ///< empty: nothing is left to be kept
        bool putsAside = false;
    };

    static Found lookUp(const QString& tracePath, const QString& folder,
                        const std::stop_token& stop);
    static QString write(const Write& what);
    void take(const Found& found);
    void onEdited();
    void save();
    void takeImport(const Result<Session>& session);
    Write pendingWrite() const;

    Document& m_document;
    QString m_folder;
    QString m_traceName;
    FileFingerprint m_trace;
    QString m_file; ///< of the open trace; empty while it is looked up
    std::optional<Session> m_pending;
    std::optional<Write> m_unwritten; ///< handed to the writer, not confirmed yet
    bool m_isForeign = false;         ///< m_file is one this program cannot read
    QTimer m_soon;
    LatestJob m_reader;
    LatestJob m_other; ///< files of the user's choice
    std::unique_ptr<LatestJob> m_writer;
};

/// Of the user: AppDataLocation/sessions.
QString userSessionFolder();

} // namespace nv
