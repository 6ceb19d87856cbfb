// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/kernel_names.h"
#include "core/analysis/stats/memory_operations.h"
#include "core/analysis/stats/reports.h"
#include "core/trace/row_source.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>

/// A row per kernel, copy and memset, by start, equal ones kernels first and in the order of the
/// file.  Where several machines name a device of one number, each row is listed once per name, by
/// name, as the real tool does.  Without a table of devices the name is empty, without green contexts their
/// column: there the real tool gives up.
/// Source: nsys.md 2.7.
namespace nv {
namespace {

constexpr std::array<OpKind, 3> kKinds = {OpKind::Kernel, OpKind::Memcpy, OpKind::Memset};
constexpr std::array<std::string_view, 3> kGpuTables = {
    "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET"};
constexpr std::string_view kGreenContext = "greenContextId";

struct GpuEntry
{
    std::uint32_t op = 0;
    std::uint32_t gpu = 0; ///< into the names of devices
};

class GpuRows
{
public:
    GpuRows(const TraceModel& trace, KernelNames names)
        : m_trace(trace)
        , m_names(std::move(names))
    {
        for (const Gpu& gpu : trace.capture.gpus) {
            m_gpusOf[gpu.device].push_back(static_cast<std::uint32_t>(m_gpuNames.size()));
            m_gpuNames.push_back(gpu.name);
        }
        for (auto& [device, gpus] : m_gpusOf)
            std::stable_sort(gpus.begin(), gpus.end(), [this](std::uint32_t a, std::uint32_t b) {
                return m_gpuNames[a] < m_gpuNames[b];
            });
        m_unnamed = static_cast<std::uint32_t>(m_gpuNames.size());
        m_gpuNames.emplace_back();
    }

    Status readGreenContexts(const std::stop_token& stop)
    {
        for (std::size_t i = 0; i < kKinds.size(); ++i) {
            const RowSource* file = m_trace.fileRows.get();
            if (file == nullptr || !file->has(kGpuTables.at(i), kGreenContext))
                continue;
            const std::array columns = {kGreenContext};
            NV_TRY(table, file->read(kGpuTables.at(i), columns, stop));
            m_green.at(i) = table;
        }
        return Nothing{};
    }

    void select(const StatsFilter& filter)
    {
        std::vector<std::uint32_t> ops;
        for (const OpKind kind : kKinds) {
            const std::vector<std::uint32_t> rows = keptOps(m_trace, kind, filter);
            ops.insert(ops.end(), rows.begin(), rows.end());
        }
        std::stable_sort(ops.begin(), ops.end(), [this](std::uint32_t a, std::uint32_t b) {
            return m_trace.ops.start[a] < m_trace.ops.start[b];
        });
        m_entries.reserve(ops.size());
        for (const std::uint32_t op : ops) {
            const std::optional<std::int64_t>& device =
                m_trace.devices[m_trace.deviceOf(OpIndex(op))()].number;
            const auto gpus = device ? m_gpusOf.find(*device) : m_gpusOf.end();
            if (gpus == m_gpusOf.end())
                m_entries.push_back({op, m_unnamed});
            else
                for (const std::uint32_t gpu : gpus->second)
                    m_entries.push_back({op, gpu});
        }
    }

    std::size_t size() const { return m_entries.size(); }

    StatsRow row(std::size_t i) const
    {
        const GpuEntry entry = m_entries[i];
        const std::size_t op = entry.op;
        const OpTable& ops = m_trace.ops;
        StatsRow row = {ops.start[op], ops.end[op] - ops.start[op]};
        row.push_back(ops.correlation[op] == kNoCorrelation ? StatsCell()
                                                            : StatsCell(ops.correlation[op]));
        if (ops.kind[op] == OpKind::Kernel)
            appendShape(row, m_trace.kernel(OpIndex(op)));
        else
            appendMemory(row, op);
        appendPlace(row, entry);
        row.push_back(nameOf(op));
        return row;
    }

private:
    static constexpr std::size_t kShapeColumns = 9;
    static constexpr std::size_t kMemoryColumns = 4;

    static void appendShape(StatsRow& row, const KernelVariant& kernel)
    {
        if (kernel.shape)
            row.insert(row.end(),
                       {kernel.shape->gridX, kernel.shape->gridY, kernel.shape->gridZ,
                        kernel.shape->blockX, kernel.shape->blockY, kernel.shape->blockZ});
        else
            row.resize(row.size() + 6);
        row.insert(row.end(), {kernel.registersPerThread, kernel.staticSharedBytes,
                               kernel.dynamicSharedBytes});
        row.resize(row.size() + kMemoryColumns);
    }

