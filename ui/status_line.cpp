// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/status_line.h"

#include "ui/document.h"
#include "ui/format.h"
#include "ui/window_text.h"

namespace nv {

StatusLine::StatusLine(Document& document, QWidget* parent)
    : QLabel(parent)
    , m_document(document)
{
    setTextFormat(Qt::PlainText);
    setContentsMargins(8, 0, 8, 0);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(&document, &Document::analysisChanged, this, &StatusLine::refresh);
    connect(&document, &Document::viewChanged, this, &StatusLine::refresh);
    connect(&document, &Document::windowChanged, this, &StatusLine::refresh);
    connect(&document, &Document::staleChanged, this, &StatusLine::refresh);
    connect(&document, &Document::tablesChanged, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::refresh()
{
    const TraceModel* trace = m_document.trace();
    if (trace == nullptr) {
        setText(tr("no trace open"));
        return;
    }
    const Window& window = m_document.window();
    QStringList parts{hasNothingToMeasure(window)
                          ? tr("nothing to measure")
                          : tr("window %1").arg(format::range(window.range))};
    if (window.steps)
        parts << (*window.steps == 1 ? tr("1 step")
                                     : tr("%1 steps").arg(format::count(*window.steps)));
    if (isPartOfCapture(*trace))
        parts.prepend(tr("part of the capture"));
    parts << tr("view %1").arg(
        format::duration(static_cast<double>(m_document.view().current().length())));
    std::uint64_t events = 0;
    for (const Lane& lane : trace->lanes)
        events += lane.eventCount;
    parts << tr("%1 events").arg(format::count(events));
    parts << (!m_document.tablesError().isEmpty() ? tr("tables failed")
              : m_document.tablesAreStale()       ? tr("computing tables")
                                                  : tr("ready"));
    setText(parts.join(QStringLiteral(" · ")));
}

} // namespace nv
