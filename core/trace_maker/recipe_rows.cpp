// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/recipe_runner.h"

namespace nv {

void RecipeRunner::doRow(const RecipeLine& line)
{
    static const std::map<std::string, std::pair<Action, std::size_t>> known = {
        {"kernel", {&RecipeRunner::rowKernel, 4}}, {"copy", {&RecipeRunner::rowCopy, 5}},
        {"fill", {&RecipeRunner::rowFill, 4}},     {"replay", {&RecipeRunner::rowReplay, 3}},
        {"call", {&RecipeRunner::rowCall, 4}},     {"sync", {&RecipeRunner::rowSync, 3}},
        {"range", {&RecipeRunner::rowRange, 4}},   {"startend", {&RecipeRunner::rowRange, 4}},
        {"os", {&RecipeRunner::rowOs, 4}},         {"overhead", {&RecipeRunner::rowOverhead, 4}},
    };
    const auto found = known.find(line.words[0]);
    if (found == known.end())
        return fail(line, "there is no row \"" + line.words[0] + "\"");
    if (line.words.size() < found->second.second)
        return fail(line, "a row \"" + line.words[0] + "\" needs more words");
    (this->*found->second.first)(line);
}

TimeRange RecipeRunner::rowTime(const RecipeLine& line, std::size_t firstWord)
{
    return {time(line, line.words[firstWord]), time(line, line.words[firstWord + 1])};
}

std::optional<std::int64_t> RecipeRunner::rowId(const RecipeLine& line)
{
    const std::optional<std::string> id = option(line, "id");
    if (!id || *id == "none")
        return std::nullopt;
    return integer(line, *id);
}

void RecipeRunner::rowKernel(const RecipeLine& line)
{
    const auto found = m_kernels.find(line.words[1]);
    if (found == m_kernels.end())
        return fail(line, "there is no kernel \"" + line.words[1] + "\"");
    MadeKernel e;
    const TimeRange t = rowTime(line, 2);
    e.start = t.begin;
    e.end = t.end;
    e.place = stream(line).place;
    e.correlation = rowId(line);
    e.name = found->second.name;
    e.shape = found->second.shape;
    m_maker.add(e);
}

void RecipeRunner::rowCopy(const RecipeLine& line)
{
    MadeMemcpy e;
    const TimeRange t = rowTime(line, 3);
    const CopyKind kind = copyKind(line, line.words[1]);
    const auto device = static_cast<std::int64_t>(MemoryKind::Device);
    const auto host = static_cast<std::int64_t>(hasFlag(line, "pageable") ? MemoryKind::Pageable
                                                                          : MemoryKind::Pinned);
    e.start = t.begin;
    e.end = t.end;
    e.place = stream(line).place;
    e.correlation = rowId(line);
    e.bytes = size(line, line.words[2]);
    e.copyKind = static_cast<std::int64_t>(kind);
    e.srcKind = kind == CopyKind::HostToDevice ? host : device;
    e.dstKind = kind == CopyKind::DeviceToHost ? host : device;
    m_maker.add(e);
}

void RecipeRunner::rowFill(const RecipeLine& line)
{
    MadeMemset e;
    const TimeRange t = rowTime(line, 2);
    e.start = t.begin;
    e.end = t.end;
    e.place = stream(line).place;
    e.correlation = rowId(line);
    e.bytes = size(line, line.words[1]);
    e.memoryKind = static_cast<std::int64_t>(MemoryKind::Device);
    m_maker.add(e);
}

void RecipeRunner::rowReplay(const RecipeLine& line)
{
    MadeGraphReplay e;
    const TimeRange t = rowTime(line, 1);
    e.start = t.begin;
    e.end = t.end;
    e.place = stream(line).place;
    e.correlation = rowId(line);
    m_maker.add(e);
}

void RecipeRunner::rowCall(const RecipeLine& line)
{
    MadeCall e;
    const TimeRange t = rowTime(line, 2);
    const std::string& name = line.words[1];
    e.start = t.begin;
    e.end = t.end;
    e.globalTid = m_thread;
    e.correlation = rowId(line);
    e.nameId = m_maker.string(name);
    e.eventClass = name.starts_with("cuda") ? 0 : 1;
    m_maker.add(e);
}

void RecipeRunner::rowSync(const RecipeLine& line)
{
    MadeSync e;
    const TimeRange t = rowTime(line, 1);
    e.start = t.begin;
    e.end = t.end;
    e.place = stream(line).place;
    e.correlation = rowId(line);
    m_maker.add(e);
}

void RecipeRunner::rowRange(const RecipeLine& line)
{
    const TimeRange t = rowTime(line, 2);
    const std::string name = text(line.words[1]);
    if (line.words[0] == "range")
        m_maker.range(m_thread, name, t, domainOption(line));
    else
        m_maker.startEndRange(m_thread, name, t, domainOption(line));
}

void RecipeRunner::rowOs(const RecipeLine& line)
{
    m_maker.osCall(m_thread, line.words[1], rowTime(line, 2));
}

void RecipeRunner::rowOverhead(const RecipeLine& line)
{
    MadeOverhead e;
    const TimeRange t = rowTime(line, 2);
    e.start = t.begin;
    e.end = t.end;
    e.globalTid = m_thread;
    e.nameId = m_maker.string(line.words[1]);
    m_maker.add(e);
}

} // namespace nv
