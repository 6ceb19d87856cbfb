// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

#include <QWidget>

class QScrollBar;

namespace nv {

class LaneLabels;
class LaneLine;
class OverviewStrip;
class TimelineCanvas;
class TimelineKeys;
class TimeRuler;

/// The central widget: overview above ruler above lanes, tree at the left.  Takes the keys.
/// Thread: GUI thread.
class TimelinePanel : public QWidget
{
    Q_OBJECT
public:
    explicit TimelinePanel(Document& document, QWidget* parent = nullptr);
    ~TimelinePanel() override;

    TimelineState& state() { return *m_state; }

    TimelineCanvas& canvas() { return *m_canvas; }

    TimeRuler& ruler() { return *m_ruler; }

    OverviewStrip& overview() { return *m_overview; }

    LaneLabels& labels() { return *m_labels; }

    LaneLine& laneLine() { return *m_line; }

    void openLaneFilter();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void arrange();
    void updateScrollBar();

    TimelineState* m_state;
    OverviewStrip* m_overview;
    TimeRuler* m_ruler;
    LaneLabels* m_labels;
    LaneLine* m_line;
    TimelineCanvas* m_canvas;
    QScrollBar* m_scroll;
    TimelineKeys* m_keys;
};

} // namespace nv
