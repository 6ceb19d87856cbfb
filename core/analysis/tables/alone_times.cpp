// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/alone_times.h"

#include "core/analysis/tables/exposed_time.h"
#include "core/base/progress.h"

namespace nv {

AloneTimes::AloneTimes(const TraceModel& model, const std::stop_token& stop)
    : m_devices(model.devices.size())
{
    struct Writers
    {
        AloneSweep sweep;
        PackedWriter end;
        PackedWriter length;
        PackedWriter op;
    };

    const OpTable& ops = model.ops;
    std::vector<Writers> writers(m_devices.size());
    const auto noteOn = [&](Writers& to) {
        return [&ops, &to](std::uint32_t op, TimeRange alone) {
            if (ops.kind[op] != OpKind::Memcpy && ops.kind[op] != OpKind::Memset)
                return;
            to.end.add(alone.end);
            to.length.add(alone.end - alone.begin);
            to.op.add(op);
        };
    };
    for (std::size_t i = 0; i < ops.size() && !shouldStop(stop, i); ++i) {
        Writers& to = writers[model.deviceOf(OpIndex(i))()];
        to.sweep.add(static_cast<std::uint32_t>(i), ops.start[i], ops.end[i], noteOn(to));
    }
    for (std::size_t d = 0; d < writers.size(); ++d) {
        writers[d].sweep.finish(noteOn(writers[d]));
        m_devices[d] = {writers[d].end.take(), writers[d].length.take(), writers[d].op.take()};
    }
}

} // namespace nv
