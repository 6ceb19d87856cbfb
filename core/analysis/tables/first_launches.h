// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/name_sequences.h"

#include <vector>

/// When was each kernel launched for the first time in each process of the capture?
/// Shape: ascending by the time of the launch, which is that of its call, else of the op itself.
/// Unit: ns.  Cost: O(kernels).  Errors: none.  Thread: immutable after build.
/// Source: verdict.md 1 (first launch of its kernel, demangled name, per process).
namespace nv {

struct FirstLaunch
{
    Ns at = 0;
    ProcessId process;
    OpIndex op;
};

class FirstLaunches
{
public:
    FirstLaunches() = default;
    FirstLaunches(const TraceModel& model, const VariantGroups& groups,
                  const std::stop_token& stop);

    bool isFirst(OpIndex op) const;

    /// The first first launch of the process at or after `t`; none when there is none.
    OpIndex nextFrom(ProcessId process, Ns t) const;

private:
    template <class Archive>
    friend void archive(Archive& a, FirstLaunches& f)
    {
        a(f.m_byTime, f.m_ops);
    }

    std::vector<FirstLaunch> m_byTime;
    std::vector<OpIndex> m_ops; ///< ascending
};

} // namespace nv
