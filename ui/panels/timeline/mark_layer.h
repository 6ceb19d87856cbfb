// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/marked_rows.h"
#include "ui/jobs/latest_job.h"

#include <QObject>

#include <memory>

class QPainter;

namespace nv {

class TimelineState;

/// The document's marked events on the lanes: a stroke of the accent below each of them, joined
/// where they are closer than a pixel.  Sorted into rows on a worker, painted per row and column.
/// Thread: GUI thread.
class MarkLayer : public QObject
{
    Q_OBJECT
public:
    explicit MarkLayer(TimelineState& state, QObject* parent = nullptr);

    void paint(QPainter& painter) const;

    bool isSettled() const { return m_job.isIdle(); }

    const scene::MarkedRows& rows() const { return *m_rows; }

signals:
    void changed();

private:
    void sortIntoRows();

    TimelineState& m_state;
    std::shared_ptr<const scene::MarkedRows> m_rows;
    LatestJob m_job;
};

} // namespace nv
