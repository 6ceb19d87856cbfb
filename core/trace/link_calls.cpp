// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/model_assembly.h"

#include <algorithm>

namespace nv {
namespace {

/// The calls of one process by correlation id; of equal ids the call with the latest start.
/// Ids are handed out one after the other: a list by id, four bytes an id, answers at once.  Where
/// they lie far apart, sorted pairs do.
class CallsById
{
public:
    void count(std::int64_t id)
    {
        m_least = std::min(m_least, id);
        m_most = std::max(m_most, id);
        ++m_count;
    }

    void prepare()
    {
        if (m_count == 0)
            return;
        constexpr std::uint64_t kSparse = 4;
        const std::uint64_t width = lengthBetween(m_least, m_most);
        m_isDense = width < kSparse * m_count;
        if (m_isDense)
            m_byId.resize(width + 1);
        else
            m_pairs.reserve(m_count);
    }

    /// In order of start, so that the last of equal ids stays.
    void add(std::int64_t id, CallIndex call)
    {
        if (m_isDense)
            m_byId[lengthBetween(m_least, id)] = call;
        else
            m_pairs.push_back({id, call});
    }

    void finish()
    {
        if (!std::is_sorted(m_pairs.begin(), m_pairs.end()))
            std::sort(m_pairs.begin(), m_pairs.end());
    }

    CallIndex find(std::int64_t id) const
    {
        if (m_count == 0 || id < m_least || id > m_most)
            return CallIndex::none();
        if (m_isDense)
            return m_byId[lengthBetween(m_least, id)];
        const auto after =
            std::upper_bound(m_pairs.begin(), m_pairs.end(), Pair{id, CallIndex::none()});
        return after != m_pairs.begin() && std::prev(after)->id == id ? std::prev(after)->call
                                                                      : CallIndex::none();
    }

private:
    struct Pair
    {
        std::int64_t id = 0;
        CallIndex call; ///< ascends with the start, and none() is above all
        friend auto operator<=>(const Pair&, const Pair&) = default;
    };

    std::int64_t m_least = kMaxNs;
    std::int64_t m_most = kMinNs;
    std::uint64_t m_count = 0;
    bool m_isDense = false;
    std::vector<CallIndex> m_byId;
    std::vector<Pair> m_pairs;
};

/// Calls `visit(process, correlation, call)` for each call that can be linked, in order of start.
template <class Visit>
void eachLinkable(const TraceModel& model, const std::stop_token& stop, Visit visit)
{
    const CallTable& calls = model.calls;
    for (std::size_t i = 0; i < calls.size() && !shouldStop(stop, i); ++i) {
        const ThreadId owner = calls.thread[i];
        const std::int64_t correlation = calls.correlation[i];
        if (!owner.isNone() && correlation != kNoCorrelation)
            visit(model.threads[owner()].process, correlation, CallIndex(i));
    }
}

} // namespace

void ModelAssembly::linkCalls()
{
    TraceModel& model = *m_model;
    std::vector<CallsById> byProcess(model.processes.size());
    eachLinkable(model, m_stop, [&](ProcessId process, std::int64_t correlation, CallIndex) {
        byProcess[process()].count(correlation);
    });
    for (CallsById& calls : byProcess)
        calls.prepare();
    eachLinkable(model, m_stop, [&](ProcessId process, std::int64_t correlation, CallIndex call) {
        byProcess[process()].add(correlation, call);
    });
    for (CallsById& calls : byProcess)
        calls.finish();

    OpTable& ops = model.ops;
    ops.call.reserve(ops.size());
    for (std::size_t i = 0; i < ops.size() && !shouldStop(m_stop, i); ++i) {
        const ProcessId owner = model.processOf(OpIndex(i));
        const std::int64_t correlation = ops.correlation[i];
        ops.call.push_back(owner.isNone() || correlation == kNoCorrelation
                               ? CallIndex::none()
                               : byProcess[owner()].find(correlation));
    }
    ops.call.shrink_to_fit();
    if (!stopped())
        orderByCall();
}

/// Ops that have a call, ascending by it; those of one call in the order of the ops.
void ModelAssembly::orderByCall()
{
    const OpTable& ops = m_model->ops;
    std::vector<std::uint32_t> place(m_model->calls.size() + 1); // of the next op of each call
    for (const CallIndex call : ops.call)
        if (!call.isNone())
            ++place[call() + 1];
    for (std::size_t c = 1; c < place.size(); ++c)
        place[c] += place[c - 1];
    std::vector<OpIndex> sorted(place.back());
    for (std::size_t i = 0; i < ops.size(); ++i)
        if (const CallIndex call = ops.call[i]; !call.isNone())
            sorted[place[call()]++] = OpIndex(i);
    m_model->opsByCall = sorted;
    m_model->opsByCall.shrink_to_fit();
}

} // namespace nv
