// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/scene/draw_list.h"
#include "ui/render/timeline_look.h"

namespace nv {

/// Tells the scene what the analyses know: classes of the budget, kinds of calls.
/// Cost: O(1) a colour, O(log n) a stretch of a device.  Thread: const and pure.
class AnalysisColors : public scene::SceneColors
{
public:
    explicit AnalysisColors(AnalysisPtr analysis, ColorChoice choice = {});

    scene::ColorKey colorOf(EventRef event) const override;
    Run runAt(DeviceId device, Ns t) const override;
    void classTimes(DeviceId device, TimeRange range, std::span<DurationNs> out) const override;

private:
    scene::ColorKey colorOfOp(std::uint32_t op) const;
    scene::ColorKey colorOfRange(std::uint32_t range) const;
    void nameFamilies();

    AnalysisPtr m_analysis;
    ColorChoice m_choice;
    std::vector<std::uint32_t> m_family; ///< number by kernel variant; empty: by name
};

/// Families of kernels as numbers that are the same for every trace.
std::uint32_t familyNumber(std::string_view family);
std::string_view familyOfNumber(std::uint32_t number);

/// How busy the whole capture was, per column: mean over the devices; without devices the busiest
/// lane.  0..1 each.
std::vector<float> busyShares(const Analysis& analysis, const scene::TimeScale& scale);

} // namespace nv
