// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/columns.h"
#include "core/sources/nsys_sqlite/readers.h"

namespace nv::nsys {
namespace {

constexpr int kOwn = static_cast<int>(kOwnColumn);

RawPlace placeOf(const sqlite::Statement& row)
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
void add(OpPart<Variant>& out, const sqlite::Statement& row, const Variant& what)
{
    out.add(rawNs(row, 0), rawNs(row, 1), placeOf(row), what, row.integerOr(6, kNoCorrelation),
            row.integer(7));
}

} // namespace

Status readKernels(const ReadContext& in, OpPart<RawKernel>& out)
{
    if (!in.schema.has(kKernel))
        return Nothing{};
    const bool hasShape = in.schema.has(kKernel, "gridX") && in.schema.has(kKernel, "blockX");
    const std::string sql = in.schema.select(kKernel, kKernelColumns);
    return forEachRow(in, sql, [&](const sqlite::Statement& row) {
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
        add(out, row, kernel);
    });
}

Status readMemcpys(const ReadContext& in, OpPart<CopyVariant>& out)
{
    if (!in.schema.has(kMemcpy))
        return Nothing{};
    const std::string sql = in.schema.select(kMemcpy, kMemcpyColumns);
    return forEachRow(in, sql, [&](const sqlite::Statement& row) {
        CopyVariant copy;
        copy.bytes = row.integer(kOwn);
        copy.copyKind = row.integerOr(kOwn + 1, kUnknownKind);
        copy.srcKind = row.integerOr(kOwn + 2, kUnknownKind);
        copy.dstKind = row.integerOr(kOwn + 3, kUnknownKind);
        copy.srcDevice = row.integerOr(kOwn + 4, kUnknownKind);
        copy.dstDevice = row.integerOr(kOwn + 5, kUnknownKind);
        add(out, row, copy);
    });
}

Status readMemsets(const ReadContext& in, OpPart<CopyVariant>& out)
{
    if (!in.schema.has(kMemset))
        return Nothing{};
    const std::string sql = in.schema.select(kMemset, kMemsetColumns);
    return forEachRow(in, sql, [&](const sqlite::Statement& row) {
        CopyVariant set;
        set.bytes = row.integer(kOwn);
        set.dstKind = row.integerOr(kOwn + 1, kUnknownKind);
        add(out, row, set);
    });
}

Status readGraphs(const ReadContext& in, OpPart<GraphVariant>& out)
{
    if (!in.schema.has(kGraph))
        return Nothing{};
    const std::string sql = in.schema.select(kGraph, kGraphColumns);
    return forEachRow(in, sql, [&](const sqlite::Statement& row) {
        add(out, row, GraphVariant{row.integer(kOwn), row.integer(kOwn + 1)});
    });
}

Status readSyncs(const ReadContext& in, SyncPart& out)
{
    if (!in.schema.has(kSync))
        return Nothing{};
    const std::string sql = in.schema.select(kSync, kSyncColumns);
    return forEachRow(in, sql, [&](const sqlite::Statement& row) {
        if (!out.place(rawNs(row, 0), rawNs(row, 1)))
            return;
        out.globalPid.push_back(row.integerOr(2, kNoId));
        out.stream.push_back(row.integerOr(3, -1));
        out.type.push_back(row.integer(4));
        out.correlation.push_back(row.integerOr(5, kNoCorrelation));
    });
}

} // namespace nv::nsys
