// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QDialog>
#include <QPointer>
#include <QSize>
#include <QWidget>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace nv {

/// What can become a picture: the timeline, or a chart that is on the screen.
struct PictureSubject
{
    QString title;
    QPointer<QWidget> chart; ///< null: the timeline
    QSize size;              ///< proposed, in pixels
};

struct PictureOrder
{
    QSize size;
    double scale = 1; ///< device pixels for each, of PNG
    Theme::Mode theme = Theme::Mode::Light;
    QString extension; ///< "png", "svg", "pdf"
};

/// Which picture, how large, in which format and theme.  Charts wear the theme of the window.
/// Thread: GUI thread.
class PictureDialog : public QDialog
{
    Q_OBJECT
public:
    explicit PictureDialog(std::vector<PictureSubject> subjects, QWidget* parent = nullptr);

    const PictureSubject& subject() const;
    PictureOrder order() const;

signals:
    void saveAsked(const nv::PictureSubject& subject, const nv::PictureOrder& order);
    void copyAsked(const nv::PictureSubject& subject, const nv::PictureOrder& order);

private:
    void buildLayout();
    void propose();
    void refresh();

    std::vector<PictureSubject> m_subjects;
    QComboBox* m_subject;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QDoubleSpinBox* m_scale;
    QComboBox* m_format;
    QComboBox* m_theme;
    QLabel* m_pixels;
    QPushButton* m_save;
    QPushButton* m_copy;
};

} // namespace nv
