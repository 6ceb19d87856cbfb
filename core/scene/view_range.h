// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <vector>

/// Zoom and pan: which stretch of time is drawn, and where it was before.
/// Shape: a current range inside `limits` (the capture with a margin) and two stacks of earlier
/// ones.  A transient range is shown but not yet remembered: the next `set`, `beginGesture` or
/// `undo` turns all transient changes since the last remembered range into one entry.
/// Unit: ns.  Never empty, never narrower than kMinViewNs.  Thread: plain value.
namespace nv::scene {

inline constexpr DurationNs kMinViewNs = 100; ///< narrower than this nothing is left to see

class ViewRange
{
public:
    ViewRange() = default;
    explicit ViewRange(TimeRange everything);

    TimeRange current() const { return m_current; }

    TimeRange limits() const { return m_limits; }

    void set(TimeRange range);          ///< clamps, pushes the old range
    void setTransient(TimeRange range); ///< clamps, pushes nothing
    void beginGesture();                ///< the next transient changes become one undo entry

    /// A gesture is running: what is shown may be refined later.
    bool isTransient() const { return m_current != m_settled; }

    bool canUndo() const { return !m_back.empty() || isTransient(); }

    bool canRedo() const { return !m_forward.empty(); }

    void undo();
    void redo();

    void fit() { set(m_limits); }

    /// `factor` > 1 zooms out; `anchor` keeps its place on the screen.
    TimeRange zoomed(double factor, Ns anchor) const;
    /// `share` of the current width, positive to later times.
    TimeRange panned(double share) const;

private:
    TimeRange clamped(TimeRange range) const;
    void settle();

    TimeRange m_limits{0, 1};
    TimeRange m_current{0, 1};
    TimeRange m_settled{0, 1}; ///< the last remembered range; differs while a gesture runs
    std::vector<TimeRange> m_back;
    std::vector<TimeRange> m_forward;
};

} // namespace nv::scene
