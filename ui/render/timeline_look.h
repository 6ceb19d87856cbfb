// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/nvtx_attributes.h"
#include "core/scene/lane_layout.h"

/// What somebody chose of how the timeline looks: colours and lanes.  Thread: plain values.
namespace nv {

enum class KernelColors
{
    ByName,   ///< hue by family, lightness by name
    ByFamily, ///< all kernels of a family alike
};

enum class RangeColors
{
    ByText,
    ByDomain,
    ByCategory, ///< where the program gave one, else by text
    Own,        ///< where the program gave one, else by text
};

struct ColorChoice
{
    KernelColors kernels = KernelColors::ByName;
    RangeColors ranges = RangeColors::ByText;
    NvtxAttributesPtr attributes; ///< of the trace; null until they were asked for
};

struct TimelineLook
{
    scene::LaneLayout lanes; ///< of the trace that is drawn
    ColorChoice colors;
};

} // namespace nv
