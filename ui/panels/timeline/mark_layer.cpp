// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/mark_layer.h"

#include "ui/document.h"
#include "ui/panels/timeline/timeline_state.h"
#include "ui/theme.h"

#include <QPainter>

#include <algorithm>
#include <span>

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

void MarkLayer::paint(QPainter& painter) const
{
    if (m_rows->isEmpty() || m_state.trace() == nullptr)
        return;
    const QColor accent = Theme::current().color(Role::Accent);
    const scene::TimeScale scale = m_state.scale();
    const scene::LaneViewport rows = m_state.rows();
    const auto paintRows = [&](std::span<const scene::LayoutRow> some, int top) {
        for (const scene::LayoutRow& row : some) {
            const int y = std::max(rows.yOf(row) + row.height - kStroke + 1, top);
            const int below = rows.yOf(row) + row.height + 1;
            for (const scene::MarkSpan& span :
                 m_rows->spans(*m_state.trace(), {row.lane, row.row}, scale))
                painter.fillRect(span.x0, y, span.x1 - span.x0, below - y, accent);
        }
    };
    paintRows(rows.pinned(), 0);
    paintRows(rows.scrolled(), rows.bandHeight());
}

} // namespace nv
