// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

/// By which name does a report call a kernel?
/// Shape: small keys, one per distinct text, because reports group by the text; a name that is NULL
/// or dangling is the key `nullKey()`.  With `:nvtx-name` the NVTX range around the launch stands
/// before the name, see kernel_range_names.h.
/// Cost: O(variants) to make, with ranges what these cost; O(1) a kernel.  Errors: with ranges those
/// of kernel_range_names.h.  Thread: pure; the trace must outlive it.
/// Source: nsys.md 2, kernel name rule.
namespace nv {

struct KernelRangeNames;

class KernelNames
{
public:
    static Result<KernelNames> make(const TraceModel& trace, const StatsRequest& request,
                                    const std::stop_token& stop);

    /// `op` must be a kernel.
    std::size_t keyOf(std::size_t op) const
    {
        return m_keyOfOp != nullptr ? m_keyOfOp[op] : m_keyOfVariant[m_trace->ops.variant[op]];
    }

    /// Keys are below this.
    std::size_t keys() const { return nullKey() + 1; }

    std::size_t nullKey() const { return m_texts->size(); }

    /// "" for NULL.
    std::string_view text(std::size_t key) const;
    StatsCell cell(std::size_t key) const;
    /// NULL first, then by the bytes of the text.
    bool isBefore(std::size_t a, std::size_t b) const;

private:
    KernelNames(const TraceModel& trace, const StatsRequest& request);

    const TraceModel* m_trace;
    const NameTable* m_texts; ///< of the trace, or with ranges
    std::vector<std::uint32_t> m_keyOfVariant;
    std::shared_ptr<const KernelRangeNames> m_withRanges; ///< null without
    const std::uint32_t* m_keyOfOp = nullptr;             ///< of these
};

/// "no kernels" with the reason: not recorded, or recorded as whole graphs.
Error kernelsMissing(const TraceModel& trace, const StatsRequest& request);

/// `"%4d %4d %4d"` of the grid and of the block; NULL where the export has no shapes.
StatsCell gridCell(const KernelVariant& kernel);
StatsCell blockCell(const KernelVariant& kernel);

} // namespace nv
