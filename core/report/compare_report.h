// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/comparison.h"
#include "core/analysis/host_overhead.h"
#include "core/report/content.h"

#include <string>
#include <string_view>

/// The comparison of two captures in a form that leaves the program.
/// Shape and privacy: as those of a single capture (report.h).  Thread: pure.
/// Source: product.md (JSON of compare), host-overhead.md 5 and 7.3.
namespace nv {

struct CompareInput
{
    const CompareSide& base;
    const CompareSide& target;
    const Comparison& comparison;
    const HostOverhead& host; ///< of the target: the state from which work goes on
    bool redact = false;
};

/// The phase that says YES and loses more; "aggregate" without phases.
std::string bottleneckPhase(const HostOverhead& host);

std::string compareJson(const CompareInput& input);
Content compareContent(const CompareInput& input);
/// What whoever optimises the target begins with.
Section handoffSection(const CompareInput& input);
std::string compareMarkdown(const CompareInput& input);
std::string compareHtml(const CompareInput& input);

} // namespace nv
