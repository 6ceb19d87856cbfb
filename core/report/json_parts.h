// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/labels.h"

#include <nlohmann/json_fwd.hpp>

/// The parts of the JSON of `analyze`, one function per top-level field or table.
/// Unknown is null, never 0; times are integers.  Source: product.md, "The JSON of analyze".
namespace nv::json {

using Json = nlohmann::ordered_json;

/// The deviceId as a number, null when unknown; a text where a file holds several machines.
Json deviceValue(const TraceModel& trace, DeviceId device);
/// Null for an empty text.
Json textOrNull(const std::string& text);

Json traceJson(const ReportInput& input, const Redactor& redact);
Json windowJson(const Window& window);
Json steadyJson(const SteadyState& steady);

Json devicesJson(const ReportInput& input);
Json classificationJson(const ReportInput& input, const Redactor& redact);

Json hostOverheadJson(const ReportInput& input);

Json kernelsJson(const ReportInput& input);
Json launchesJson(const ReportInput& input);
Json apiJson(const ReportInput& input);
Json transfersJson(const ReportInput& input);
Json compileJson(const ReportInput& input);
Json gapsJson(const ReportInput& input);
Json outliersJson(const ReportInput& input);
Json graphsJson(const ReportInput& input);

} // namespace nv::json
