// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json_parts.h"

#include <nlohmann/json.hpp>

namespace nv {

std::string jsonReport(const ReportInput& input)
{
    using Json = nlohmann::ordered_json;
    const Redactor redact(input);
    Json out = Json::object();
    out["schema_version"] = 1;
    out["trace"] = json::traceJson<Json>(input.analysis, input.redact, redact);
    out["window"] = json::windowJson<Json>(input.window());
    out["steady_state"] = json::steadyJson<Json>(input.analysis.steady);
    out["devices"] = json::devicesJson<Json>(input);
    out["classification"] = json::classificationJson<Json>(input, redact);
    out["host_overhead"] = json::hostOverheadJson<Json>(input);
    out["kernels"] = json::kernelsJson<Json>(input);
    out["families"] = json::familiesJson<Json>(input);
    out["launches"] = json::launchesJson<Json>(input);
    out["api"] = json::apiJson<Json>(input);
    out["transfers"] = json::transfersJson<Json>(input);
    out["compile_after_warmup"] = json::compileJson<Json>(input);
    out["gaps"] = json::gapsJson<Json>(input);
    out["outliers"] = json::outliersJson<Json>(input);
    out["graphs"] = json::graphsJson<Json>(input);
    json::addGraphNodes<Json>(input, out["graphs"]);
    out["iterations"] = json::iterationsJson<Json>(input);
    out["phases"] = json::phasesJson<Json>(input);
    out["ranks"] = json::ranksJson<Json>(input);
    out["pattern"] = json::patternJson<Json>(input);
    out["per_step"] = json::perStepJson<Json>(input);
    out["thresholds"] = Json::parse(thresholdsJson(input.analysis.thresholds));
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace nv
