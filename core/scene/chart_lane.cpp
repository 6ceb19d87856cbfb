// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/chart_lane.h"

namespace nv::scene {

std::vector<ChartLane> chartLanes(const SeriesSet& series)
{
    std::vector<ChartLane> out;
    const Series* before = nullptr;
    for (const SeriesPtr& one : series) {
        const bool isMetric = one->kind == SeriesKind::Metric;
        const std::string device = "GPU " + one->device + " \u00b7 ";
        const bool isSameGroup =
            before != nullptr && before->kind == one->kind && before->device == one->device;
        if (isMetric && !isSameGroup)
            out.push_back({device + "GPU metrics", 0, nullptr});
        out.push_back({isMetric ? one->label : device + one->label, isMetric ? 1 : 0, one});
        before = one.get();
    }
    return out;
}

} // namespace nv::scene
