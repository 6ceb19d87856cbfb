// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"
#include "ui/jobs/latest_job.h"
#include "ui/panel.h"

#include <QTimer>

#include <string>

class QTextBrowser;
class QToolButton;

namespace nv {

class ElidedLabel;
class Veil;

/// What goes into the review: the report of the window as people read it, from the verdict to the
/// command that recorded the capture, copied as Markdown with one click.
/// The text is that of `analyze --markdown`, byte by byte.  It follows the window a moment after it
/// has come to rest, only while the dock can be seen.
/// Thread: GUI thread.
class SummaryPanel : public Panel
{
    Q_OBJECT
public:
    explicit SummaryPanel(Document& document, QWidget* parent = nullptr);

    const std::string& markdown() const { return m_markdown; } ///< empty until it is known

    QString captionText() const;
    bool isSettled() const; ///< the text is that of the document's window

    void copy();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    void askSoon();
    void ask();
    void take(const AnalysisPtr& asked, const Window& window, const Result<std::string>& text);
    void showText();

    ElidedLabel* m_caption = nullptr;
    QToolButton* m_copy = nullptr;
    QTextBrowser* m_text = nullptr;
    Veil* m_veil = nullptr;
    QTimer m_delay;
    LatestJob m_job;
    AnalysisPtr m_analysis; ///< what m_markdown is about
    Window m_window;
    std::string m_markdown;
};

} // namespace nv
