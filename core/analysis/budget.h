// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/api_class.h"
#include "core/analysis/thresholds.h"
#include "core/trace/trace_model.h"

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

/// Where did each nanosecond of a window go, per device?
/// Shape: a device is cut once into *runs*, stretches of one class, over the whole of int64; the
/// class of an instant does not depend on the window, so the classes of any window sum to its
/// length exactly and budget(a,m) + budget(m,b) = budget(a,b). Unit: ns.  Cost: build O(n log n)
/// for n ops and calls; a budget O(log n); about 4 bytes a run and 96 bytes per 128 runs, 6 a gap.
/// Errors: only Cancelled.  Thread: immutable after build, share freely. Source: verdict.md 1.
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

/// The gaps of a device, ascending, disjoint.  Made when they are looked at: their edges are those
/// of ops.
class Gaps
{
public:
    using value_type = Gap;
    using const_iterator = ColumnIterator<Gaps>;

    /// The members of a Gap that its times follow from.
    struct Ends
    {
        PackedColumn<OpIndex> before;
        PackedColumn<OpIndex> after;
        PackedColumn<CallIndex> launch;

        template <class Archive>
        friend void archive(Archive& a, Ends& e)
        {
            a(e.before, e.after, e.launch);
        }
    };

    Gaps(const OpTable& ops, const Ends& ends)
        : m_ops(&ops)
        , m_ends(&ends)
    {}

    Gap operator[](std::size_t i) const
    {
        const OpIndex before = m_ends->before[i];
        const OpIndex after = m_ends->after[i];
        return {before.isNone() ? kMinNs : m_ops->end[before()],
                after.isNone() ? kMaxNs : m_ops->start[after()], before, after, m_ends->launch[i]};
    }

    std::size_t size() const { return m_ends->before.size(); }

    bool empty() const { return size() == 0; }

    const_iterator begin() const { return {this, 0}; }

    const_iterator end() const { return {this, size()}; }

private:
    const OpTable* m_ops;
    const Ends* m_ends;
};

class BudgetIndex
{
public:
    /// Takes an index that knows the class of each call but no run yet: all time is Unknown.
    using Early = std::function<void(std::shared_ptr<const BudgetIndex>)>;

    /// `early` is called while the devices are still to be cut, on the same thread.
    static Result<std::shared_ptr<const BudgetIndex>> build(const TracePtr& trace,
                                                            const BudgetLimits& limits,
                                                            const std::stop_token& stop,
                                                            const Early& early = {});

    Budget budget(DeviceId device, TimeRange window) const;

    /// Runs of a device overlapping `range`: run i covers [start(i), start(i+1)).
    struct Runs
    {
        ColumnView<TimeColumn> start;     ///< start[0] = kMinNs
        std::span<const BudgetClass> cls; ///< same length

        Ns endOf(std::size_t i) const { return i + 1 < start.size() ? start[i + 1] : kMaxNs; }
    };

    Runs runs(DeviceId device) const;

    Gaps gaps(DeviceId device) const;

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

    /// For an index that was kept with its trace.
    void setTrace(TracePtr trace) { m_trace = std::move(trace); }

private:
    friend class BudgetBuilder;
    friend class DeviceCut;

    struct DeviceRuns
    {
        TimeColumn start;
        FlatColumn<BudgetClass> cls;
        FlatColumn<Budget> prefix; ///< prefix[k]: sum over runs [0, 128k)
        Gaps::Ends gaps;
        Budget upTo(Ns t) const;

        template <class Archive>
        friend void archive(Archive& a, DeviceRuns& r)
        {
            a(r.start, r.cls, r.prefix, r.gaps);
        }
    };

    template <class Archive>
    friend void archive(Archive& a, BudgetIndex& i)
    {
        a(i.m_devices, i.m_callClass, i.m_traits, i.m_communication, i.m_lostLaunches, i.m_hasApi,
          i.m_hasLaunches, i.m_hasKernelRows);
    }

    TracePtr m_trace;
    std::vector<DeviceRuns> m_devices;
    FlatColumn<ApiClass> m_callClass;
    std::vector<ApiTraits> m_traits;
    std::vector<std::uint8_t> m_communication;
    std::size_t m_lostLaunches = 0;
    bool m_hasApi = false;
    bool m_hasLaunches = false;
    bool m_hasKernelRows = false;
};

} // namespace nv
