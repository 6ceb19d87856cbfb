// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/naive_tables.h"

#include "core/analysis/tables/exposed_time.h"
#include "core/analysis/tables/launched_by.h"
#include "tests/support/naive_stats.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace nv::test {
namespace {

/// A group of equal kernels or calls, in file order.
using Groups = std::map<std::string, std::vector<std::pair<std::uint32_t, Ns>>>;

class Naive
{
public:
    Naive(const Analysis& analysis, const Window& window, DeviceId only)
        : m_analysis(analysis)
        , m_model(*analysis.trace)
        , m_index(*analysis.budget)
        , m_window(window)
        , m_only(only)
    {}

    Lines lines()
    {
        addKernels();
        addLaunches();
        addCalls();
        addTransfers();
        addGaps();
        addStreamGaps();
        addLongLaunches();
        addGraphs();
        std::sort(m_lines.begin(), m_lines.end());
        return std::move(m_lines);
    }

private:
    bool isKept(Ns start, Ns end) const
    {
        return m_window.source == WindowSource::All || keptByNsys(start, end, m_window.range);
    }

    bool counts(DeviceId device) const { return m_only.isNone() || device == m_only; }

    bool isKeptOp(std::size_t op) const
    {
        return counts(m_model.deviceOf(OpIndex(op)))
               && isKept(m_model.ops.start[op], m_model.ops.end[op]);
    }

    Ns durationOf(std::size_t op) const { return m_model.ops.end[op] - m_model.ops.start[op]; }

    std::string nameOf(std::size_t op) const
    {
        return std::string(m_model.names.text(m_model.kernel(OpIndex(op)).demangled));
    }

    /// Kept kernels in order of the rows.
    std::vector<std::size_t> kernels() const
    {
        std::vector<std::size_t> rows;
        for (std::size_t op = 0; op < m_model.ops.size(); ++op) {
            if (m_model.ops.kind[op] == OpKind::Kernel && isKeptOp(op))
                rows.push_back(op);
        }
        return rows;
    }

