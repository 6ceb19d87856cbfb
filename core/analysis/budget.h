// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/api_class.h"
#include "core/analysis/thresholds.h"
#include "core/trace/trace_model.h"

#include <array>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

/// Where did each nanosecond of a window go, per device?
/// Shape: a device is cut once into *runs*, stretches of one class, over the whole of int64; the
/// class of an instant does not depend on the window, so the classes of any window sum to its
/// length exactly and budget(a,m) + budget(m,b) = budget(a,b). Unit: ns.  Cost: build O(n log n)
/// for n ops and calls; a budget O(log n); about 9 bytes a run and 96 bytes per 64 runs. Errors:
/// only Cancelled.  Thread: immutable after build, share freely. Source: verdict.md 1.
namespace nv {

enum class BudgetClass : std::uint8_t
{
    Compute,
    Communication,
    Transfer,
    Compile,
    Sync,
    Launch,
    Alloc,
    Host,
    Queue,
    Profiler,
    None,
    Unknown,
};
inline constexpr std::size_t kBudgetClasses = 12;
/// "compute", "communication", ...: also the JSON key without `_ns`.
std::string_view budgetClassKey(BudgetClass c);

struct Budget : std::array<DurationNs, kBudgetClasses>
{
    DurationNs& operator[](BudgetClass c) { return this->at(static_cast<std::size_t>(c)); }

    DurationNs operator[](BudgetClass c) const { return this->at(static_cast<std::size_t>(c)); }

    DurationNs busy() const
    {
        return (*this)[BudgetClass::Compute] + (*this)[BudgetClass::Communication]
               + (*this)[BudgetClass::Transfer];
    }
};

/// A stretch with no op on the device.  Half-open; `begin` is kMinNs before the first op and `end`
/// kMaxNs after the last one.
struct Gap
{
    Ns begin = 0;
    Ns end = 0;
    OpIndex before;   ///< the op whose end opens the gap; none before the first
    OpIndex after;    ///< the next op; none after the last
    CallIndex launch; ///< verdict.md's L; none when no later op has an API row
};

class BudgetIndex
{
public:
    static Result<std::shared_ptr<const BudgetIndex>>
    build(const TracePtr& trace, const BudgetLimits& limits, const std::stop_token& stop);

    Budget budget(DeviceId device, TimeRange window) const;

    /// Runs of a device overlapping `range`: run i covers [start(i), start(i+1)).
    struct Runs
    {
        std::span<const Ns> start;        ///< start[0] = kMinNs
        std::span<const BudgetClass> cls; ///< same length

        Ns endOf(std::size_t i) const { return i + 1 < start.size() ? start[i + 1] : kMaxNs; }
    };

    Runs runs(DeviceId device) const;

    /// Gaps of a device, ascending, disjoint.
    std::span<const Gap> gaps(DeviceId device) const;

    /// A call's class in this capture (its length, copy and first launch considered).
    ApiClass callClass(CallIndex call) const { return m_callClass[call()]; }

    const ApiTraits& traits(CallNameId name) const { return m_traits[name()]; }

    /// True for a kernel op that is communication by the name lists.
    bool isCommunication(std::uint32_t kernelVariant) const
    {
        return m_communication[kernelVariant] != 0;
    }

    /// verdict.md 2: what the capture as a whole can carry.
    bool hasApiRows() const { return m_hasApi; }

    bool hasLaunches() const { return m_hasLaunches; }

    bool hasKernelRows() const { return m_hasKernelRows; }

    /// Graph launches whose work was not recorded.
    std::size_t unrecordedGraphLaunches() const { return m_lostLaunches; }

    const TracePtr& trace() const { return m_trace; }

private:
    friend class BudgetBuilder;

    struct DeviceRuns
    {
        std::vector<Ns> start;
        std::vector<BudgetClass> cls;
        std::vector<Budget> prefix; ///< prefix[k]: sum over runs [0, 64k)
        std::vector<Gap> gaps;
        Budget upTo(Ns t) const;
    };

    TracePtr m_trace;
    std::vector<DeviceRuns> m_devices;
    std::vector<ApiClass> m_callClass;
    std::vector<ApiTraits> m_traits;
    std::vector<std::uint8_t> m_communication;
    std::size_t m_lostLaunches = 0;
    bool m_hasApi = false;
    bool m_hasLaunches = false;
    bool m_hasKernelRows = false;
};

} // namespace nv
