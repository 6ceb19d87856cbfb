// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/name_sequences.h"

#include "core/analysis/tables/launched_by.h"
#include "core/base/parallel.h"
#include "core/base/progress.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace nv {
namespace {

template <class KeyOf>
VariantGroups groupVariants(const TraceModel& model, KeyOf keyOf)
{
    using Key = decltype(keyOf(model.kernelVariants.front()));
    VariantGroups groups;
    std::map<Key, std::uint32_t> known;
    for (std::size_t v = 0; v < model.kernelVariants.size(); ++v) {
        const auto next = static_cast<std::uint32_t>(groups.firstOf.size());
        const auto [place, isNew] = known.try_emplace(keyOf(model.kernelVariants[v]), next);
        if (isNew)
            groups.firstOf.push_back(static_cast<std::uint32_t>(v));
        groups.groupOf.push_back(place->second);
    }
    return groups;
}

/// Rows of each group, ascending, one group after the other.
struct GroupedRows
{
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> begin; ///< one more than there are groups

    std::span<const std::uint32_t> of(std::size_t group) const
    {
        return std::span(rows).subspan(begin[group], begin[group + 1] - begin[group]);
    }
};

template <class GroupOf>
GroupedRows groupRows(std::size_t rows, std::size_t groups, const std::stop_token& stop,
                      GroupOf groupOf)
{
    GroupedRows out;
    out.begin.assign(groups + 1, 0);
    for (std::size_t row = 0; row < rows && !shouldStop(stop, row); ++row) {
        if (const std::uint32_t group = groupOf(row); group != kNoGroup)
            ++out.begin[group + 1];
    }
    for (std::size_t g = 0; g < groups; ++g)
        out.begin[g + 1] += out.begin[g];
    if (stop.stop_requested())
        return {{}, std::vector<std::size_t>(groups + 1, 0)};
    out.rows.resize(out.begin.back());
    std::vector<std::size_t> next(out.begin.begin(), out.begin.end() - 1);
    for (std::size_t row = 0; row < rows && !shouldStop(stop, row); ++row) {
        if (const std::uint32_t group = groupOf(row); group != kNoGroup)
            out.rows[next[group]++] = static_cast<std::uint32_t>(row);
    }
    return out;
}

template <class ValueOf>
PackedValues packed(std::span<const std::uint32_t> rows, const std::stop_token& stop,
                    ValueOf valueOf)
{
    PackedWriter writer;
    for (std::size_t i = 0; i < rows.size() && !shouldStop(stop, i); ++i)
        writer.add(static_cast<std::int64_t>(valueOf(rows[i])));
    return writer.take();
}

template <class Table>
void fillSequence(const Table& table, std::span<const std::uint32_t> rows,
                  const std::stop_token& stop, NameSequence& out)
{
    out.rows = packed(rows, stop, [](std::uint32_t row) { return row; });
    out.durations =
        packed(rows, stop, [&](std::uint32_t row) { return table.end[row] - table.start[row]; });
    const auto byRank = [&](std::uint32_t a, std::uint32_t b) {
        return table.fileOrder[a] < table.fileOrder[b];
    };
    if (!std::is_sorted(rows.begin(), rows.end(), byRank))
        out.fileRanks = packed(rows, stop, [&](std::uint32_t row) { return table.fileOrder[row]; });
}

void fillLaunches(const TraceModel& model, const BudgetIndex& index,
                  std::span<const std::uint32_t> rows, const std::stop_token& stop,
                  KernelSequence& out)
{
    const OpTable& ops = model.ops;
    const CallTable& calls = model.calls;
    out.calls = packed(rows, stop, [&](std::uint32_t op) {
        const CallIndex call = ops.call[op];
        out.haveCalls = out.haveCalls && !call.isNone();
        return call.isNone() ? kNoLaunch : calls.end[call()] - calls.start[call()];
    });
    Ns last = 0; // in place of an unknown one: a value near the others costs least
    out.queue = packed(rows, stop, [&](std::uint32_t op) {
        const CallIndex call = ops.call[op];
        if (!call.isNone())
            last = signedBetween(calls.end[call()], ops.start[op]);
        return last;
    });
    out.launchedBy =
        packed(rows, stop, [&](std::uint32_t op) { return launchedBy(model, index, op); });
}

/// Number of each shape within its name, by group of names and shapes.
std::vector<std::uint32_t> shapeNumbers(const VariantGroups& names, const VariantGroups& shapes,
                                        std::vector<KernelSequence>& out)
{
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t variant : shapes.firstOf)
        numbers.push_back(static_cast<std::uint32_t>(out[names.groupOf[variant]].shapeCount++));
    return numbers;
}

} // namespace

