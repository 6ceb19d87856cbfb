// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_builder.h"

namespace nv {
namespace {

/// Gives the memory back; an assignment from {} would keep it.
template <class Column>
void giveBack(Column& column)
{
    column = Column();
}

/// A column of the next stretch behind that of the ones before; its memory goes at once.
template <class T>
void append(std::vector<T>& into, std::vector<T>& next)
{
    if (into.empty() && into.capacity() < next.size())
        into = std::move(next);
    else
        into.insert(into.end(), next.begin(), next.end());
    giveBack(next);
}

template <class T>
void append(PackedColumn<T>& into, PackedColumn<T>& next)
{
    if (into.empty())
        into = std::move(next);
    else
        for (const T value : next)
            into.push_back(value);
    giveBack(next);
}

/// The same, where the numbers are positions in a pool of their own: `place` holds those in the
/// joined pool.
void append(VariantColumn& into, VariantColumn& next, const std::vector<std::uint32_t>& place)
{
    for (const std::uint32_t at : next)
        into.push_back(place[at]);
    giveBack(next);
}

/// Adds values in the order of their first use: so the joined pool is that of one reading.
template <class Pool, class Values>
std::vector<std::uint32_t> merged(Pool& into, const Values& next)
{
    std::vector<std::uint32_t> place;
    place.reserve(next.size());
    for (const auto& value : next)
        place.push_back(into.of(value));
    return place;
}

void appendRanks(RankColumn& into, RankColumn& next, std::uint64_t rowsBefore)
{
    for (const std::uint32_t rank : next)
        into.push_back(static_cast<std::uint32_t>(rowsBefore + rank));
    giveBack(next);
}

void joinBase(PartBase& into, PartBase& next)
{
    append(into.start, next.start);
    append(into.end, next.end);
    into.rows += std::exchange(next.rows, 0);
    into.aside += std::exchange(next.aside, 0);
    into.outside += std::exchange(next.outside, 0);
}

template <class Variant>
void joinOps(OpPart<Variant>& into, OpPart<Variant>& next)
{
    append(into.placeOf, next.placeOf, merged(into.places, next.places.values()));
    append(into.variant, next.variant, merged(into.variants, next.variants.values()));
    append(into.correlation, next.correlation);
    if (!into.graphNode.empty() || !next.graphNode.empty()) {
        into.graphNode.resize(into.start.size());
        next.graphNode.resize(next.start.size());
        append(into.graphNode, next.graphNode);
    }
    appendRanks(into.fileOrder, next.fileOrder, into.rows);
    joinBase(into, next);
}

template <class... Columns>
void reserveAll(std::size_t rows, Columns&... columns)
{
    (columns.reserve(rows), ...);
}

template <class Variant>
void reserveOps(OpPart<Variant>& part, std::size_t rows)
{
    reserveAll(rows, part.start, part.end, part.placeOf, part.variant, part.correlation,
               part.fileOrder);
}

} // namespace

void reserve(OpPart<RawKernel>& part, std::size_t rows)
{
    reserveOps(part, rows);
}

void reserve(OpPart<CopyVariant>& part, std::size_t rows)
{
    reserveOps(part, rows);
}

void reserve(OpPart<GraphVariant>& part, std::size_t rows)
{
    reserveOps(part, rows);
}

void reserve(CallPart& part, std::size_t rows)
{
    reserveAll(rows, part.start, part.end, part.thread, part.name, part.correlation,
               part.fileOrder);
}

void reserve(RangePart& part, std::size_t rows)
{
    reserveAll(rows, part.start, part.end, part.thread, part.text, part.domain, part.kind,
               part.isOpen, part.fileOrder);
}

void reserve(SyncPart& part, std::size_t rows)
{
    reserveAll(rows, part.start, part.end, part.globalPid, part.stream, part.type,
               part.correlation);
}

void join(OpPart<RawKernel>& into, OpPart<RawKernel>&& next)
{
    joinOps(into, next);
}

void join(OpPart<CopyVariant>& into, OpPart<CopyVariant>&& next)
{
    joinOps(into, next);
}

void join(OpPart<GraphVariant>& into, OpPart<GraphVariant>&& next)
{
    joinOps(into, next);
}

void join(CallPart& into, CallPart&& next)
{
    append(into.thread, next.thread, merged(into.threads, next.threads.ids()));
    append(into.name, next.name, merged(into.names, next.names.ids()));
    append(into.correlation, next.correlation);
    appendRanks(into.fileOrder, next.fileOrder, into.rows);
    joinBase(into, next);
}

void join(RangePart& into, RangePart&& next)
{
    std::vector<std::uint32_t> inlineTexts;
    for (std::size_t i = 0; i < next.inlineTexts.size(); ++i)
        inlineTexts.push_back(into.inlineTexts.intern(next.inlineTexts.text(NameId(i))).value);
    const auto joined = [&](RangePart::Text text) {
        if (text.inlineText != Index<void>::kNone)
            text.inlineText = inlineTexts[text.inlineText];
        return text;
    };
    std::vector<std::uint32_t> texts;
    for (const RangePart::Text& text : next.texts.values())
        texts.push_back(into.texts.of(joined(text)));
    for (RangePart::DomainRow& row : next.domains)
        into.domains.push_back({row.globalTid, row.id, joined(row.text)});
    append(into.text, next.text, texts);
    append(into.thread, next.thread, merged(into.threads, next.threads.ids()));
    append(into.domain, next.domain);
    append(into.kind, next.kind);
    append(into.isOpen, next.isOpen);
    appendRanks(into.fileOrder, next.fileOrder, into.rows);
    joinBase(into, next);
}

void join(SyncPart& into, SyncPart&& next)
{
    append(into.globalPid, next.globalPid);
    append(into.stream, next.stream);
    append(into.type, next.type);
    append(into.correlation, next.correlation);
    joinBase(into, next);
}

} // namespace nv
