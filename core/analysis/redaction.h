// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host_overhead.h"
#include "core/analysis/tables.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// The same figures without anybody's names: kernels, ranges, domains, processes, threads, streams,
/// the program and the file are called by placeholders, each name by the same one everywhere.
/// Shape: an analysis whose trace has the same events and other texts, for everything that is shown;
/// what depends on names (steps, phases, communication) is judged before, on the true ones.  A
/// kernel keeps the word of its family: "GEMM kernel 3".  Names of CUDA's own calls, of the
/// operating system and of GPUs stay.
/// Cost: a copy of the trace.  Errors: none.  Thread: pure.  Source: product.md, privacy.
namespace nv {

class Placeholders
{
public:
    explicit Placeholders(const TraceModel& trace);

    /// What stands for a name of the table.
    const std::string& of(NameId name) const { return m_byId[name()]; }

    /// A text of the program with every name in it replaced; longest names first, whole words only.
    std::string in(std::string_view text) const;

private:
    void add(NameId name, std::string placeholder);
    void nameKernels(const TraceModel& trace);
    void nameRanges(const TraceModel& trace);
    void nameEntities(const TraceModel& trace);
    void learn(std::string_view name, const std::string& placeholder);

    std::vector<std::string> m_byId;
    std::unordered_map<std::string, std::string> m_byText;
    std::size_t m_longest = 0;
};

AnalysisPtr redacted(const Analysis& analysis, const Placeholders& placeholders);
WindowTables redacted(WindowTables tables, const Placeholders& placeholders);
HostOverhead redacted(HostOverhead host, const Placeholders& placeholders);

} // namespace nv
