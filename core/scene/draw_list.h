// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/index.h"
#include "core/scene/lane_sampler.h"
#include "core/scene/time_scale.h"
#include "core/trace/trace_model.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// What is painted for one row of a lane?  Rectangles by colour and texts, nothing of how.
/// Shape: a `Strip` is as wide as the view and as high as its row; rectangles do not overlap and
/// are never more than columns times classes; equal neighbours are one rectangle. Unit: columns and
/// lines from the strip's top left (device pixels where there is a pixel ratio). Cost: O(columns ·
/// log n).  Errors: none.  Thread: pure.
namespace nv::scene {

/// What a colour means; the theme turns it into one.
enum class ColorGroup : std::uint8_t
{
    Kernel, ///< id: NameId of the short name
    Class,  ///< id: class of the budget
    Api,    ///< id: class of an API call
    Range,  ///< id: NameId of the text
    OsCall,
    Overhead,
    Separator, ///< between spans that touch
    Chart,     ///< id: ChartColor of chart_strip.h
    Family,    ///< id: number of a family of kernels
    Category,  ///< id: a hash that is the same for equal categories
    Given,     ///< id: 0xRRGGBB
};

struct ColorKey
{
    ColorGroup group = ColorGroup::Kernel;
    std::uint32_t id = 0;
    friend auto operator<=>(const ColorKey&, const ColorKey&) = default;
};

inline constexpr std::size_t kMaxClasses = 16;

/// What the analyses above the scene tell it.  An interface, because a scene must not depend on
/// them.  Thread: const and pure.
class SceneColors
{
public:
    SceneColors() = default;
    SceneColors(const SceneColors&) = delete;
    SceneColors& operator=(const SceneColors&) = delete;
    virtual ~SceneColors() = default;

    virtual ColorKey colorOf(EventRef event) const = 0;

    /// The class at an instant of a device, and until when it lasts.
    struct Run
    {
        Ns end = kMaxNs;
        std::uint32_t cls = 0;
    };

    virtual Run runAt(DeviceId device, Ns t) const = 0;
    /// Time of each class in `range`; writes out[class] for every class.
    virtual void classTimes(DeviceId device, TimeRange range, std::span<DurationNs> out) const = 0;
};

struct StripRect
{
    int x = 0;
    int y = 0;
    int w = 0;
    int h = 0;
    ColorKey color;
};

struct StripLabel
{
    int x = 0;
    int w = 0;
    EventRef event;
    ColorKey color; ///< of the span beneath
};

struct Strip
{
    int width = 0;
    int height = 0;
    std::vector<StripRect> rects; ///< by colour, then by place
    std::vector<StripLabel> labels;
};

/// Reused between strips, so that a frame allocates nothing.
struct StripScratch
{
    std::vector<Sample> samples;
};

/// A row of events.  Spans of at least `labelPx` columns get a label.
void buildEventStrip(const TraceModel& trace, const Lane& lane, std::size_t row,
                     const SceneColors& colors, const TimeScale& scale, int height, int labelPx,
                     StripScratch& scratch, Strip& out);

/// A device's summary: per column the classes of its time, stacked from the bottom in their order.
void buildClassStrip(const SceneColors& colors, DeviceId device, const TimeScale& scale, int height,
                     Strip& out);

/// For goldens: one line per rectangle and label, names instead of ids.
std::string toText(const Strip& strip, const TraceModel& trace);

} // namespace nv::scene
