// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/session/finding.h"
#include "ui/jobs/latest_job.h"
#include "ui/render/timeline_look.h"

#include <QImage>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;

namespace nv {

class Document;
class PresentedPicture;

/// The findings one after the other on the whole screen, in type that is read from the last row:
/// title, picture, note, the first figures.  → Space Page Down: next, ← Page Up: previous, Home,
/// End, Esc leaves.  The picture is drawn on a worker for the size of the screen.
/// Shows the findings as they were when it began.  Thread: GUI thread.
class Presentation : public QWidget
{
    Q_OBJECT
public:
    /// `look`: lanes and colours as somebody chose them; absent: as they are at first.
    explicit Presentation(Document& document, QWidget* parent = nullptr,
                          std::optional<TimelineLook> look = {});
    ~Presentation() override;

    std::size_t shown() const { return m_shown; } ///< from 0

    QString titleText() const;
    QString placeText() const; ///< "2 / 5"
    QString noteText() const;
    QString figuresText() const;
    const QImage& picture() const; ///< null until it is drawn

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildLayout();
    void turnTo(std::size_t finding);
    void setFonts();
    void askPicture();

    Document& m_document;
    AnalysisPtr m_analysis;
    AnalysisPtr m_other; ///< that was compared with when it began
    std::optional<TimelineLook> m_look;
    std::vector<Finding> m_findings;
    std::size_t m_shown = 0;
    QLabel* m_title = nullptr;
    QLabel* m_place = nullptr;
    PresentedPicture* m_picture = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_figures = nullptr;
    QLabel* m_hint = nullptr;
    LatestJob m_job;
};

} // namespace nv
