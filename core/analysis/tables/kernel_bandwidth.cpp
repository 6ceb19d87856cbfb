// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/kernel_bandwidth.h"

#include <map>
#include <set>

namespace nv {
namespace {

constexpr double kNsPerSecond = 1e9;

/// The devices each kernel that has bytes ran on.
using Devices = std::map<NameId, std::set<DeviceId>>;

Devices devicesOf(const TableContext& context, const std::vector<KernelRow>& rows)
{
    Devices devices;
    for (const KernelRow& row : rows)
        if (row.bytesPerLaunch)
            devices[row.demangled] = {};
    if (devices.empty())
        return devices;
    context.ops.forEach([&](std::uint32_t row) {
        const OpIndex op(row);
        if (context.model.ops.kind[row] != OpKind::Kernel
            || !context.counts(context.model.deviceOf(op)))
            return;
        const auto found = devices.find(context.model.kernel(op).demangled);
        if (found != devices.end())
            found->second.insert(context.model.deviceOf(op));
    });
    return devices;
}

/// The same for all of them, or unknown.
std::optional<double> commonBandwidth(const TraceModel& model, const std::set<DeviceId>& devices)
{
    std::optional<double> common;
    for (const DeviceId device : devices) {
        const std::optional<double> own = memoryBandwidth(model, device);
        if (!own || (common && *common != *own))
            return std::nullopt;
        common = own;
    }
    return common;
}

} // namespace

std::optional<double> memoryBandwidth(const TraceModel& model, DeviceId device)
{
    if (device.isNone())
        return std::nullopt;
    const Device& asked = model.devices[device()];
    std::optional<std::int64_t> found;
    for (const Gpu& gpu : model.capture.gpus) {
        if (asked.number != gpu.device || asked.name != gpu.name || gpu.memoryBandwidth <= 0)
            continue;
        // Machines of one file may give equal names to boards that are not.
        if (found && *found != gpu.memoryBandwidth)
            return std::nullopt;
        found = gpu.memoryBandwidth;
    }
    return found ? std::optional(static_cast<double>(*found)) : std::nullopt;
}

void addBandwidth(const TableContext& context, std::vector<KernelRow>& rows)
{
    const Thresholds& given = context.analysis.thresholds;
    if (given.bytesPerLaunch.empty())
        return;
    const NameTable& names = context.model.names;
    for (KernelRow& row : rows)
        row.bytesPerLaunch =
            bytesPerLaunch(given, names.display(row.shortName), names.display(row.demangled));
    const Devices devices = devicesOf(context, rows);
    for (KernelRow& row : rows) {
        if (!row.bytesPerLaunch || row.stats.total <= 0)
            continue;
        const double bytes =
            static_cast<double>(*row.bytesPerLaunch) * static_cast<double>(row.stats.count);
        row.bandwidth = bytes / static_cast<double>(row.stats.total) * kNsPerSecond;
        if (const auto peak = commonBandwidth(context.model, devices.at(row.demangled)))
            row.bandwidthShare = *row.bandwidth / *peak;
    }
}

} // namespace nv
