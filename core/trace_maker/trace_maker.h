// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/trace_maker/layout.h"
#include "core/trace_maker/made_events.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

/// How would an export of Nsight Systems that holds exactly these events look?  Collects rows and
/// writes them as a SQLite file in one of four layouts.
/// Shape: like a real export the file is lazy (a table exists only when it has rows; names, enums
/// and metadata always) and without indexes; rows lie in the order they were added, or shuffled.
/// Cost: about 100 bytes a row until written, then one transaction.  Nothing is checked: impossible
/// rows are what readers must be tested with.
/// Errors: writeTo only, Io with the file's base name.  Thread: one thread at a time.
/// Source: nsys-schema.txt, nsys.md 1; used by tests, the benchmark and the bundled sample.
namespace nv {

class TraceMaker
{
public:
    explicit TraceMaker(ExportLayout layout = ExportLayout::Nsys2024);

    ExportLayout layout() const { return m_layout; }

    void setLayout(ExportLayout layout) { m_layout = layout; }

    /// The id of a text in StringIds; equal texts share one.
    std::int64_t string(std::string_view text);
    /// A second id for a text, as real captures have them: reports group API calls by id.
    std::int64_t freshString(std::string_view text);

    /// Adds rows of PROCESSES and ThreadNames; return globalPid and globalTid.
    std::int64_t process(std::int64_t pid, std::string_view name);
    std::int64_t thread(std::int64_t globalPid, std::int64_t tid, std::string_view name);

    /// Short name: what is left of a demangled one without return type, namespaces, template and
    /// call arguments, as the real tool writes it.
    MadeKernelName kernelName(std::string_view demangled);
    MadeKernelName kernelName(std::string_view demangled, std::string_view shortName,
                              std::string_view mangled = {});

    std::int64_t nextCorrelation() { return m_nextCorrelation++; }

    void add(const MadeKernel& e) { m_rows.kernels.push_back(e); }

    void add(const MadeMemcpy& e) { m_rows.memcpys.push_back(e); }

    void add(const MadeMemset& e) { m_rows.memsets.push_back(e); }

    void add(const MadeSync& e) { m_rows.syncs.push_back(e); }

    void add(const MadeGraphReplay& e) { m_rows.graphReplays.push_back(e); }

    void add(const MadeCall& e) { m_rows.calls.push_back(e); }

    void add(const MadeNvtx& e) { m_rows.nvtx.push_back(e); }

    void add(const MadeOsCall& e) { m_rows.osCalls.push_back(e); }

    void add(const MadeDiagnostic& e) { m_rows.diagnostics.push_back(e); }

    void add(const MadeGpu& e) { m_rows.gpus.push_back(e); }

    void add(const MadeStream& e) { m_rows.streams.push_back(e); }

    void add(const MadeMetric& e) { m_rows.metrics.push_back(e); }

    void add(const MadeMetricSample& e) { m_rows.metricSamples.push_back(e); }

    void add(const MadeMemoryUse& e) { m_rows.memoryUses.push_back(e); }

    /// PROFILER_OVERHEAD of every layout.
    void add(const MadeOverhead& e) { m_rows.overheads.push_back(e); }

    /// CUPTI_ACTIVITY_KIND_OVERHEAD, which only the newest layout has.
    void addCuptiOverhead(const MadeOverhead& e) { m_rows.cuptiOverheads.push_back(e); }

    /// An API call; returns the correlation id, a new one unless given.
    std::int64_t call(std::int64_t globalTid, std::string_view name, TimeRange time,
                      std::optional<std::int64_t> correlation = {});
    /// A launch call and the kernel it issues, with one correlation id, which is returned.
    std::int64_t launch(std::int64_t globalTid, TimeRange call, MadeKernel kernel,
                        std::string_view api = "cudaLaunchKernel_v7000");
    /// A copy call and the copy it issues.
    std::int64_t copy(std::int64_t globalTid, TimeRange call, MadeMemcpy memcpy,
                      std::string_view api = "cudaMemcpyAsync_v3020");

    void range(std::int64_t globalTid, std::string_view text, TimeRange time,
               std::int64_t domain = 0);
    void openRange(std::int64_t globalTid, std::string_view text, Ns start);
    void startEndRange(std::int64_t globalTid, std::string_view text, TimeRange time,
                       std::int64_t domain = 0);
    void mark(std::int64_t globalTid, std::string_view text, Ns at);
    /// Announces a domain; ranges of it carry its id.
    void domain(std::int64_t globalTid, std::int64_t id, std::string_view name, Ns at = 0);
    void osCall(std::int64_t globalTid, std::string_view name, TimeRange time);

    void capture(std::string_view name, std::string_view value);   ///< META_DATA_CAPTURE
    void systemEnv(std::string_view name, std::string_view value); ///< TARGET_INFO_SYSTEM_ENV
    void analysisDetails(DurationNs duration, Ns start, Ns stop);

    /// Adds the rows of every table in an order that has nothing to do with time.
    void shuffleRows(std::uint64_t seed) { m_rows.shuffleSeed = seed; }

    /// Orders the rows added so far by their start, as the real tool writes them.
    void sortRows();

    /// SQL run on the finished tables, for what no row of this class can say: dropped columns,
    /// texts in a time column, other tables.  An error in it fails writeTo.
    void afterwards(std::string sql) { m_rows.afterwards.push_back(std::move(sql)); }

    std::uint64_t eventRows() const; ///< of the eight kinds product.md counts as events

    /// Writes to a temporary name beside `path`, then renames: `path` is whole or untouched.
    Status writeTo(const std::filesystem::path& path) const;

    const MadeTrace& rows() const { return m_rows; }

private:
    ExportLayout m_layout;
    std::int64_t m_nextCorrelation = 1;
    std::unordered_map<std::string, std::int64_t> m_stringIds;
    MadeTrace m_rows;
};

/// The short name the real tool gives a kernel: "void a::b<int, c<2>>(T1 *)" -> "b".
std::string shortKernelName(std::string_view demangled);

} // namespace nv
