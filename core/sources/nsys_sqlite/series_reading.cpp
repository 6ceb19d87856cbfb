// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/series_reading.h"

#include "core/base/text.h"
#include "core/sources/nsys_sqlite/schema.h"
#include "core/sqlite/database.h"
#include "core/sqlite/row.h"
#include "core/trace/row_source.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <unordered_map>

namespace nv::nsys {
namespace {

constexpr std::string_view kMetrics = "GPU_METRICS";
constexpr std::string_view kMetricNames = "TARGET_INFO_GPU_METRICS";
constexpr std::string_view kMemory = "CUDA_GPU_MEMORY_USAGE_EVENTS";
constexpr std::array<std::string_view, 4> kMetricColumns{"timestamp", "typeId", "metricId",
                                                         "value"};
constexpr std::array<std::string_view, 3> kNameColumns{"typeId", "metricId", "metricName"};
constexpr std::array<std::string_view, 7> kMemoryColumns{
    "start", "globalPid", "deviceId", "address", "bytes", "memKind", "memoryOperationType"};

/// hw and vm of a global id or of the typed id of a metric: nsys.md 0.7.
std::int64_t machineOf(std::int64_t id)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(id) >> 48U);
}

struct DeviceKey
{
    std::int64_t machine = 0;
    std::int64_t number = 0;
    friend auto operator<=>(const DeviceKey&, const DeviceKey&) = default;
};

/// As the lanes call it, also where it ran nothing.
std::string labelOf(const TraceModel& trace, const DeviceKey& key)
{
    for (const Device& device : trace.devices)
        if (device.number == key.number && device.hwVm == key.machine)
            return device.label;
    return std::to_string(key.number);
}

/// "SMs Active [Throughput %]" -> "SMs Active", "%".
void splitUnit(std::string_view name, Series& out)
{
    const std::size_t open = name.rfind(" [");
    if (open == std::string_view::npos || name.back() != ']') {
        out.label = validUtf8(name);
        return;
    }
    const std::string_view unit = name.substr(open + 2, name.size() - open - 3);
    out.label = validUtf8(name.substr(0, open));
    out.unit = unit.ends_with('%') ? "%" : validUtf8(unit);
}

struct MetricKey
{
    std::int64_t type = 0;
    std::int64_t metric = 0;
    friend auto operator<=>(const MetricKey&, const MetricKey&) = default;
};

using Metrics = std::map<MetricKey, Series>;
using MetricNames = std::map<MetricKey, std::string>;

Status readNames(const sqlite::Database& db, const Schema& schema, MetricNames& out)
{
    if (!schema.has(kMetricNames))
        return Nothing{};
    return db.visit(schema.list(kMetricNames, kNameColumns), sqlite::quoted(kMetricNames),
                    [&out](const sqlite::Row& row) {
                        out[{row.integer(0), row.integer(1)}] = std::string(row.text(2));
                    });
}

Status readMetrics(const sqlite::Database& db, const Schema& schema, Metrics& out)
{
    if (!schema.has(kMetrics))
        return Nothing{};
    MetricNames names;
    if (Status read = readNames(db, schema, names); !read)
        return read;
    Status read = db.visit(schema.list(kMetrics, kMetricColumns), sqlite::quoted(kMetrics),
                           [&out](const sqlite::Row& row) {
                               if (!row.isInteger(0) || !row.isInteger(3))
                                   return;
                               Series& series = out[{row.integer(1), row.integer(2)}];
                               series.time.push_back(row.integer(0));
                               series.value.push_back(row.integer(3));
                           });
    for (auto& [key, series] : out) {
        const auto name = names.find(key);
        splitUnit(name == names.end() ? "metric " + std::to_string(key.metric) : name->second,
                  series);
    }
    return read;
}

enum class MemoryPlace : std::uint8_t
{
    Device,
    Managed,
    Host,
};

/// ENUM_CUDA_MEM_KIND: 0 pageable, 1 pinned, 2 device, 3 array, 4 managed, 5 static, 6 managed
/// static.
MemoryPlace memoryPlaceOf(std::int64_t kind)
{
    switch (kind) {
    case 0:
    case 1:
        return MemoryPlace::Host;
    case 4:
    case 6:
        return MemoryPlace::Managed;
    default:
        return MemoryPlace::Device;
    }
}

const char* labelOf(MemoryPlace place)
{
    switch (place) {
    case MemoryPlace::Managed:
        return "managed memory in use";
    case MemoryPlace::Host:
        return "host memory in use";
    case MemoryPlace::Device:
        break;
    }
    return "memory in use";
}

