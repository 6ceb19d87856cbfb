// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/scene/draw_list.h"

namespace nv {

/// Tells the scene what the analyses know: classes of the budget, kinds of calls.
/// Cost: O(1) a colour, O(log n) a stretch of a device.  Thread: const and pure.
class AnalysisColors : public scene::SceneColors
{
public:
    explicit AnalysisColors(AnalysisPtr analysis);

    scene::ColorKey colorOf(EventRef event) const override;
    Run runAt(DeviceId device, Ns t) const override;
    void classTimes(DeviceId device, TimeRange range, std::span<DurationNs> out) const override;

private:
    scene::ColorKey colorOfOp(std::uint32_t op) const;

    AnalysisPtr m_analysis;
};

/// How busy the whole capture was, per column: mean over the devices; without devices the busiest
/// lane.  0..1 each.
std::vector<float> busyShares(const Analysis& analysis, const scene::TimeScale& scale);

} // namespace nv