VariantGroups groupsByName(const TraceModel& model)
{
    return groupVariants(model, [](const KernelVariant& v) { return v.demangled; });
}

VariantGroups groupsByNameAndShape(const TraceModel& model)
{
    return groupVariants(model,
                         [](const KernelVariant& v) { return std::pair(v.demangled, v.shape); });
}

BaseGroups groupsByBase(const TraceModel& model)
{
    BaseGroups groups;
    std::map<std::string_view, std::uint32_t> known;
    for (const CallName& name : model.callNames) {
        const auto next = static_cast<std::uint32_t>(groups.bases.size());
        // A name the file does not hold has no base; it stays a row of its own.
        const bool isNamed = !name.base.empty();
        const auto [place, isNew] =
            isNamed ? known.try_emplace(name.base, next) : std::pair(known.end(), true);
        if (isNew)
            groups.bases.push_back(isNamed ? name.base : model.names.display(name.text));
        groups.groupOf.push_back(isNew ? next : place->second);
    }
    return groups;
}

std::vector<KernelSequence> kernelSequences(const TraceModel& model, const BudgetIndex& index,
                                            const VariantGroups& names, DeviceId only,
                                            const std::stop_token& stop)
{
    const OpTable& ops = model.ops;
    std::vector<KernelSequence> out(names.firstOf.size());
    const VariantGroups shapes = groupsByNameAndShape(model);
    const std::vector<std::uint32_t> numbers = shapeNumbers(names, shapes, out);
    const GroupedRows rows = groupRows(ops.size(), out.size(), stop, [&](std::size_t op) {
        const bool counts = ops.kind[op] == OpKind::Kernel
                            && (only.isNone() || model.deviceOf(OpIndex(op)) == only);
        return counts ? names.groupOf[ops.variant[op]] : kNoGroup;
    });
    Tasks tasks;
    for (std::size_t g = 0; g < out.size(); ++g) {
        tasks.emplace_back([&, g] { fillSequence(ops, rows.of(g), stop, out[g]); });
        tasks.emplace_back([&, g] { fillLaunches(model, index, rows.of(g), stop, out[g]); });
        tasks.emplace_back([&, g] {
            out[g].shapes = packed(rows.of(g), stop, [&](std::uint32_t op) {
                return numbers[shapes.groupOf[ops.variant[op]]];
            });
        });
    }
    runTasks(tasks);
    return out;
}

std::vector<NameSequence> callSequences(const TraceModel& model, const BaseGroups& bases,
                                        const std::stop_token& stop)
{
    const CallTable& calls = model.calls;
    std::vector<NameSequence> out(bases.bases.size());
    const GroupedRows rows = groupRows(calls.size(), out.size(), stop, [&](std::size_t call) {
        return bases.groupOf[calls.name[call]()];
    });
    Tasks tasks;
    for (std::size_t g = 0; g < out.size(); ++g)
        tasks.emplace_back([&, g] { fillSequence(calls, rows.of(g), stop, out[g]); });
    runTasks(tasks);
    return out;
}

Ns signedBetween(Ns from, Ns to)
{
    const auto most = static_cast<DurationNs>(kMaxNs);
    return from <= to ? static_cast<Ns>(std::min(lengthBetween(from, to), most))
                      : -static_cast<Ns>(std::min(lengthBetween(to, from), most));
}

} // namespace nv
