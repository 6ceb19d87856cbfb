// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review_pack.h"

#include "core/analysis/redaction.h"
#include "core/report/finding_text.h"
#include "ui/pack_folder.h"
#include "ui/render/pack_pdf.h"
#include "ui/render/page_picture.h"
#include "ui/whole_file.h"

#include <optional>

namespace nv {
namespace {

Error stopped()
{
    return {Errc::Cancelled, "Stopped.", {}};
}

/// `stage`: what is drawn, redacted where the pack is.
Result<PackItem> itemOf(const PackRequest& request, FindingStage stage,
                        const std::optional<Placeholders>& placeholders, const Finding& finding,
                        const std::stop_token& stop)
{
    const Analysis& analysis = *request.analysis;
    const Window window = windowOf(analysis, finding);
    NV_TRY(tables, windowTables(analysis, window, {}, stop));
    const WindowBudget budget =
        windowBudget(*analysis.budget, window.range, {}, analysis.thresholds.classes.active);
    PackItem item;
    item.finding = placeholders ? redacted(finding, *placeholders) : finding;
    item.tables = placeholders ? redacted(std::move(tables), *placeholders) : std::move(tables);
    item.verdict = fullVerdict(*stage.analysis, budget, item.tables);
    if (!request.hasPictures)
        return item;
    if (!request.other || !isOther(finding, *request.other->trace))
        stage.other.reset();
    NV_TRY(picture, pagePicture(stage, finding));
    item.picture = std::move(picture);
    item.showsOther = stage.other != nullptr;
    return item;
}

PackFolder folderOf(const Pack& pack)
{
    PackFolder folder;
    folder.push_back({QStringLiteral("review.md"), QByteArray::fromStdString(packMarkdown(pack))});
    for (std::size_t i = 0; i < pack.items.size(); ++i)
        if (pack.items[i].picture)
            folder.push_back({QString::fromStdString(packPictureName(i)),
                              QByteArray::fromStdString(pack.items[i].picture->light)});
    return folder;
}

} // namespace

Result<Pack> makePack(const PackRequest& request, const std::stop_token& stop)
{
    if (request.findings.empty())
        return Error{Errc::BadArgument, "There is no finding to hand over.", {}};
    Pack pack;
    pack.analysis = request.analysis;
    std::optional<Placeholders> placeholders;
    if (request.isRedacted) {
        placeholders.emplace(*request.analysis->trace);
        pack.analysis = redacted(*request.analysis, *placeholders);
    } else {
        pack.nameRules = request.nameRules;
    }
    pack.fingerprint = request.fingerprint.toStdString();
    pack.version = request.version.toStdString();
    pack.isRedacted = request.isRedacted;
    FindingStage stage{pack.analysis, request.other, request.version, request.isRedacted,
                       request.look};
    if (request.isRedacted && request.other)
        stage.other = redacted(*request.other, Placeholders(*request.other->trace));
    for (const Finding& finding : request.findings) {
        if (stop.stop_requested())
            return stopped();
        NV_TRY(item, itemOf(request, stage, placeholders, finding, stop));
        pack.items.push_back(std::move(item));
    }
    return pack;
}

QString packExtension(PackForm form)
{
    switch (form) {
    case PackForm::Page:
        return QStringLiteral("html");
    case PackForm::Pdf:
        return QStringLiteral("pdf");
    case PackForm::Markdown:
        break;
    }
    return {};
}

QString writePack(const Pack& pack, PackForm form, const QString& path)
{
    switch (form) {
    case PackForm::Page:
        return writeWhole(path, packPage(pack));
    case PackForm::Pdf:
        return writeWhole(path, packPdf(pack).toStdString());
    case PackForm::Markdown:
        break;
    }
    return writeFolder(path, folderOf(pack));
}

} // namespace nv
