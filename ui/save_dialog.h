// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>

class QWidget;

namespace nv {

class Settings;

/// Where files are offered to be saved: the folder of the last one, else the user's documents.
/// Never that of the trace, which may be read-only or somebody else's.
/// Shape: child of the window, so that whatever stands in it finds it.  Thread: GUI thread.
class SaveFolder : public QObject
{
    Q_OBJECT
public:
    SaveFolder(Settings& settings, QWidget& window);

    QString folder() const;
    /// A file is being saved here; a folder nothing can be written to is not kept.
    void keep(const QString& file);

private:
    Settings& m_settings;
};

struct SaveQuestion
{
    QString title;
    QString filter;
    QString suffix; ///< of the file; empty: a new folder is asked for
    QString name;   ///< proposed
};

/// Asks where to save something.  `parent`: the window, or something in it.
void askWhereToSave(QWidget& parent, const SaveQuestion& question,
                    const std::function<void(const QString& path)>& save);

} // namespace nv
