// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exporter.h"

#include "core/base/file_fingerprint.h"
#include "ui/annotations.h"
#include "ui/document.h"
#include "ui/panels/compare/compare_pair.h"
#include "ui/report_text.h"
#include "ui/review_text.h"
#include "ui/whole_file.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>

#include <filesystem>

namespace nv {

Exporter::Exporter(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{}

std::optional<TimelineLook> Exporter::look() const
{
    return m_look ? std::optional(m_look()) : std::nullopt;
}

PictureOptions Exporter::ofTheView(PictureOptions options) const
{
    options.view = m_document.view().current();
    options.window = m_document.window();
    options.event = m_document.selection();
    options.version = QCoreApplication::applicationVersion();
    options.look = look();
    return options;
}

void Exporter::savePicture(const PictureOptions& asked)
{
    const PictureOptions options = ofTheView(asked);
    m_job.follow(
        [analysis = m_document.analysis(), options](const std::stop_token&) {
            Status status = renderPicture(analysis, options);
            return status ? QString() : QString::fromStdString(status.error().message);
        },
        [this, path = options.path](const QString& sentence) { finish(sentence, path); });
}

void Exporter::copyPicture(const PictureOptions& asked)
{
    const PictureOptions options = ofTheView(asked);
    m_job.follow([analysis = m_document.analysis(),
                  options](const std::stop_token&) { return pictureBytes(analysis, options); },
                 [this](const Result<QByteArray>& png) {
                     if (!png) {
                         emit failed(QString::fromStdString(png.error().message));
                         return;
                     }
                     QGuiApplication::clipboard()->setImage(QImage::fromData(png.value(), "PNG"));
                     emit copied();
                 });
}

void Exporter::saveReport(const Report& report, const QString& path)
{
    m_job.follow(
        [analysis = m_document.analysis(), window = m_document.window(),
         rules = m_document.labels().rules(), &report, path](const std::stop_token& stop) {
            const auto text = reportText(report, *analysis, window, rules, stop);
            return text ? writeWhole(path, text.value())
                        : QString::fromStdString(text.error().message);
        },
        [this, path](const QString& sentence) { finish(sentence, path); });
}

void Exporter::savePage(const QString& file, bool isRedacted, const QString& path)
{
    m_job.follow(
        [analysis = m_document.analysis(), window = m_document.window(),
         rules = m_document.labels().rules(), version = QCoreApplication::applicationVersion(),
         file, isRedacted, path, look = look()](const std::stop_token& stop) {
            const auto text =
                reviewPageOf(analysis, window, rules, isRedacted, file, version, stop, look);
            return text ? writeWhole(path, text.value())
                        : QString::fromStdString(text.error().message);
        },
        [this, path](const QString& sentence) { finish(sentence, path); });
}

void Exporter::savePack(const QString& file, bool isRedacted, PackForm form, const QString& path)
{
    PackRequest request;
    request.analysis = m_document.analysis();
    request.findings = m_document.annotations().findings().findings();
    request.nameRules = m_document.labels().rules();
    request.version = QCoreApplication::applicationVersion();
    request.isRedacted = isRedacted;
    request.look = look();
    request.other = comparedWith(m_document);
    m_job.follow(
        [request, file, form, path](const std::stop_token& stop) mutable {
            const auto fingerprint =
                fingerprintText(std::filesystem::path(file.toStdU16String()), stop);
            if (!fingerprint)
                return QString::fromStdString(fingerprint.error().message);
            request.fingerprint = QString::fromStdString(fingerprint.value());
            const auto pack = makePack(request, stop);
            return pack ? writePack(pack.value(), form, path)
                        : QString::fromStdString(pack.error().message);
        },
        [this, path](const QString& sentence) { finish(sentence, path); });
}

void Exporter::finish(const QString& sentence, const QString& path)
{
    if (sentence.isEmpty())
        emit saved(path);
    else
        emit failed(sentence);
}

} // namespace nv
