// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/save_dialog.h"

#include "ui/settings.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QStandardPaths>
#include <QWidget>

namespace nv {
namespace {

QString documentsFolder()
{
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

/// Null for a widget that stands in no window of the program.
SaveFolder* saveFolderOf(const QWidget& widget)
{
    for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget())
        if (auto* folder = at->findChild<SaveFolder*>(QString(), Qt::FindDirectChildrenOnly))
            return folder;
    return nullptr;
}

} // namespace

SaveFolder::SaveFolder(Settings& settings, QWidget& window)
    : QObject(&window)
    , m_settings(settings)
{}

QString SaveFolder::folder() const
{
    const QString last = m_settings.saveFolder();
    return !last.isEmpty() && QFileInfo(last).isDir() ? last : documentsFolder();
}

void SaveFolder::keep(const QString& file)
{
    const QString folder = QFileInfo(file).absolutePath();
    if (QFileInfo(folder).isWritable())
        m_settings.setSaveFolder(folder);
}

void askWhereToSave(QWidget& parent, const SaveQuestion& question,
                    const std::function<void(const QString& path)>& save)
{
    const QPointer<SaveFolder> place = saveFolderOf(parent);
    auto* dialog = new QFileDialog(&parent, question.title,
                                   place ? place->folder() : documentsFolder(), question.filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    if (question.suffix.isEmpty())
        dialog->setLabelText(QFileDialog::FileName, SaveFolder::tr("New folder:"));
    else
        dialog->setDefaultSuffix(question.suffix);
    dialog->selectFile(question.name);
    QObject::connect(dialog, &QFileDialog::fileSelected, &parent,
                     [place, save](const QString& path) {
                         if (place)
                             place->keep(path);
                         save(path);
                     });
    dialog->open();
}

} // namespace nv
