// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/columns.h"
#include "core/sources/nsys_sqlite/readers.h"

namespace nv::nsys {
namespace {

constexpr int kOwn = static_cast<int>(kOwnColumn);

RawPlace placeOf(const sqlite::Row& row)
{
    RawPlace place;
    if (row.isInteger(2))
        place.device = row.integer(2);
    place.context = row.integer(3);
    place.stream = row.integerOr(4, -1);
    place.globalPid = row.integerOr(5, kNoId);
    return place;
}

template <class Variant>
void add(const ReadContext& in, OpPart<Variant>& out, const sqlite::Row& row, const Variant& what)
{
    const RawNs start = rawNs(row, 0);
    const RawNs end = rawNs(row, 1);
    const RawPlace place = placeOf(row);
    const std::int64_t correlation = row.integerOr(6, kNoCorrelation);
    if (in.slice != nullptr && isSound(start, end)
        && !in.slice->keepsOp({*start, *end}, {place.globalPid, correlation}))
        leaveOut(out);
    else
        out.add(start, end, place, what, correlation, row.integer(7));
}

} // namespace

Status readKernels(const ReadContext& in, OpPart<RawKernel>& out)
{
    if (!in.schema.has(kKernel))
        return Nothing{};
    const bool hasShape = in.schema.has(kKernel, "gridX") && in.schema.has(kKernel, "blockX");
    return forEachEvent(in, kKernel, kKernelColumns, [&](const sqlite::Row& row) {
        RawKernel kernel;
        kernel.shortName = row.integerOr(kOwn, kNoId);
        kernel.demangled = row.integerOr(kOwn + 1, kNoId);
        kernel.mangled = row.integerOr(kOwn + 2, kNoId);
        kernel.registersPerThread = row.integer(kOwn + 3);
        kernel.staticSharedBytes = row.integer(kOwn + 4);
        kernel.dynamicSharedBytes = row.integer(kOwn + 5);
        if (hasShape)
            kernel.shape =
                LaunchShape{row.integer(kOwn + 6), row.integer(kOwn + 7),  row.integer(kOwn + 8),
                            row.integer(kOwn + 9), row.integer(kOwn + 10), row.integer(kOwn + 11)};
        // An export without short names shows the demangled ones, and the other way round.
        if (kernel.shortName == kNoId)
            kernel.shortName = kernel.demangled;
        if (kernel.demangled == kNoId)
            kernel.demangled = kernel.shortName;
        add(in, out, row, kernel);
    });
}

Status readMemcpys(const ReadContext& in, OpPart<CopyVariant>& out)
{
    if (!in.schema.has(kMemcpy))
        return Nothing{};
    return forEachEvent(in, kMemcpy, kMemcpyColumns, [&](const sqlite::Row& row) {
        CopyVariant copy;
        copy.bytes = row.integer(kOwn);
        copy.copyKind = row.integerOr(kOwn + 1, kUnknownKind);
        copy.srcKind = row.integerOr(kOwn + 2, kUnknownKind);
        copy.dstKind = row.integerOr(kOwn + 3, kUnknownKind);
        copy.srcDevice = row.integerOr(kOwn + 4, kUnknownKind);
        copy.dstDevice = row.integerOr(kOwn + 5, kUnknownKind);
        add(in, out, row, copy);
    });
}

Status readMemsets(const ReadContext& in, OpPart<CopyVariant>& out)
{
    if (!in.schema.has(kMemset))
        return Nothing{};
    return forEachEvent(in, kMemset, kMemsetColumns, [&](const sqlite::Row& row) {
        CopyVariant set;
        set.bytes = row.integer(kOwn);
        set.dstKind = row.integerOr(kOwn + 1, kUnknownKind);
        add(in, out, row, set);
    });
}

Status readGraphs(const ReadContext& in, OpPart<GraphVariant>& out)
{
    if (!in.schema.has(kGraph))
        return Nothing{};
    return forEachEvent(in, kGraph, kGraphColumns, [&](const sqlite::Row& row) {
        add(in, out, row, GraphVariant{row.integer(kOwn), row.integer(kOwn + 1)});
    });
}

Status readSyncs(const ReadContext& in, SyncPart& out)
{
    if (!in.schema.has(kSync))
        return Nothing{};
    return forEachEvent(in, kSync, kSyncColumns, [&](const sqlite::Row& row) {
        const RawNs start = rawNs(row, 0);
        const RawNs end = rawNs(row, 1);
        if (in.slice != nullptr && isSound(start, end) && !in.slice->overlaps({*start, *end}))
            return leaveOut(out);
        if (!out.place(start, end))
            return;
        out.globalPid.push_back(row.integerOr(2, kNoId));
        out.stream.push_back(row.integerOr(3, -1));
        out.type.push_back(row.integer(4));
        out.correlation.push_back(row.integerOr(5, kNoCorrelation));
    });
}

} // namespace nv::nsys
