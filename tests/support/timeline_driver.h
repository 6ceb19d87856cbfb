// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/event_view.h"
#include "tests/support/timeline_fixture.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/theme.h"

#include <cmath>
#include <memory>

/// The real timeline in a window of known size, on three steps of 100 us from 10 us on (see
/// fixture::threeSteps); the tests of the timeline drive it with mouse and keys.
namespace nv::fixture {

class TimelineDriver : public QObject
{
protected:
    void open()
    {
        Theme::setCurrent(Theme::Mode::Light);
        m_document = std::make_unique<Document>();
        m_panel = std::make_unique<TimelinePanel>(*m_document);
        m_panel->resize(1020, 420);
        m_panel->show();
        m_document->setAnalysis(fixture::analysed(fixture::threeSteps()));
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_panel->canvas().setFocus();
    }

    void close()
    {
        m_panel.reset();
        m_document.reset();
    }

    TimelineCanvas& canvas() { return m_panel->canvas(); }

    TimeRange view() const { return m_document->view().current(); }

    TimeRange window() const { return m_document->window().range; }

    Ns timeAt(double x) const { return m_panel->state().scale().timeAt(x); }

    double xOf(Ns t) const { return m_panel->state().scale().xOf(t); }

    Ns nsOf(double px) const { return std::llround(px * m_panel->state().scale().nsPerPixel()); }

    /// Within two pixels: what a hand can do.
    bool near(Ns a, Ns b) const { return std::abs(a - b) <= nsOf(2); }

    std::size_t laneOf(LaneKind kind) const
    {
        const std::vector<Lane>& lanes = m_document->trace()->lanes;
        for (std::size_t i = 0; i < lanes.size(); ++i)
            if (lanes[i].kind == kind)
                return i;
        return lanes.size();
    }

    /// The middle of a lane's first row.
    int yOf(LaneKind kind) const
    {
        const scene::LayoutRow* row = m_panel->state().layout().find({laneOf(kind), 0});
        return row->y + row->height / 2 - m_panel->state().scrollY();
    }

    /// The i-th kernel; -1: the first copy.
    EventRef kernel(int i) const
    {
        const Lane& lane =
            m_document->trace()->lanes[laneOf(i < 0 ? LaneKind::Copies : LaneKind::Kernels)];
        return {EventKind::Op, lane.rows[0].events[static_cast<std::size_t>(std::max(i, 0))]};
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<TimelinePanel> m_panel;
};

} // namespace nv::fixture
