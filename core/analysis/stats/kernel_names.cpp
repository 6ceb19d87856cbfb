// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/kernel_names.h"

#include "core/analysis/stats/kernel_range_names.h"
#include "core/analysis/stats/reports.h"

#include <array>
#include <cinttypes>
#include <cstdio>

namespace nv {
namespace {

NameId nameOf(const KernelVariant& variant, KernelNameForm form)
{
    if (form == KernelNameForm::Base)
        return variant.shortName;
    if (form == KernelNameForm::Mangled && !variant.mangled.isNone())
        return variant.mangled;
    return variant.demangled;
}

StatsCell threeNumbers(std::int64_t x, std::int64_t y, std::int64_t z)
{
    std::array<char, 72> text{}; // three numbers of 20 digits and what is between
    const int length =
        std::snprintf(text.data(), text.size(), "%4" PRId64 " %4" PRId64 " %4" PRId64, x, y, z);
    return std::string(text.data(), static_cast<std::size_t>(length));
}

} // namespace

KernelNames::KernelNames(const TraceModel& trace, const StatsRequest& request)
    : m_trace(&trace)
    , m_texts(&trace.names)
{
    m_keyOfVariant.reserve(trace.kernelVariants.size());
    for (const KernelVariant& variant : trace.kernelVariants) {
        const NameId name = nameOf(variant, request.names);
        const bool isNull = name.isNone() || trace.names.isDangling(name);
        m_keyOfVariant.push_back(static_cast<std::uint32_t>(isNull ? nullKey() : name()));
    }
}

Result<KernelNames> KernelNames::make(const TraceModel& trace, const StatsRequest& request,
                                      const std::stop_token& stop)
{
    KernelNames names(trace, request);
    if (!request.behindRange || trace.counts[TableKind::Kernel] == 0)
        return names; // without kernels nobody asks for ranges, as in the real tool
    NV_TRY(withRanges, kernelRangeNames(trace, request, names, stop));
    names.m_withRanges = withRanges;
    names.m_texts = &withRanges->texts;
    names.m_keyOfOp = withRanges->keyOfOp.data();
    return names;
}

std::string_view KernelNames::text(std::size_t key) const
{
    return key == nullKey() ? std::string_view() : m_texts->text(NameId(key));
}

StatsCell KernelNames::cell(std::size_t key) const
{
    if (key == nullKey())
        return {};
    return std::string(text(key));
}

bool KernelNames::isBefore(std::size_t a, std::size_t b) const
{
    if ((a == nullKey()) != (b == nullKey()))
        return a == nullKey();
    return text(a) < text(b);
}

Error kernelsMissing(const TraceModel& trace, const StatsRequest& request)
{
    return missingTable(request, trace.counts[TableKind::Graph] > 0
                                     ? "this trace recorded CUDA graphs as a whole and no "
                                       "kernels (capture with --cuda-graph-trace=node)"
                                     : "this trace holds no CUDA kernels");
}

StatsCell gridCell(const KernelVariant& kernel)
{
    if (!kernel.shape)
        return {};
    return threeNumbers(kernel.shape->gridX, kernel.shape->gridY, kernel.shape->gridZ);
}

StatsCell blockCell(const KernelVariant& kernel)
{
    if (!kernel.shape)
        return {};
    return threeNumbers(kernel.shape->blockX, kernel.shape->blockY, kernel.shape->blockZ);
}

} // namespace nv
