// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/nvtx_attributes.h"

#include "core/trace/row_source.h"

#include <array>
#include <map>
#include <tuple>

namespace nv {
namespace {

enum Column : std::size_t
{
    kType,
    kColor,
    kCategory,
    kDomain,
    kThread,
    kText,
    kTextId,
};

constexpr std::string_view kTable = "NVTX_EVENTS";
constexpr std::array<std::string_view, 7> kColumns{"eventType", "color", "category", "domainId",
                                                   "globalTid", "text",  "textId"};
constexpr std::int64_t kCategoryType = 33;
constexpr std::int64_t kRgb = 0xffffff;
constexpr std::int64_t kProcessBits = ~std::int64_t{0xffffff};

/// Process, domain, id.
using CategoryKey = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

class AttributesReader
{
public:
    AttributesReader(const TraceModel& trace, const RawTable& rows)
        : m_trace(trace)
        , m_rows(rows)
    {}

    Result<NvtxAttributesPtr> read(const RowSource& source, const std::stop_token& stop)
    {
        if (Status named = readNames(source, stop); !named)
            return named.error();
        const std::size_t ranges = m_trace.ranges.size();
        auto out = std::make_shared<NvtxAttributes>();
        out->color.assign(ranges, NvtxAttributes::kNone);
        out->category.assign(ranges, NvtxAttributes::kNone);
        for (std::size_t i = 0; i < ranges; ++i) {
            const std::size_t row = m_trace.ranges.fileOrder[i];
            if (row >= m_rows.size())
                continue; // the file is another one by now
            if (column(kColor).isInteger(row))
                out->color[i] = static_cast<std::uint32_t>(column(kColor).values[row] & kRgb);
            if (const std::int64_t id = column(kCategory).integerOr(row, 0); id != 0)
                out->category[i] = numberOf(row, id, *out);
        }
        return NvtxAttributesPtr(std::move(out));
    }

private:
    const RawColumn& column(Column c) const { return m_rows.columns[c]; }

    CategoryKey keyOf(std::size_t row, std::int64_t id) const
    {
        return {column(kThread).integerOr(row, 0) & kProcessBits, column(kDomain).integerOr(row, 0),
                id};
    }

    std::uint32_t numberOf(std::size_t row, std::int64_t id, NvtxAttributes& out)
    {
        const CategoryKey key = keyOf(row, id);
        const auto [at, isNew] =
            m_numbers.try_emplace(key, static_cast<std::uint32_t>(out.categories.size()));
        if (isNew) {
            const auto name = m_names.find(key);
            out.categories.push_back(name != m_names.end() ? name->second
                                                           : "category " + std::to_string(id));
        }
        return at->second;
    }

    /// What the program called its categories; a registered text lies in StringIds.
    Status readNames(const RowSource& source, const std::stop_token& stop)
    {
        std::vector<std::size_t> rows;
        std::vector<std::int64_t> ids;
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            if (column(kType).integerOr(row, 0) != kCategoryType)
                continue;
            rows.push_back(row);
            if (column(kTextId).isInteger(row))
                ids.push_back(column(kTextId).values[row]);
        }
        StringsById strings;
        if (!ids.empty()) {
            NV_TRY(found, source.strings(ids, stop));
            strings = std::move(found);
        }
        for (const std::size_t row : rows) {
            const NameId text = m_rows.text(column(kText), row);
            const auto registered = strings.find(column(kTextId).integerOr(row, 0));
            std::string name = !text.isNone()                ? std::string(m_rows.texts.text(text))
                               : registered != strings.end() ? registered->second
                                                             : std::string();
            if (!name.empty())
                m_names[keyOf(row, column(kCategory).integerOr(row, 0))] = std::move(name);
        }
        return Nothing{};
    }

    const TraceModel& m_trace;
    const RawTable& m_rows;
    std::map<CategoryKey, std::string> m_names;
    std::map<CategoryKey, std::uint32_t> m_numbers;
};

} // namespace

Result<NvtxAttributesPtr> readNvtxAttributes(const TraceModel& trace, const std::stop_token& stop)
{
    const auto none = std::make_shared<NvtxAttributes>();
    none->color.assign(trace.ranges.size(), NvtxAttributes::kNone);
    none->category.assign(trace.ranges.size(), NvtxAttributes::kNone);
    if (!trace.fileRows)
        return NvtxAttributesPtr(none);
    NV_TRY(rows, trace.fileRows->read(kTable, kColumns, stop));
    if (!rows)
        return NvtxAttributesPtr(none);
    return AttributesReader(trace, *rows).read(*trace.fileRows, stop);
}

} // namespace nv
