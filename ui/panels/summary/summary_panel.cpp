// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/summary/summary_panel.h"

#include "ui/document.h"
#include "ui/format.h"
#include "ui/report_text.h"
#include "ui/table/elided_label.h"
#include "ui/table/event_names.h"
#include "ui/table/veil.h"
#include "ui/window_text.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace nv {
namespace {

constexpr int kSummaryDelayMs = 300; ///< after the last move of the window
constexpr std::array<int, 3> kHeadingPixels{16, 14, 13};
constexpr qreal kAboveHeading = 12;
constexpr qreal kBelowText = 4;

/// Headings of a page are too large for a dock, and its paragraphs stand without a gap.
void layOut(QTextDocument& text)
{
    QTextCursor cursor(&text);
    for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        const bool isInTable = QTextCursor(block).currentTable() != nullptr;
        cursor.setPosition(block.position());
        cursor.setPosition(block.position() + block.length() - 1, QTextCursor::KeepAnchor);
        QTextBlockFormat room;
        room.setTopMargin(level > 0 ? kAboveHeading : 0);
        room.setBottomMargin(isInTable ? 0 : kBelowText);
        cursor.mergeBlockFormat(room);
        if (level > 0) {
            QTextCharFormat size;
            size.setProperty(QTextFormat::FontSizeAdjustment, 0);
            size.setProperty(QTextFormat::FontPixelSize,
                             kHeadingPixels.at(std::min<std::size_t>(
                                 static_cast<std::size_t>(level) - 1, kHeadingPixels.size() - 1)));
            cursor.mergeCharFormat(size);
        }
    }
}

} // namespace

SummaryPanel::SummaryPanel(Document& from, QWidget* parent)
    : Panel(from, parent)
{
    buildLayout();
    m_delay.setSingleShot(true);
    m_delay.setInterval(kSummaryDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &SummaryPanel::ask);
    connect(&from, &Document::analysisChanged, this, [this] {
        m_job.cancel();
        m_analysis.reset();
        m_markdown.clear();
        showText();
        askSoon();
    });
    connect(&from, &Document::windowChanged, this, &SummaryPanel::askSoon);
    connect(&from.labels(), &NameLabels::changed, this, [this] { // families may be others
        m_analysis.reset();
        askSoon();
    });
    showText();
}

void SummaryPanel::buildLayout()
{
    m_caption = new ElidedLabel;
    m_copy = new QToolButton;
    m_copy->setText(tr("Copy as Markdown"));
    m_copy->setToolTip(tr("The whole report, as analyze --markdown prints it."));
    connect(m_copy, &QToolButton::clicked, this, &SummaryPanel::copy);
    auto* head = new QHBoxLayout;
    head->addWidget(m_caption, 1);
    head->addWidget(m_copy);
    m_text = new QTextBrowser;
    m_text->setOpenLinks(false); // names of a capture lead nowhere
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Report of the window"));
    m_veil = new Veil(m_text);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(m_text, 1);
    setFocusProxy(m_text);
}

bool SummaryPanel::isSettled() const
{
    return m_analysis && m_analysis == document().analysis()
           && m_window.range == document().window().range
           && m_window.source == document().window().source;
}

void SummaryPanel::askSoon()
{
    m_veil->setDim(!m_markdown.empty() && !isSettled());
    if (isVisible() && document().analysis() && !isSettled())
        m_delay.start();
}

void SummaryPanel::ask()
{
    const AnalysisPtr analysis = document().analysis();
    if (!analysis)
        return;
    const Window window = document().window();
    m_job.replace(
        [analysis, window, rules = document().labels().rules()](const std::stop_token& stop) {
            return reportText(*findReport("markdown"), *analysis, window, rules, stop);
        },
        [this, analysis, window](const Result<std::string>& text) {
            take(analysis, window, text);
        });
}

void SummaryPanel::take(const AnalysisPtr& asked, const Window& window,
                        const Result<std::string>& text)
{
    if (asked != document().analysis() || !text)
        return;
    m_analysis = asked;
    m_window = window;
    m_markdown = text.value();
    showText();
    askSoon(); // the window may have moved on
}

void SummaryPanel::showText()
{
    m_copy->setEnabled(!m_markdown.empty());
    m_veil->setDim(false);
    if (m_markdown.empty()) {
        m_caption->setLine({});
        m_text->setPlainText(document().analysis() ? tr("Writing the report …")
                                                   : tr("No capture is open."));
        return;
    }
    m_caption->setLine(windowText(m_window));
    const int scrolled = m_text->verticalScrollBar()->value();
    QTextDocument::MarkdownFeatures features = QTextDocument::MarkdownDialectGitHub;
    features.setFlag(QTextDocument::MarkdownNoHTML);
    // A document that is looked at is laid out anew after each of its paragraphs.
    auto* report = new QTextDocument(m_text);
    report->setDefaultFont(m_text->font());
    report->setMarkdown(format::withTimes(fromUtf8(m_markdown)), features);
    layOut(*report);
    m_text->setDocument(report); // the one before goes
    m_text->verticalScrollBar()->setValue(scrolled);
}

void SummaryPanel::copy()
{
    if (!m_markdown.empty())
        QApplication::clipboard()->setText(fromUtf8(m_markdown));
}

QString SummaryPanel::captionText() const
{
    return m_caption->text();
}

void SummaryPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    askSoon();
}

} // namespace nv
