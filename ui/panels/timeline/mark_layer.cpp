// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/mark_layer.h"

#include "ui/document.h"
#include "ui/panels/timeline/timeline_state.h"
#include "ui/theme.h"

#include <QPainter>

namespace nv {
namespace {

constexpr int kStroke = 3;

} // namespace

MarkLayer::MarkLayer(TimelineState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_rows(std::make_shared<const scene::MarkedRows>())
{
    connect(&state.document(), &Document::markedChanged, this, &MarkLayer::sortIntoRows);
}

void MarkLayer::sortIntoRows()
{
    const Document& document = m_state.document();
    m_job.cancel();
    m_rows = std::make_shared<const scene::MarkedRows>();
    emit changed();
    if (!document.marked() || !document.analysis())
        return;
    m_job.follow(
        [analysis = document.analysis(), events = document.marked()](const std::stop_token& stop) {
            return std::make_shared<const scene::MarkedRows>(*analysis->trace, *events, stop);
        },
        [this](std::shared_ptr<const scene::MarkedRows> rows) {
            m_rows = std::move(rows);
            emit changed();
        });
}

void MarkLayer::paint(QPainter& painter, int height) const
{
    if (m_rows->isEmpty() || m_state.trace() == nullptr)
        return;
    const QColor accent = Theme::current().color(Role::Accent);
    const scene::TimeScale scale = m_state.scale();
    const int scroll = m_state.scrollY();
    for (const scene::LayoutRow& row : m_state.layout().visible(scroll, scroll + height)) {
        const int y = row.bottom() - scroll - kStroke + 1;
        for (const scene::MarkSpan& span :
             m_rows->spans(*m_state.trace(), {row.lane, row.row}, scale))
            painter.fillRect(span.x0, y, span.x1 - span.x0, kStroke, accent);
    }
}

} // namespace nv
