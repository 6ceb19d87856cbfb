// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session_store.h"

#include "ui/annotations.h"
#include "ui/document.h"
#include "ui/format.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace nv {
namespace {

constexpr int kSaveMs = 500; ///< after the last change
constexpr qint64 kMostSessionBytes = qint64{16} << 20;
constexpr auto kPrivate = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

Result<Session> readSession(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{Errc::Io, "The file of marks, ranges and findings cannot be read.", {}};
    if (file.size() > kMostSessionBytes)
        return Error{
            Errc::Corrupt, "The file of marks, ranges and findings is too large to be one.", {}};
    return parseSession(file.readAll().toStdString());
}

bool writeText(const QString& path, const std::string& text)
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly)
           && file.write(text.data(), static_cast<qint64>(text.size()))
                  == static_cast<qint64>(text.size())
           && file.commit();
}

QString counted(std::size_t n, const QString& one, const QString& many)
{
    return n == 1 ? one : many.arg(format::count(n));
}

} // namespace

QString userSessionFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
           + QStringLiteral("/sessions");
}

SessionStore::SessionStore(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_writer(std::make_unique<LatestJob>())
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSaveMs);
    connect(&m_soon, &QTimer::timeout, this, &SessionStore::save);
    connect(&document.annotations(), &Annotations::edited, this, &SessionStore::onEdited);
}

SessionStore::~SessionStore()
{
    flush();
}

/// Runs on a worker.
SessionStore::Found SessionStore::lookUp(const QString& tracePath, const QString& folder,
                                         const std::stop_token& stop)
{
    Found found;
    const auto trace = FileFingerprint::of(tracePath.toStdU16String(), stop);
    if (!trace)
        return found; // a trace that is gone keeps nothing; its own reader says so
    found.trace = trace.value();
    found.file = folder + u'/' + QString::fromStdString(hexText(found.trace.size)) + u'-'
                 + QString::fromStdString(hexText(found.trace.content)) + QStringLiteral(".json");
    if (!QFileInfo::exists(found.file))
        return found;
    Result<Session> session = readSession(found.file);
    if (session)
        found.session = std::move(session).value();
    else
        found.problem = QString::fromStdString(session.error().message);
    return found;
}

void SessionStore::open(const QString& tracePath)
{
    flush();
    m_reader.cancel();
    m_pending.reset();
    m_file.clear();
    m_isForeign = false;
    m_traceName = QFileInfo(tracePath).fileName();
    if (m_folder.isEmpty() || tracePath.isEmpty())
        return;
    m_reader.follow([tracePath, folder = m_folder](
                        const std::stop_token& stop) { return lookUp(tracePath, folder, stop); },
                    [this](const Found& found) { take(found); });
}

void SessionStore::take(const Found& found)
{
    m_trace = found.trace;
    m_file = found.file;
    m_isForeign = !found.problem.isEmpty();
    if (m_isForeign)
        emit said(
            tr("Marks, ranges and findings of this trace are not shown: %1 It is left as it is.")
                .arg(found.problem),
            true);
    // Who was quicker than the disk keeps both.
    if (found.session && m_pending)
        m_document.annotations().merge(*found.session);
    else if (found.session)
        m_document.annotations().restore(*found.session);
}

void SessionStore::onEdited()
{
    m_pending = m_document.annotations().session();
    m_soon.start();
}

SessionStore::Write SessionStore::pendingWrite() const
{
    Session session = *m_pending;
    session.traceName = m_traceName.toStdString();
    session.trace = m_trace;
    return {m_file, session.isEmpty() ? std::string() : sessionText(session), m_isForeign};
}

/// What is empty need not be kept.  Empty: done; else why not.
QString SessionStore::write(const Write& what)
{
    if (what.putsAside)
        QFile::rename(what.file, what.file.chopped(5) + QStringLiteral(".kept.json"));
    if (what.text.empty()) {
        QFile::remove(what.file);
        return {};
    }
    QDir().mkpath(QFileInfo(what.file).absolutePath());
    if (!writeText(what.file, what.text))
        return tr("Marks, ranges and findings could not be stored in %1.")
            .arg(QDir::toNativeSeparators(QFileInfo(what.file).absolutePath()));
    QFile::setPermissions(what.file, kPrivate);
    return {};
}

void SessionStore::save()
{
    if (!m_pending || m_file.isEmpty()) {
        if (m_pending && !m_reader.isIdle())
            m_soon.start(); // where to is not known yet
        return;
    }
    const Write next = pendingWrite();
    m_pending.reset();
    m_isForeign = false;
    m_unwritten = next;
    m_writer->follow([next](const std::stop_token&) { return write(next); },
                     [this, text = next.text](const QString& problem) {
                         if (m_unwritten && m_unwritten->text == text)
                             m_unwritten.reset();
                         if (!problem.isEmpty())
                             emit said(problem, true);
                     });
}

void SessionStore::flush()
{
    m_soon.stop();
    if (m_pending && !m_file.isEmpty()) {
        m_unwritten = pendingWrite();
        m_pending.reset();
        m_isForeign = false;
    }
    if (!m_unwritten)
        return;
    m_writer = std::make_unique<LatestJob>(); // the old one waits for what it writes
    write(*m_unwritten);
    m_unwritten.reset();
}

void SessionStore::exportTo(const QString& path)
{
    Session session = m_document.annotations().session();
    session.traceName = m_traceName.toStdString();
    session.trace = m_trace;
    m_other.follow([path, text = sessionText(session)](
                       const std::stop_token&) { return writeText(path, text); },
                   [this, path](bool isWritten) {
                       if (isWritten)
                           emit said(tr("Written: %1").arg(path), false);
                       else
                           emit said(tr("%1 could not be written; check the folder and its "
                                        "permissions.")
                                         .arg(path),
                                     true);
                   });
}

void SessionStore::importFrom(const QString& path)
{
    m_other.follow([path](const std::stop_token&) { return readSession(path); },
                   [this](const Result<Session>& session) { takeImport(session); });
}

void SessionStore::takeImport(const Result<Session>& session)
{
    if (!session) {
        emit said(QString::fromStdString(session.error().message), true);
        return;
    }
    Session other = session.value();
    QStringList parts{counted(other.ranges.size(), tr("1 range"), tr("%1 ranges")),
                      counted(other.marks.size(), tr("1 mark"), tr("%1 marks"))};
    const bool isForeign = m_trace.size != 0 && other.trace.size != 0 && other.trace != m_trace;
    const std::size_t findings = other.findings.size();
    if (isForeign)
        other.findings.clear(); // pictures and figures of this trace would be others
    else if (findings > 0)
        parts << counted(findings, tr("1 finding"), tr("%1 findings"));
    m_document.annotations().merge(other);
    QString sentence = tr("Read: %1.").arg(parts.join(QStringLiteral(", ")));
    if (isForeign)
        sentence += tr(" They were made on another trace: %1.")
                        .arg(QString::fromStdString(other.traceName));
    if (isForeign && findings > 0)
        sentence += u' ' + tr("Its findings are not taken: they hold only there.");
    emit said(sentence, isForeign); // what is not as asked for stays to be read
}

bool SessionStore::isSettled() const
{
    return m_reader.isIdle() && m_other.isIdle() && m_writer->isIdle() && !m_soon.isActive()
           && !m_unwritten;
}

} // namespace nv
