// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exporter.h"

#include "ui/document.h"
#include "ui/render/picture.h"
#include "ui/report_text.h"
#include "ui/review_text.h"
#include "ui/theme.h"
#include "ui/whole_file.h"

#include <QCoreApplication>

namespace nv {

namespace {

constexpr QSize kPictureSize(1600, 900);

} // namespace

Exporter::Exporter(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{}

std::optional<TimelineLook> Exporter::look() const
{
    return m_look ? std::optional(m_look()) : std::nullopt;
}

void Exporter::savePicture(const QString& path)
{
    PictureOptions options;
    options.path = path;
    options.size = kPictureSize;
    options.theme = Theme::Mode::Light;
    options.view = m_document.view().current();
    options.window = m_document.window();
    options.version = QCoreApplication::applicationVersion();
    options.look = look();
    m_job.follow(
        [analysis = m_document.analysis(), options](const std::stop_token&) {
            Status status = renderPicture(analysis, options);
            return status ? QString() : QString::fromStdString(status.error().message);
        },
        [this, path](const QString& sentence) { finish(sentence, path); });
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

void Exporter::finish(const QString& sentence, const QString& path)
{
    if (sentence.isEmpty())
        emit saved(path);
    else
        emit failed(sentence);
}

} // namespace nv
