// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/labels.h"

#include <optional>

/// The parts of the JSON of `analyze`, one function per top-level field or table.
/// `Json` is nlohmann::ordered_json: a parameter, so that headers stay free of it; each function is
/// instantiated for it where it is defined.  Unknown is null, never 0; times are integers.  Source: product.md, "The JSON of analyze".
namespace nv::json {

/// The deviceId as a number, null when unknown; a text where a file holds several machines.
template <class Json>
Json deviceValue(const TraceModel& trace, DeviceId device);

/// Null for what is not known.
template <class Json, class T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}
/// Null for an empty text.
template <class Json>
Json textOrNull(const std::string& text);

template <class Json>
Json traceJson(const Analysis& analysis, bool isRedacted, const Redactor& redact);
template <class Json>
Json windowJson(const Window& window);
template <class Json>
Json steadyJson(const SteadyState& steady);

template <class Json>
Json devicesJson(const ReportInput& input);
template <class Json>
Json classificationJson(const ReportInput& input, const Redactor& redact);

template <class Json>
Json hostOverheadJson(const ReportInput& input);
template <class Json>
Json phasesJson(const ReportInput& input);
template <class Json>
Json iterationsJson(const ReportInput& input);
template <class Json>
Json ranksJson(const ReportInput& input);
template <class Json>
Json perStepJson(const ReportInput& input);

template <class Json>
Json kernelsJson(const ReportInput& input);
template <class Json>
Json familiesJson(const ReportInput& input);
template <class Json>
Json launchesJson(const ReportInput& input);
template <class Json>
Json apiJson(const ReportInput& input);
template <class Json>
Json transfersJson(const ReportInput& input);
template <class Json>
Json compileJson(const ReportInput& input);
template <class Json>
Json gapsJson(const ReportInput& input);
template <class Json>
Json outliersJson(const ReportInput& input);
template <class Json>
Json graphsJson(const ReportInput& input);
/// Replays and nodes of the graphs, as further fields of `graphs`.
template <class Json>
void addGraphNodes(const ReportInput& input, Json& graphs);
template <class Json>
Json patternJson(const ReportInput& input);

} // namespace nv::json
