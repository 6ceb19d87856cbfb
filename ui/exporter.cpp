// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exporter.h"

#include "core/report/report.h"
#include "ui/document.h"
#include "ui/render/picture.h"
#include "ui/theme.h"
#include "ui/whole_file.h"

#include <QCoreApplication>

namespace nv {

namespace {

constexpr QSize kPictureSize(1600, 900);

/// The text of a report, computed anew for exactly this window.
Result<std::string> reportText(const Report& report, const Analysis& analysis, const Window& window,
                               const std::stop_token& stop)
{
    NV_TRY(tables, windowTables(analysis, window, {}, stop));
    NV_TRY(host, hostOverhead(analysis, window, {}, stop));
    const WindowBudget budget =
        windowBudget(*analysis.budget, window.range, {}, analysis.thresholds.classes.active);
    const Verdict verdict = fullVerdict(analysis, budget, tables);
    return report.write(ReportInput{analysis, tables, verdict, host, {}, false});
}

} // namespace

Exporter::Exporter(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{}

void Exporter::savePicture(const QString& path)
{
    PictureOptions options;
    options.path = path;
    options.size = kPictureSize;
    options.theme = Theme::Mode::Light;
    options.view = m_document.view().current();
    options.window = m_document.window();
    options.version = QCoreApplication::applicationVersion();
    m_job.follow(
        [analysis = m_document.analysis(), options](const std::stop_token&) {
            const Status status = renderPicture(analysis, options);
            return status ? QString() : QString::fromStdString(status.error().message);
        },
        [this, path](const QString& sentence) { finish(sentence, path); });
}

void Exporter::saveReport(const Report& report, const QString& path)
{
    m_job.follow(
        [analysis = m_document.analysis(), window = m_document.window(), &report,
         path](const std::stop_token& stop) {
            const auto text = reportText(report, *analysis, window, stop);
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
