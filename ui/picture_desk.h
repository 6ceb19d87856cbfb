// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/picture_dialog.h"

#include <QObject>

namespace nv {

class Exporter;

/// Pictures of what is on the screen: the timeline and every chart of the docks, as files of any
/// size and on the clipboard.  Charts offer it in a menu of the right button as well.
/// Thread: GUI thread; the timeline is painted on a worker, charts at once.
class PictureDesk : public QObject
{
    Q_OBJECT
public:
    /// `window`: that of the program, all docks in it.
    PictureDesk(Exporter& exporter, QWidget& window);

    /// Proposed for files, without extension.
    void setName(const QString& name) { m_name = name; }

    void ask(QWidget* chart = nullptr); ///< nullptr: the timeline comes first
    void copyTimeline();

signals:
    void said(const QString& sentence, bool isProblem);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<PictureSubject> subjects() const;
    void askPlace(const PictureSubject& subject, const PictureOrder& order);
    void save(const PictureSubject& subject, const PictureOrder& order, const QString& path);
    void copy(const PictureSubject& subject, const PictureOrder& order);

    Exporter& m_exporter;
    QWidget& m_window;
    QString m_name;
};

} // namespace nv
