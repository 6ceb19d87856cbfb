// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"
#include "core/trace/trace_model.h"

#include <QString>

#include <optional>

/// What an event is called in a table, and which events belong together.
/// Thread: pure; the model must outlive the call only.
namespace nv {

QString fromUtf8(std::string_view text);

/// The op an event of the timeline stands for: itself, or the first op a call issued.
std::optional<OpIndex> opOf(const TraceModel& trace, EventRef event);
/// The call an event stands for: itself, or the one that issued the op.
std::optional<CallIndex> callOf(const TraceModel& trace, EventRef event);

/// "gemm", "copy Host-to-Device", "memset", "graph 3"; "—" for none.
QString opName(const TraceModel& trace, OpIndex op);
/// The same with the demangled name of a kernel.
QString opFullName(const TraceModel& trace, OpIndex op);
QString callName(const TraceModel& trace, CallIndex call);
QString deviceLabel(const TraceModel& trace, DeviceId device);
/// "7", or "context 1 · 7" where the device has streams of several contexts with that number.
QString streamLabel(const TraceModel& trace, StreamId stream);

} // namespace nv
