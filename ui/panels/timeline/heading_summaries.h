// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/latest_job.h"

#include <QObject>
#include <QString>

#include <map>

namespace nv {

class TimelineState;

/// What the collapsed devices did in the window: their kernels with the largest shares, counted on a
/// worker, following the window.  Thread: GUI thread.
class HeadingSummaries : public QObject
{
    Q_OBJECT
public:
    explicit HeadingSummaries(TimelineState& state, QObject* parent = nullptr);

    /// "gemm 41.2 % · attention 20.1 %"; empty for other lanes and until it is known.
    QString kernelsOf(std::size_t lane) const;
    /// The share of each class, the largest first, as the budget counts them: "compute 82.1 %".
    QString classesOf(std::size_t lane) const;

    bool isSettled() const { return m_job.isIdle(); }

signals:
    void changed();

private:
    using Texts = std::map<std::size_t, QString>; ///< by lane

    void ask();

    TimelineState& m_state;
    Texts m_kernels;
    LatestJob m_job;
};

} // namespace nv