    static std::vector<Ns> inFileOrder(std::vector<std::pair<std::uint32_t, Ns>> group)
    {
        std::stable_sort(group.begin(), group.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Ns> values;
        for (const auto& [rank, duration] : group)
            values.push_back(duration);
        return values;
    }

    void addKernels()
    {
        Groups groups;
        for (const std::size_t op : kernels())
            groups[nameOf(op)].emplace_back(m_model.ops.fileOrder[op], durationOf(op));
        std::map<std::string, DurationStats> stats;
        for (const auto& [name, group] : groups)
            stats[name] = naiveStats(inFileOrder(group));
        double sum = 0;
        std::set<std::string> added;
        for (const KernelVariant& variant : m_model.kernelVariants) { // doubles remember the order
            const std::string name(m_model.names.text(variant.demangled));
            if (groups.contains(name) && added.insert(name).second)
                sum += static_cast<double>(stats[name].total);
        }
        for (const auto& [name, group] : groups) {
            double excess = 0;
            const auto median = static_cast<double>(stats[name].p50);
            for (const auto& [rank, duration] : group) {
                if (static_cast<double>(duration) > m_analysis.thresholds.tails.excess * median)
                    excess += static_cast<double>(duration) - median;
            }
            const DurationNs length = m_window.range.length();
            m_lines.push_back(kernelLine(name, stats[name],
                                         sum > 0 ? static_cast<double>(stats[name].total) / sum : 0,
                                         length > 0 ? excess / static_cast<double>(length) : 0));
        }
    }

    struct Launches
    {
        std::vector<Ns> call;
        std::vector<Ns> kernel;
        std::vector<Ns> queue; ///< cut at kMaxNs
        double queueSum = 0;
        std::uint64_t negative = 0;
        std::uint64_t beforeCall = 0;
        Ns earliest = kMaxNs;
    };

    static double meanOf(const std::vector<Ns>& values)
    {
        double sum = 0;
        for (const Ns value : values)
            sum += static_cast<double>(value);
        return sum / static_cast<double>(values.size());
    }

    void addLaunches()
    {
        constexpr auto kMost = static_cast<DurationNs>(kMaxNs);
        std::map<std::string, Launches> names;
        for (const std::size_t op : kernels()) {
            const CallIndex call = m_model.ops.call[op];
            if (call.isNone())
                continue;
            Launches& of = names[nameOf(op)];
            const TimeRange host{m_model.calls.start[call()], m_model.calls.end[call()]};
            const Ns start = m_model.ops.start[op];
            of.call.push_back(host.end - host.begin);
            of.kernel.push_back(durationOf(op));
            if (start >= host.end) {
                const DurationNs wait = lengthBetween(host.end, start);
                of.queue.push_back(static_cast<Ns>(std::min(wait, kMost)));
                of.queueSum += static_cast<double>(wait);
                of.earliest = std::min(of.earliest, of.queue.back());
            } else {
                of.negative += 1;
                of.beforeCall += start < host.begin ? 1 : 0;
                const DurationNs early = std::min(lengthBetween(start, host.end), kMost);
                of.earliest = std::min(of.earliest, -static_cast<Ns>(early));
            }
        }
        for (const auto& [name, of] : names) {
            std::optional<double> average;
            std::optional<DurationRanks> queue;
            if (!of.queue.empty()) {
                average = of.queueSum / static_cast<double>(of.queue.size());
                queue = naiveRanks(of.queue);
            }
            m_lines.push_back(joined({"launch", name, text(of.call.size()), text(meanOf(of.call)),
                                      text(naiveRanks(of.call)), text(average), text(queue),
                                      text(meanOf(of.kernel)), text(naiveRanks(of.kernel)),
                                      text(of.negative), text(of.beforeCall), text(of.earliest)}));
        }
    }

    void addCalls()
    {
        Groups groups;
        const CallTable& calls = m_model.calls;
        for (std::size_t c = 0; c < calls.size(); ++c) {
            if (isKept(calls.start[c], calls.end[c]))
                groups[m_model.callNames[calls.name[c]()].base].emplace_back(
                    calls.fileOrder[c], calls.end[c] - calls.start[c]);
        }
        for (const auto& [name, group] : groups)
            m_lines.push_back(joined({"call", name, text(naiveStats(inFileOrder(group)))}));
    }

    TransferKinds transferOf(std::size_t op) const
    {
        const CopyVariant& copy = m_model.copy(OpIndex(op));
        if (m_model.ops.kind[op] == OpKind::Memset)
            return {true, kUnknownKind, kUnknownKind, copy.dstKind};
        return {false, copy.copyKind, copy.srcKind, copy.dstKind};
    }

    bool isTransfer(std::size_t op) const
    {
        return m_model.ops.kind[op] == OpKind::Memcpy || m_model.ops.kind[op] == OpKind::Memset;
    }

    void addTransfers()
    {
        struct Transfer
        {
            std::vector<std::pair<std::uint32_t, Ns>> durations;
            Bytes bytes = 0;
            DurationNs exposed = 0;
        };

        std::map<TransferKinds, Transfer> transfers;
        for (std::size_t op = 0; op < m_model.ops.size(); ++op) {
            if (!isTransfer(op) || !isKeptOp(op))
                continue;
            Transfer& to = transfers[transferOf(op)];
            to.durations.emplace_back(m_model.ops.fileOrder[op], durationOf(op));
            to.bytes = addSaturated(to.bytes, std::max<Bytes>(m_model.copy(OpIndex(op)).bytes, 0));
        }
        for (std::size_t d = 0; d < m_model.devices.size(); ++d) {
            AloneSweep sweep;
            const auto note = [&](std::uint32_t op, TimeRange alone) {
                if (isTransfer(op) && transfers.contains(transferOf(op)))
                    transfers[transferOf(op)].exposed += alone.intersect(m_window.range).length();
            };
            for (std::size_t op = 0; op < m_model.ops.size(); ++op) {
                if (counts(DeviceId(d)) && m_model.deviceOf(OpIndex(op)) == DeviceId(d))
                    sweep.add(static_cast<std::uint32_t>(op), m_model.ops.start[op],
                              m_model.ops.end[op], note);
            }
            sweep.finish(note);
        }
        for (const auto& [key, transfer] : transfers)
            m_lines.push_back(transferLine(key, naiveStats(inFileOrder(transfer.durations)),
                                           transfer.bytes, transfer.exposed));
    }

    TimeRange wholeOf(const Gap& gap) const
    {
        return {gap.before.isNone() ? m_model.extent.begin : gap.begin,
                gap.after.isNone() ? m_model.extent.end : gap.end};
    }

    static std::size_t bucketOf(DurationNs length)
    {
        constexpr std::array<DurationNs, 8> kBorders{1'000,   5'000,   10'000,    50'000,
                                                     100'000, 500'000, 1'000'000, 5'000'000};
        return static_cast<std::size_t>(std::upper_bound(kBorders.begin(), kBorders.end(), length)
                                        - kBorders.begin());
    }

    using Sums = std::array<GapTable::Cause, 9>;

    void addSums(const char* what, const Sums& sums)
    {
        for (std::size_t i = 0; i < sums.size(); ++i)
            m_lines.push_back(
                joined({what, text(i), text(sums.at(i).count), text(sums.at(i).total)}));
    }

    void addGaps()
    {
        Sums sums{};
        std::array<GapTable::Cause, kBudgetClasses> causes{};
        std::vector<std::tuple<DurationNs, Ns, std::size_t, Ns>> longest;
        for (std::size_t d = 0; d < m_model.devices.size(); ++d) {
            for (const Gap& gap : m_index.gaps(DeviceId(d))) {
                const TimeRange whole = wholeOf(gap);
                const DurationNs inside = whole.intersect(m_window.range).length();
                if (!counts(DeviceId(d)) || inside == 0)
                    continue;
                GapTable::Cause& bucket = sums.at(bucketOf(whole.length()));
                bucket.count += 1;
                bucket.total += inside;
                const Budget classes = m_index.budget(DeviceId(d), whole);
                const auto most = std::max_element(classes.begin(), classes.end());
                GapTable::Cause& cause =
                    causes.at(static_cast<std::size_t>(most - classes.begin()));
                cause.count += 1;
                cause.total += inside;
                longest.emplace_back(~whole.length(), whole.begin, d, whole.end);
            }
        }
        addSums("gaps", sums);
        for (std::size_t c = 0; c < causes.size(); ++c)
            m_lines.push_back(
                joined({"cause", text(c), text(causes.at(c).count), text(causes.at(c).total)}));
        std::sort(longest.begin(), longest.end());
        constexpr std::size_t kShown = 200;
        longest.resize(std::min(longest.size(), kShown));
        for (const auto& [length, begin, device, end] : longest)
            m_lines.push_back(gapLine(device, {begin, end}));
    }

    void addStreamGaps()
    {
        Sums sums{};
        std::vector<std::optional<Ns>> latest(m_model.streams.size());
        const OpTable& ops = m_model.ops;
        for (std::size_t op = 0; op < ops.size(); ++op) {
            if (durationOf(op) == 0 || !counts(m_model.deviceOf(OpIndex(op))))
                continue;
            std::optional<Ns>& end = latest[ops.stream[op]()];
            if (end && ops.start[op] > *end) {
                const TimeRange gap{*end, ops.start[op]};
                const DurationNs inside = gap.intersect(m_window.range).length();
                sums.at(bucketOf(gap.length())).count += inside > 0 ? 1 : 0;
                sums.at(bucketOf(gap.length())).total += inside;
            }
            end = std::max(end.value_or(kMinNs), ops.end[op]);
        }
        addSums("stream", sums);
    }

    void addLongLaunches()
    {
        const TailLimits& limits = m_analysis.thresholds.tails;
        std::map<std::pair<std::string, std::optional<LaunchShape>>,
                 std::vector<std::pair<Ns, std::size_t>>>
            groups;
        for (const std::size_t op : kernels())
            groups[{nameOf(op), m_model.kernel(OpIndex(op)).shape}].emplace_back(durationOf(op),
                                                                                 op);
        for (auto& [key, group] : groups) {
            if (static_cast<std::int64_t>(group.size()) < limits.groupSize)
                continue;
            std::sort(group.begin(), group.end());
            const std::size_t middle = (group.size() + 1) / 2 - 1;
            const Ns p50 = group[middle].first;
            for (std::size_t i = middle; i < group.size(); ++i) {
                const auto [duration, op] = group[i];
                if (static_cast<double>(duration) > limits.outlierRatio * static_cast<double>(p50)
                    && duration - p50 >= limits.outlierMinNs)
                    m_lines.push_back(joined({"long", text(op), text(p50)}));
            }
        }
    }

    void addGraphs()
    {
        std::map<std::uint32_t, DurationNs> before;
        for (std::size_t d = 0; d < m_model.devices.size(); ++d) {
            for (const Gap& gap : m_index.gaps(DeviceId(d))) {
                if (counts(DeviceId(d)) && !gap.after.isNone())
                    before[gap.after.value] = wholeOf(gap).intersect(m_window.range).length();
            }
        }

        struct Eager
        {
            std::uint64_t count = 0;
            Ns total = 0;
            DurationNs gapBefore = 0;
        };

        std::map<std::string, Eager> names;
        double count = 0;
        double time = 0;
        double countInGraphs = 0;
        double timeInGraphs = 0;
        for (const std::size_t op : kernels()) {
            const auto row = static_cast<std::uint32_t>(op);
            const LaunchedBy by = launchedBy(m_model, m_index, row);
            count += 1;
            time += static_cast<double>(durationOf(op));
            if (by == LaunchedBy::Graph) {
                countInGraphs += 1;
                timeInGraphs += static_cast<double>(durationOf(op));
            } else if (by == LaunchedBy::Eager) {
                Eager& eager = names[nameOf(op)];
                eager.count += 1;
                eager.total = addSaturated(eager.total, durationOf(op));
                eager.gapBefore += before.contains(row) ? before[row] : 0;
            }
        }
        for (const auto& [name, eager] : names)
            m_lines.push_back(eagerLine(name, eager.count, eager.total, eager.gapBefore));
        const OpTable& ops = m_model.ops;
        const bool isWhole = std::count(ops.kind.begin(), ops.kind.end(), OpKind::GraphReplay) > 0
                             || m_index.unrecordedGraphLaunches() > 0;
        m_lines.push_back(
            joined({"graphs", count > 0 && !isWhole ? text(countInGraphs / count) : "-",
                    time > 0 && !isWhole ? text(timeInGraphs / time) : "-"}));
    }

    const Analysis& m_analysis;
    const TraceModel& m_model;
    const BudgetIndex& m_index;
    Window m_window;
    DeviceId m_only;
    Lines m_lines;
};

} // namespace

Lines naiveLines(const Analysis& analysis, const Window& window, DeviceId only)
{
    return Naive(analysis, window, only).lines();
}

} // namespace nv::test
