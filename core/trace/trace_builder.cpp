// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_builder.h"

#include "core/trace/model_assembly.h"

namespace nv {

bool isSound(RawNs start, RawNs end)
{
    Ns duration = 0;
    return start && end && *end >= *start && !__builtin_sub_overflow(*end, *start, &duration);
}

bool PartBase::place(RawNs s, RawNs e)
{
    ++rows;
    if (!isSound(s, e)) {
        ++aside;
        return false;
    }
    start.push_back(*s);
    end.push_back(*e);
    return true;
}

std::vector<std::int64_t> TraceBuilder::stringIds() const
{
    std::vector<std::int64_t> ids;
    const auto add = [&](std::int64_t id) {
        if (id != kNoId)
            ids.push_back(id);
    };
    for (const RawKernel& kernel : kernels.variants.values()) {
        add(kernel.shortName);
        add(kernel.demangled);
        add(kernel.mangled);
    }
    for (const CallPart* part : {&calls, &osCalls})
        for (const std::int64_t id : part->names.ids())
            add(id);
    for (const RangePart::Text& text : ranges.texts.values())
        add(text.stringId);
    for (const RangePart::DomainRow& domain : ranges.domains)
        add(domain.text.stringId);
    for (const std::int64_t id : overheads.name)
        add(id);
    for (const auto& [thread, id] : entities.thread)
        add(id);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

Result<TracePtr> TraceBuilder::finish(const std::stop_token& stop)
{
    return ModelAssembly(*this, stop).run();
}

} // namespace nv
