// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/operation_sum.h"

#include "core/analysis/stats/kernel_names.h"
#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/memory_operations.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"
#include "core/trace/api_name.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

enum class Category : std::uint8_t
{
    Api,
    Kernel,
    Memory,
};

constexpr std::array<std::string_view, 3> kCategories = {"CUDA_API", "CUDA_KERNEL", "MEMORY_OPER"};

using Text = std::optional<std::string_view>; ///< nullopt sorts first, as NULL does

class Operations
{
public:
    std::size_t keyOf(Text text) { return m_keys.of(text); }

    void add(std::size_t key, Ns duration, Category category)
    {
        m_durations.add(key, duration);
        if (key >= m_longest.size())
            m_longest.resize(key + 1);
        Longest& longest = m_longest[key];
        if (longest.isNone || duration > longest.duration)
            longest = {duration, category, false};
    }

    StatsTable table()
    {
        std::int64_t sum = 0;
        std::vector<KeyedDurations::Group> groups = m_durations.finish(sum);
        std::sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) {
            if (a.stats.total != b.stats.total)
                return a.stats.total > b.stats.total;
            return m_keys.key(a.key) < m_keys.key(b.key);
        });
        StatsTable table;
        table.columns = sevenColumns("Instances");
        table.columns.insert(table.columns.end(), {{"Category"}, {"Operation"}});
        for (const KeyedDurations::Group& group : groups) {
            StatsRow& row = table.rows.emplace_back();
            appendSeven(row, group.stats, sum);
            const auto category = static_cast<std::size_t>(m_longest[group.key].category);
            row.emplace_back(std::string(kCategories.at(category)));
            const Text& text = m_keys.key(group.key);
            row.push_back(text ? StatsCell(std::string(*text)) : StatsCell());
        }
        return table;
    }

private:
    struct Longest
    {
        Ns duration = 0;
        Category category = Category::Api;
        bool isNone = true;
    };

    GroupKeys<Text> m_keys;
    KeyedDurations m_durations;
    std::vector<Longest> m_longest;
};

/// Adds rows of one kind; false when stopped.
template <class KeyOf>
bool addOps(Operations& out, const TraceModel& trace, OpKind kind, const StatsFilter& filter,
            const std::stop_token& stop, const KeyOf& keyOf)
{
    const Category category = kind == OpKind::Kernel ? Category::Kernel : Category::Memory;
    const std::vector<std::uint32_t> rows = keptOps(trace, kind, filter);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (shouldStop(stop, i))
            return false;
        const std::size_t op = rows[i];
        if (const std::optional<std::size_t> key = keyOf(op))
            out.add(*key, trace.ops.end[op] - trace.ops.start[op], category);
    }
    return true;
}

bool addCalls(Operations& out, const TraceModel& trace, const StatsFilter& filter,
              const std::stop_token& stop)
{
    std::vector<std::size_t> keyOfName;
    for (const CallName& name : trace.callNames) {
        const bool isNull = name.text.isNone() || trace.names.isDangling(name.text);
        keyOfName.push_back(
            out.keyOf(isNull ? Text() : Text(nsysStrippedName(trace.names.text(name.text)))));
    }
    const std::vector<std::uint32_t> rows = keptCalls(trace, filter);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (shouldStop(stop, i))
            return false;
        const std::size_t call = rows[i];
        out.add(keyOfName[trace.calls.name[call]()],
                trace.calls.end[call] - trace.calls.start[call], Category::Api);
    }
    return true;
}

bool addDeviceWork(Operations& out, const std::vector<std::string>& memoryTexts,
                   const KernelNames& names, const TraceModel& trace, const StatsFilter& filter,
                   const std::stop_token& stop)
{
    std::vector<std::optional<std::size_t>> keyOfKernel(names.keys());
    const bool isDone = addOps(out, trace, OpKind::Kernel, filter, stop, [&](std::size_t op) {
        const std::size_t name = names.keyOf(op);
        if (!keyOfKernel[name])
            keyOfKernel[name] =
                out.keyOf(name == names.nullKey() ? Text() : Text(names.text(name)));
        return keyOfKernel[name];
    });
    const auto memory = [&](std::size_t op) {
        const std::optional<std::size_t> key = memoryKey(trace, op);
        return key ? std::optional(out.keyOf(memoryTexts[*key])) : std::nullopt;
    };
    return isDone && addOps(out, trace, OpKind::Memcpy, filter, stop, memory)
           && addOps(out, trace, OpKind::Memset, filter, stop, memory);
}

} // namespace

Result<StatsTable> operationSum(const TraceModel& trace, const StatsRequest& request,
                                const StatsFilter& filter, const std::stop_token& stop,
                                bool withApi)
{
    const bool hasWork = trace.counts[TableKind::Kernel] > 0 || trace.counts[TableKind::Memcpy] > 0
                         || trace.counts[TableKind::Memset] > 0;
    if (!hasWork && !(withApi && trace.counts[TableKind::Runtime] > 0))
        return missingTable(request, withApi ? "this trace holds no CUDA API calls, no kernels, no "
                                               "copies and no memsets"
                                             : "this trace holds no kernels, no copies and no "
                                               "memsets");
    NV_TRY(names, KernelNames::make(trace, request, stop));
    std::vector<std::string> memoryTexts; // the groups refer to these texts
    for (std::size_t key = 0; key < kMemoryKeys; ++key)
        memoryTexts.push_back(memoryOperation(key));
    Operations operations;
    if (withApi && !addCalls(operations, trace, filter, stop))
        return statsCancelled();
    if (!addDeviceWork(operations, memoryTexts, names, trace, filter, stop))
        return statsCancelled();
    return operations.table();
}

} // namespace nv