struct MemoryKey
{
    DeviceKey device;
    MemoryPlace place = MemoryPlace::Device;
    friend auto operator<=>(const MemoryKey&, const MemoryKey&) = default;
};

struct MemoryEvent
{
    Ns at = 0;
    std::int64_t process = 0;
    std::int64_t address = 0;
    std::int64_t bytes = 0;
    bool isAllocation = true;
};

/// Events of one series in the order of time, summed up.
class MemoryCount
{
public:
    void add(const MemoryEvent& event) { m_events.push_back(event); }

    Series finish(MemoryPlace place)
    {
        std::stable_sort(m_events.begin(), m_events.end(),
                         [](const MemoryEvent& a, const MemoryEvent& b) { return a.at < b.at; });
        Series out;
        out.kind = SeriesKind::Memory;
        out.label = labelOf(place);
        out.unit = "B";
        std::uint64_t unknown = 0;
        for (const MemoryEvent& event : m_events) {
            if (!take(event)) {
                ++unknown;
                continue;
            }
            out.time.push_back(event.at);
            out.value.push_back(m_inUse);
        }
        if (unknown > 0)
            out.remark = std::to_string(unknown) + (unknown == 1 ? " block was" : " blocks were")
                         + " freed that the capture did not see allocated";
        out.finish();
        return out;
    }

private:
    /// False: it frees what nobody saw being allocated.
    bool take(const MemoryEvent& event)
    {
        std::int64_t& held = m_blocks[event.process][event.address];
        if (!event.isAllocation && held == 0)
            return false;
        // An address that is allocated again was freed without a row.
        m_inUse -= held;
        held = event.isAllocation ? event.bytes : 0;
        m_inUse += held;
        return true;
    }

    std::vector<MemoryEvent> m_events;
    std::unordered_map<std::int64_t, std::unordered_map<std::int64_t, std::int64_t>> m_blocks;
    std::int64_t m_inUse = 0;
};

using MemoryCounts = std::map<MemoryKey, MemoryCount>;

Status readMemory(const sqlite::Database& db, const Schema& schema, MemoryCounts& out)
{
    constexpr std::int64_t kFreed = 1; // ENUM_CUDA_DEV_MEM_EVENT_OPER
    if (!schema.has(kMemory))
        return Nothing{};
    return db.visit(
        schema.list(kMemory, kMemoryColumns), sqlite::quoted(kMemory),
        [&out](const sqlite::Row& row) {
            if (!row.isInteger(0) || row.integer(4) < 0)
                return;
            const std::int64_t process = row.integer(1);
            out[{{machineOf(process), row.integer(2)}, memoryPlaceOf(row.integerOr(5, 2))}].add(
                {row.integer(0), process, row.integer(3), row.integer(4),
                 row.integer(6) != kFreed});
        });
}

SeriesSet byDevice(const TraceModel& trace, Metrics metrics, MemoryCounts memory)
{
    constexpr std::int64_t kGpuMask = 0xff;
    std::map<DeviceKey, SeriesSet> devices;
    for (auto& [key, count] : memory) {
        Series series = count.finish(key.place);
        series.device = labelOf(trace, key.device);
        if (!series.time.empty())
            devices[key.device].push_back(std::make_shared<const Series>(std::move(series)));
    }
    for (auto& [key, series] : metrics) {
        const DeviceKey device{machineOf(key.type), key.type & kGpuMask};
        series.device = labelOf(trace, device);
        series.finish();
        devices[device].push_back(std::make_shared<const Series>(std::move(series)));
    }
    SeriesSet out;
    for (const auto& [key, some] : devices)
        out.insert(out.end(), some.begin(), some.end());
    return out;
}

} // namespace

bool hasSeries(const TraceModel& trace)
{
    return trace.fileRows != nullptr
           && (trace.fileRows->has(kMetrics, "value") || trace.fileRows->has(kMemory, "bytes"));
}

Result<SeriesSet> readSeries(const TraceModel& trace, const std::stop_token& stop)
{
    if (!hasSeries(trace))
        return SeriesSet{};
    NV_TRY(file, trace.fileRows->file());
    NV_TRY(access, sqlite::prepareAccess(file, stop));
    NV_TRY(db, sqlite::Database::open(access, stop));
    NV_TRY(schema, Schema::probe(db));
    Metrics metrics;
    if (Status read = readMetrics(db, schema, metrics); !read)
        return read.error();
    MemoryCounts memory;
    if (Status read = readMemory(db, schema, memory); !read)
        return read.error();
    return byDevice(trace, std::move(metrics), std::move(memory));
}

} // namespace nv::nsys
