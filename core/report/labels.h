// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <optional>
#include <string>

/// Names as every report prints them, with what `--redact` leaves out.  Thread: pure.
namespace nv {

/// The sentences of notes, findings and actions may quote the profiled program.
class Redactor
{
public:
    explicit Redactor(const ReportInput& input);
    Redactor(const TraceModel& trace, bool redact);
    std::string operator()(std::string text) const;

private:
    std::string m_program; ///< empty: nothing is left out
};

std::string deviceLabel(const TraceModel& trace, DeviceId device);
/// A kernel's short name, "Host-to-Device", "memset", "graph replay"; "" for none.
std::string opLabel(const TraceModel& trace, OpIndex op);
/// What the user calls a kernel; "" where no rule fits.
std::string labelOf(const ReportInput& input, const KernelRow& row);
std::string callLabel(const TraceModel& trace, CallIndex call);
std::string streamLabel(const Stream& stream);

/// Events of the lanes that are drawn, per table of the file.
PerTable<std::uint64_t> laneEvents(const TraceModel& trace);

std::string_view severityKey(Severity severity);
std::string_view confidenceKey(Confidence confidence);
std::string_view graphModeKey(GraphMode mode);

} // namespace nv
