// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h" // before lane_layout.h: moc 6.4 cannot read <compare> as the first header
#include "ui/jobs/latest_job.h"
#include "ui/render/picture.h"
#include "ui/render/timeline_look.h"
#include "ui/review_pack.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

namespace nv {

class Document;
struct Report;

/// Writes what the window shows into files: the timeline as a picture, with the lanes somebody chose
/// and in their order, the verdict as a report.
/// The same figures as the command line, for the window of the moment.  On a worker; a file is
/// written whole or not at all.
/// Errors: one sentence through `failed`.  Thread: GUI thread.
class Exporter : public QObject
{
    Q_OBJECT
public:
    explicit Exporter(Document& document, QObject* parent = nullptr);

    /// The timeline as it is looked at; `asked`: path, size, pixel ratio and theme.
    void savePicture(const PictureOptions& asked);
    /// The same on the clipboard.
    void copyPicture(const PictureOptions& asked);
    void saveReport(const Report& report, const QString& path);
    /// The page for a review; `file`: the trace's, for its fingerprint.
    void savePage(const QString& file, bool isRedacted, const QString& path);

    /// All findings; `file`: the trace's, for its fingerprint.
    void savePack(const QString& file, bool isRedacted, PackForm form, const QString& path);

    /// How the pictures show the timeline; without it as it is at first.
    void setLook(std::function<TimelineLook()> look) { m_look = std::move(look); }

    std::optional<TimelineLook> look() const;

    bool isIdle() const { return m_job.isIdle(); }

signals:
    void saved(const QString& path);
    void copied();
    void failed(const QString& sentence);

private:
    PictureOptions ofTheView(PictureOptions options) const;
    void finish(const QString& sentence, const QString& path);

    Document& m_document;
    std::function<TimelineLook()> m_look;
    LatestJob m_job;
};

} // namespace nv
