// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json_parts.h"

#include <nlohmann/json.hpp>

namespace nv {

std::string jsonReport(const ReportInput& input)
{
    using json::Json;
    const Redactor redact(input);
    Json out = Json::object();
    out["schema_version"] = 1;
    out["trace"] = json::traceJson(input, redact);
    out["window"] = json::windowJson(input.window());
    out["steady_state"] = json::steadyJson(input.analysis.steady);
    out["devices"] = json::devicesJson(input);
    out["classification"] = json::classificationJson(input, redact);
    out["host_overhead"] = json::hostOverheadJson(input);
    out["kernels"] = json::kernelsJson(input);
    out["launches"] = json::launchesJson(input);
    out["api"] = json::apiJson(input);
    out["transfers"] = json::transfersJson(input);
    out["compile_after_warmup"] = json::compileJson(input);
    out["gaps"] = json::gapsJson(input);
    out["outliers"] = json::outliersJson(input);
    out["graphs"] = json::graphsJson(input);
    // Iterations and phases need step markers with phases, ranks need paired collectives: nothing
    // of them is known yet, which is what these values say.
    out["iterations"] = Json::array();
    out["phases"] = Json::object();
    out["ranks"] = nullptr;
    out["thresholds"] = Json::parse(thresholdsJson(input.analysis.thresholds));
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace nv
