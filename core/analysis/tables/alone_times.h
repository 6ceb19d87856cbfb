// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/packed_values.h"
#include "core/trace/trace_model.h"

#include <stop_token>
#include <vector>

/// When was a copy or a memset all that ran on its device?
/// Shape: stretches, ascending and disjoint per device, each with its op; which op runs alone at an
/// instant does not depend on the window.  Unit: ns.
/// Cost: build O(ops); a window O(log n + stretches inside); about 8 bytes a copy.
/// Errors: none; a stop leaves it unfinished.  Thread: immutable after build.
/// Source: product.md transfers[].exposed_ns.
namespace nv {

class AloneTimes
{
public:
    AloneTimes() = default;
    AloneTimes(const TraceModel& model, const std::stop_token& stop);

    /// Calls `visit(op, length)` for each stretch on the device with a part inside the window.
    template <class Visit>
    void forEach(DeviceId device, TimeRange window, Visit visit) const
    {
        const Stretches& of = m_devices[device()];
        if (window.isEmpty())
            return;
        for (std::size_t i = of.end.lowerBound(window.begin); i < of.end.size(); ++i) {
            const Ns end = of.end[i];
            const TimeRange alone{end - of.length[i], end};
            if (alone.begin >= window.end)
                break;
            if (const DurationNs inside = alone.intersect(window).length(); inside > 0)
                visit(static_cast<std::uint32_t>(of.op[i]), inside);
        }
    }

private:
    struct Stretches
    {
        PackedValues end;
        PackedValues length;
        PackedValues op;

        template <class Archive>
        friend void archive(Archive& a, Stretches& s)
        {
            a(s.end, s.length, s.op);
        }
    };

    template <class Archive>
    friend void archive(Archive& a, AloneTimes& t)
    {
        a(t.m_devices);
    }

    std::vector<Stretches> m_devices;
};

} // namespace nv
