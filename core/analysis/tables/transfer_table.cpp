// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/duration_stats.h"
#include "core/analysis/tables/table_parts.h"
#include "core/analysis/tables/transfer_steps.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace nv {

namespace {

struct TransferKey
{
    bool isMemset = false;
    std::int64_t copyKind = kUnknownKind;
    std::int64_t srcKind = kUnknownKind;
    std::int64_t dstKind = kUnknownKind;
    friend auto operator<=>(const TransferKey&, const TransferKey&) = default;
};

TransferKey keyOf(const CopyVariant& variant, bool isMemset)
{
    if (isMemset)
        return {true, kUnknownKind, kUnknownKind, variant.dstKind};
    return {false, variant.copyKind, variant.srcKind, variant.dstKind};
}

/// The rows of the table, found per copy variant: a memset and a copy may share a variant.
class TransferGroups
{
public:
    explicit TransferGroups(const TraceModel& model)
    {
        for (const bool isMemset : {false, true}) {
            for (const CopyVariant& variant : model.copyVariants) {
                const auto next = static_cast<std::uint32_t>(m_keys.size());
                const auto [place, isNew] = m_known.try_emplace(keyOf(variant, isMemset), next);
                if (isNew)
                    m_keys.push_back(place->first);
                m_groupOf[isMemset ? 1 : 0].push_back(place->second);
            }
        }
    }

    std::uint32_t groupOf(std::uint32_t variant, bool isMemset) const
    {
        return m_groupOf[isMemset ? 1 : 0][variant];
    }

    const std::vector<TransferKey>& keys() const { return m_keys; }

private:
    std::map<TransferKey, std::uint32_t> m_known;
    std::vector<TransferKey> m_keys;
    std::array<std::vector<std::uint32_t>, 2> m_groupOf;
};

/// Per row of the table the time in the window in which its ops were all that ran on their device.
std::vector<DurationNs> exposedByGroup(const TableContext& context, const TransferGroups& groups)
{
    const OpTable& ops = context.model.ops;
    std::vector<DurationNs> exposed(groups.keys().size(), 0);
    for (std::size_t d = 0; d < context.model.devices.size(); ++d) {
        if (!context.counts(DeviceId(d)))
            continue;
        context.tables->alone.forEach(
            DeviceId(d), context.window.range, [&](std::uint32_t op, DurationNs inside) {
                const bool isMemset = ops.kind[op] == OpKind::Memset;
                exposed[groups.groupOf(ops.variant[op], isMemset)] += inside;
            });
    }
    return exposed;
}

TransferRow rowOf(const TransferKey& key, std::span<const std::uint32_t> copies,
                  std::span<Ns> durations, const TraceModel& model)
{
    TransferRow row;
    row.isMemset = key.isMemset;
    row.copyKind = key.copyKind;
    row.srcKind = key.srcKind;
    row.dstKind = key.dstKind;
    row.stats = durationStats(durations);
    row.count = row.stats.count;
    for (const std::uint32_t op : copies) {
        const Bytes bytes = model.copyVariants[model.ops.variant[op]].bytes;
        row.bytes = addSaturated(row.bytes, std::max<Bytes>(bytes, 0));
    }
    if (row.stats.total > 0)
        row.bandwidth = static_cast<double>(row.bytes) * 1e9 / static_cast<double>(row.stats.total);
    return row;
}

/// Rows of the table from `kept`, which are all copies or all memsets.
void addRows(const TableContext& context, const TransferGroups& groups,
             std::vector<std::uint32_t> kept, bool isMemset, const std::vector<DurationNs>& exposed,
             std::vector<TransferRow>& rows)
{
    const OpTable& ops = context.model.ops;
    const auto groupOf = [&](std::uint32_t op) {
        return groups.groupOf(ops.variant[op], isMemset);
    };
    sortByFileOrder(kept, ops.fileOrder);
    GroupedDurations durations =
        groupDurations(kept, {ops.start, ops.end}, groups.keys().size(), groupOf);
    std::vector<std::vector<std::uint32_t>> copies(groups.keys().size());
    for (const std::uint32_t op : kept)
        copies[groupOf(op)].push_back(op);
    const std::optional<StepsInWindow> steps = stepsInWindow(context);
    for (std::size_t g = 0; g < copies.size() && !context.stop.stop_requested(); ++g) {
        if (copies[g].empty())
            continue;
        TransferRow row = rowOf(groups.keys()[g], copies[g], durations.of(g), context.model);
        row.exposedNs = exposed[g];
        if (steps)
            row.perStep = transfersPerStep(context, *steps, copies[g]);
        rows.push_back(std::move(row));
    }
}

} // namespace

std::vector<TransferRow> transferTable(const TableContext& context)
{
    const TransferGroups groups(context.model);
    std::vector<TransferRow> rows;
    std::vector<std::uint32_t> copies = keptOf(context, context.tables->copies, OpKind::Memcpy);
    std::vector<std::uint32_t> sets = keptOf(context, context.tables->sets, OpKind::Memset);
    if (copies.empty() && sets.empty())
        return rows;
    const std::vector<DurationNs> exposed = exposedByGroup(context, groups);
    addRows(context, groups, std::move(copies), false, exposed, rows);
    addRows(context, groups, std::move(sets), true, exposed, rows);
    std::sort(rows.begin(), rows.end(), [](const TransferRow& a, const TransferRow& b) {
        if (a.stats.total != b.stats.total)
            return a.stats.total > b.stats.total;
        return std::tuple(a.isMemset, a.copyKind, a.srcKind, a.dstKind)
               < std::tuple(b.isMemset, b.copyKind, b.srcKind, b.dstKind);
    });
    return rows;
}

} // namespace nv
