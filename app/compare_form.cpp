// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_form.h"

namespace nv {

const char* compareForm()
{
    return R"({
"schema_version":"n",
"per_step":{"steps":{"base":"n","target":"n"},"choice":{"base":"t","target":"t"},
  "wall_ns":{"base":"n","target":"n","delta":"n","percent":"n"},
  "step_ns":{"base":"n","target":"n","delta":"n","percent":"n"},
  "gap_ns":{"base":"n","target":"n","delta":"n","percent":"n"},
  "busy_ns":{"base":"n","target":"n","delta":"n","percent":"n"},
  "kernels":{"base":"n","target":"n","delta":"n","percent":"n"},
  "wall_p50_ns":{"base":"n","target":"n","delta":"n","percent":"n"},
  "wall_p95_ns":{"base":"n","target":"n","delta":"n","percent":"n"},
  "wall_p99_ns":{"base":"n","target":"n","delta":"n","percent":"n"},
  "spread_ns":"n","beyond_spread":"b"},
"kernels":[{"name":"t","rank":"n","base":"n","target":"n","delta":"n","percent":"n","status":"t",
  "small":"b","count":{"base":"n","target":"n","delta":"n","percent":"n"},"demangled":"t"}],
"api":[{"name":"t","rank":"n","base":"n","target":"n","delta":"n","percent":"n","status":"t",
  "small":"b","count":{"base":"n","target":"n","delta":"n","percent":"n"},"class":"t"}],
"nvtx":[{"name":"t","rank":"n","base":"n","target":"n","delta":"n","percent":"n","status":"t",
  "small":"b","count":{"base":"n","target":"n","delta":"n","percent":"n"},
  "self":{"base":"n","target":"n","delta":"n","percent":"n"}}],
"transfers":[{"name":"t","rank":"n","base":"n","target":"n","delta":"n","percent":"n",
  "status":"t","small":"b","count":{"base":"n","target":"n","delta":"n","percent":"n"},
  "bytes":{"base":"n","target":"n","delta":"n","percent":"n"}}],
"graph_coverage":{"base":"n","target":"n","delta":"n","percent":"n"},
"budget":{"@class":{"base_share":"n","target_share":"n","base_ns":"n","target_ns":"n",
  "delta_ns":"n"}},
"comparability":{"refused":"b","steps_hold":"b","sentence":"t"},
"conclusion":"t",
"optimization_handoff":{"verdict":"t","primary_bottleneck_phase":"t","crossed_metrics":["t"],
  "host_prep_confirmed":"b","top_regressing_ops":[{"nvtx_name":"t","delta_ns_per_step":"n",
  "self_delta_ns_per_step":"n","source_function":"t"}],
  "recommended_first_target":"t","wall_time_per_step_ns":"n","inter_step_gap_p50_ns":"n",
  "kernels_per_step":"n","graph_coverage":"n"},
"warnings":[{"id":"t","message":"t","holds":"t"}]
})";
}

} // namespace nv
