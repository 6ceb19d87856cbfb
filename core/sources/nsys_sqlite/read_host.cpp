// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/columns.h"
#include "core/sources/nsys_sqlite/readers.h"

namespace nv::nsys {
namespace {

// NVTX event types (ENUM_NSYS_EVENT_TYPE, nsys.md 1.4).
constexpr std::int64_t kMarkType = 34;
constexpr std::int64_t kMarkTypeText = 65;
constexpr std::int64_t kPushPopType = 59;
constexpr std::int64_t kStartEndType = 60;
constexpr std::int64_t kPushPopTypeText = 70;
constexpr std::int64_t kStartEndTypeText = 71;
constexpr std::int64_t kDomainType = 75;

std::optional<RangeKind> rangeKind(std::int64_t eventType)
{
    switch (eventType) {
    case kPushPopType:
    case kPushPopTypeText:
        return RangeKind::PushPop;
    case kStartEndType:
    case kStartEndTypeText:
        return RangeKind::StartEnd;
    case kMarkType:
    case kMarkTypeText:
        return RangeKind::Mark;
    default:
        return std::nullopt;
    }
}

} // namespace

Status readRuntime(const ReadContext& in, CallPart& out)
{
    if (!in.schema.has(kRuntime))
        return Nothing{};
    return forEachEvent(in, kRuntime, kRuntimeColumns, [&](const sqlite::Row& row) {
        const RawNs start = rawNs(row, 0);
        const RawNs end = rawNs(row, 1);
        const std::int64_t thread = row.integerOr(2, kNoId);
        const std::int64_t correlation = row.integerOr(4, kNoCorrelation);
        if (in.slice != nullptr && isSound(start, end)
            && !in.slice->keepsCall({*start, *end}, {thread, correlation}))
            return leaveOut(out);
        if (!out.place(start, end))
            return;
        out.thread.push_back(out.threads.of(thread));
        out.name.push_back(out.names.of(row.integerOr(3, kNoId)));
        out.correlation.push_back(correlation);
        out.fileOrder.push_back(out.nextOrder());
    });
}

Status readCallLinks(const ReadContext& in, std::vector<TimeSlice::Key>& out)
{
    if (!in.schema.has(kRuntime))
        return Nothing{};
    constexpr std::array<std::string_view, 4> kColumns{"start", "end", "globalTid",
                                                       "correlationId"};
    return forEachEvent(in, kRuntime, kColumns, [&](const sqlite::Row& row) {
        const RawNs start = rawNs(row, 0);
        const RawNs end = rawNs(row, 1);
        const TimeSlice::Link link{row.integerOr(2, kNoId), row.integerOr(3, kNoCorrelation)};
        if (isSound(start, end) && in.slice->overlaps({*start, *end}) && TimeSlice::hasKey(link))
            out.push_back(TimeSlice::keyOf(link));
    });
}

Status readOsrt(const ReadContext& in, CallPart& out)
{
    if (!in.schema.has(kOsrt))
        return Nothing{};
    return forEachEvent(in, kOsrt, kOsrtColumns, [&](const sqlite::Row& row) {
        const RawNs start = rawNs(row, 0);
        const RawNs end = rawNs(row, 1);
        if (in.slice != nullptr && isSound(start, end) && !in.slice->overlaps({*start, *end}))
            return leaveOut(out);
        if (!out.place(start, end))
            return;
        out.thread.push_back(out.threads.of(row.integerOr(2, kNoId)));
        out.name.push_back(out.names.of(row.integerOr(3, kNoId)));
        out.fileOrder.push_back(out.nextOrder());
    });
}

namespace {

RangePart::Text textOf(const sqlite::Row& row, int inlineColumn, int idColumn,
                       NameTable& inlineTexts)
{
    RangePart::Text text;
    if (row.isText(inlineColumn))
        text.inlineText = inlineTexts.intern(row.text(inlineColumn)).value;
    else
        text.stringId = row.integerOr(idColumn, kNoId);
    return text;
}

/// Where a row of NVTX_EVENTS lies in time.  A mark has no end; a range without one was never
/// closed and is ended when the capture's end is known.
std::optional<TimeRange> timeOf(const sqlite::Row& row, RangeKind kind, bool& isOpen)
{
    const RawNs start = rawNs(row, 0);
    isOpen = false;
    if (!start)
        return std::nullopt;
    if (kind == RangeKind::Mark)
        return TimeRange{*start, *start};
    if (row.isNull(1)) {
        isOpen = true;
        return TimeRange{*start, *start};
    }
    const RawNs end = rawNs(row, 1);
    if (!isSound(start, end))
        return std::nullopt;
    return TimeRange{*start, *end};
}

} // namespace

Status readNvtx(const ReadContext& in, RangePart& out)
{
    if (!in.schema.has(kNvtx))
        return Nothing{};
    const bool hasType = in.schema.has(kNvtx, "eventType");
    return forEachEvent(in, kNvtx, kNvtxColumns, [&](const sqlite::Row& row) {
        const std::int64_t type = hasType ? row.integer(2) : kPushPopType;
        const auto kind = rangeKind(type);
        if (type == kDomainType)
            out.domains.push_back(
                {row.integerOr(5, kNoId), row.integer(6), textOf(row, 3, 4, out.inlineTexts)});
        bool isOpen = false;
        const auto time = kind ? timeOf(row, *kind, isOpen) : std::nullopt;
        if (!time) {
            ++out.rows;
            ++out.aside;
            return;
        }
        // A range that was never closed lasts until the end of the capture.
        if (in.slice != nullptr && !in.slice->overlaps({time->begin, isOpen ? kMaxNs : time->end}))
            return leaveOut(out);
        out.place(time->begin, time->end);
        out.kind.push_back(*kind);
        out.isOpen.push_back(isOpen ? 1 : 0);
        out.text.push_back(out.texts.of(textOf(row, 3, 4, out.inlineTexts)));
        out.thread.push_back(out.threads.of(row.integerOr(5, kNoId)));
        out.domain.push_back(row.integer(6));
        out.fileOrder.push_back(out.nextOrder());
    });
}

namespace {

Status readOverheadTable(const ReadContext& in, std::string_view table, OverheadPart& out)
{
    if (!in.schema.has(table))
        return Nothing{};
    const std::string sql =
        in.schema.select(table, {"start", "end", "globalTid", "globalPid", "nameId"});
    return forEachRow(in, sql, [&](const sqlite::Statement& row) {
        const RawNs start = rawNs(row, 0);
        const RawNs end = rawNs(row, 1);
        if (in.slice != nullptr && isSound(start, end) && !in.slice->overlaps({*start, *end}))
            return leaveOut(out);
        if (!out.place(start, end))
            return;
        out.globalId.push_back(row.integerOr(2, row.integerOr(3, kNoId)));
        out.name.push_back(row.integerOr(4, kNoId));
    });
}

} // namespace

Status readOverheads(const ReadContext& in, OverheadPart& out)
{
    if (Status read = readOverheadTable(in, kOverhead, out); !read)
        return read;
    if (!out.start.empty() || out.outside > 0)
        return Nothing{};
    return readOverheadTable(in, kCuptiOverhead, out);
}

} // namespace nv::nsys