    void appendMemory(StatsRow& row, std::size_t op) const
    {
        const CopyVariant& copy = m_trace.copy(OpIndex(op));
        row.resize(row.size() + kShapeColumns);
        row.emplace_back(copy.bytes);
        row.push_back(throughputCell(copy.bytes, m_trace.ops.end[op] - m_trace.ops.start[op]));
        const bool isSet = m_trace.ops.kind[op] == OpKind::Memset;
        row.push_back(memoryKindCell(isSet ? copy.dstKind : copy.srcKind));
        row.push_back(isSet ? StatsCell() : memoryKindCell(copy.dstKind));
    }

    void appendPlace(StatsRow& row, GpuEntry entry) const
    {
        const Stream& stream = m_trace.streams[m_trace.ops.stream[entry.op]()];
        const std::optional<std::int64_t>& device = m_trace.devices[stream.device()].number;
        row.push_back(device
                          ? StatsCell(m_gpuNames[entry.gpu] + " (" + std::to_string(*device) + ")")
                          : StatsCell());
        row.emplace_back(stream.context);
        row.push_back(greenContextOf(entry.op));
        row.push_back(stream.number < 0 ? StatsCell() : StatsCell(stream.number));
    }

    /// 0 stands for none.
    StatsCell greenContextOf(std::size_t op) const
    {
        const auto kind = std::find(kKinds.begin(), kKinds.end(), m_trace.ops.kind[op]);
        const RawTablePtr& table = m_green.at(static_cast<std::size_t>(kind - kKinds.begin()));
        const std::size_t fileRow = m_trace.ops.fileOrder[op];
        if (!table || fileRow >= table->size())
            return {};
        const std::int64_t id = table->columns[0].integerOr(fileRow, 0);
        return id == 0 ? StatsCell() : StatsCell(id);
    }

    StatsCell nameOf(std::size_t op) const
    {
        if (m_trace.ops.kind[op] == OpKind::Kernel)
            return m_names.cell(m_names.keyOf(op));
        const std::optional<std::size_t> key = memoryKey(m_trace, op);
        return key ? StatsCell(memoryOperation(*key)) : StatsCell();
    }

    const TraceModel& m_trace;
    KernelNames m_names;
    std::map<std::int64_t, std::vector<std::uint32_t>> m_gpusOf;
    std::vector<std::string> m_gpuNames;
    std::uint32_t m_unnamed = 0;
    std::array<RawTablePtr, kKinds.size()> m_green;
    std::vector<GpuEntry> m_entries;
};

} // namespace

Result<StatsTable> cudaGpuTrace(const TraceModel& trace, const StatsRequest& request,
                                const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Kernel] == 0 && trace.counts[TableKind::Memcpy] == 0
        && trace.counts[TableKind::Memset] == 0)
        return missingTable(request, "this trace holds no kernels, no copies and no memsets");
    NV_TRY(names, KernelNames::make(trace, request, stop));
    const auto rows = std::make_shared<GpuRows>(trace, std::move(names));
    if (Status read = rows->readGreenContexts(stop); !read)
        return read.error();
    rows->select(filter);
    if (stop.stop_requested())
        return statsCancelled();

    StatsTable table;
    table.columns = {{"Start", StatsUnit::Time},
                     {"Duration", StatsUnit::Time},
                     {"CorrId"},
                     {"GrdX"},
                     {"GrdY"},
                     {"GrdZ"},
                     {"BlkX"},
                     {"BlkY"},
                     {"BlkZ"},
                     {"Reg/Trd"},
                     {"StcSMem", StatsUnit::Memory},
                     {"DymSMem", StatsUnit::Memory},
                     {"Bytes", StatsUnit::Memory},
                     {"Throughput", StatsUnit::Throughput},
                     {"SrcMemKd"},
                     {"DstMemKd"},
                     {"Device"},
                     {"Ctx"},
                     {"GreenCtx"},
                     {"Strm"},
                     {"Name"}};
    table.events = rows->size();
    table.eventRow = [rows](std::size_t i) { return rows->row(i); };
    return table;
}

} // namespace nv
