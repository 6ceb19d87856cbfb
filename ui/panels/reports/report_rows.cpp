// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/reports/report_rows.h"

#include "core/analysis/stats/column_help.h"
#include "core/base/progress.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nv {
namespace {

/// Order-preserving: the bits of positive doubles ascend like integers, those of negative descend.
std::int64_t keyOf(double value)
{
    const auto bits = std::bit_cast<std::int64_t>(value);
    return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}

/// The cells of one column as numbers that sort like them, per row of the table.
class SortKeys
{
public:
    explicit SortKeys(std::size_t rows)
        : m_keys(rows)
        , m_types(rows)
    {}

    void set(std::size_t row, const StatsCell& cell)
    {
        m_types[row] = static_cast<unsigned char>(cell.index());
        if (const auto* whole = std::get_if<std::int64_t>(&cell))
            m_keys[row] = *whole;
        else if (const auto* real = std::get_if<double>(&cell))
            m_keys[row] = keyOf(*real);
        else if (const auto* text = std::get_if<std::string>(&cell))
            m_keys[row] =
                static_cast<std::int64_t>(m_texts.try_emplace(*text, m_texts.size()).first->second);
        m_hasDouble = m_hasDouble || std::holds_alternative<double>(cell);
    }

    void finish()
    {
        const std::vector<std::int64_t> ranks = textRanks();
        for (std::size_t row = 0; row < m_keys.size(); ++row) {
            if (m_types[row] == kText)
                m_keys[row] = ranks[static_cast<std::size_t>(m_keys[row])];
            else if (m_types[row] == kWhole && m_hasDouble)
                m_keys[row] = keyOf(static_cast<double>(m_keys[row]));
        }
    }

    bool isBefore(std::uint32_t a, std::uint32_t b, bool descending) const
    {
        if (m_types[a] == kNull || m_types[b] == kNull)
            return m_types[a] != kNull && m_types[b] == kNull;
        return descending ? m_keys[a] > m_keys[b] : m_keys[a] < m_keys[b];
    }

private:
    static constexpr unsigned char kNull = 0;
    static constexpr unsigned char kWhole = 1;
    static constexpr unsigned char kText = 3;

    /// Of the distinct texts, as a reader sorts them: each is compared once, not once a row.
    std::vector<std::int64_t> textRanks() const
    {
        std::vector<std::pair<QString, std::size_t>> texts;
        texts.reserve(m_texts.size());
        for (const auto& [text, number] : m_texts)
            texts.emplace_back(QString::fromStdString(text).toCaseFolded(), number);
        std::sort(texts.begin(), texts.end());
        std::vector<std::int64_t> ranks(texts.size());
        std::int64_t rank = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            rank += i > 0 && texts[i].first != texts[i - 1].first ? 1 : 0;
            ranks[texts[i].second] = rank;
        }
        return ranks;
    }

    std::vector<std::int64_t> m_keys;
    std::vector<unsigned char> m_types;
    std::unordered_map<std::string, std::size_t> m_texts;
    bool m_hasDouble = false;
};

/// Sorted in blocks that are merged, so that a stop is heard in between.
template <class Before>
void sortStable(std::vector<std::uint32_t>& order, Before before, const std::stop_token& stop)
{
    constexpr std::size_t kBlock = 65'536;
    const auto at = [&order](std::size_t i) {
        return order.begin() + static_cast<std::ptrdiff_t>(std::min(i, order.size()));
    };
    for (std::size_t i = 0; i < order.size() && !stop.stop_requested(); i += kBlock)
        std::stable_sort(at(i), at(i + kBlock), before);
    for (std::size_t width = kBlock; width < order.size(); width *= 2) {
        for (std::size_t i = 0; i < order.size() && !stop.stop_requested(); i += 2 * width)
            std::inplace_merge(at(i), at(i + width), at(i + 2 * width), before);
    }
}

/// What a reader looks for: texts, and numbers that name something.
class Search
{
public:
    Search(const StatsTable& table, const QString& wanted)
        : m_wanted(wanted)
    {
        for (const auto& column : table.columns)
            m_isId.push_back(isIdColumn(column.title));
    }

    bool passes(const StatsRow& row)
    {
        if (m_wanted.isEmpty())
            return true;
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (contains(row[c], m_isId[c]))
                return true;
        }
        return false;
    }

private:
    bool contains(const StatsCell& cell, bool isId)
    {
        if (const auto* whole = std::get_if<std::int64_t>(&cell))
            return isId && QString::number(*whole).contains(m_wanted);
        const auto* text = std::get_if<std::string>(&cell);
        if (text == nullptr)
            return false;
        const auto [known, isNew] = m_known.try_emplace(*text, false);
        if (isNew)
            known->second = QString::fromStdString(*text).contains(m_wanted, Qt::CaseInsensitive);
        return known->second;
    }

    QString m_wanted;
    std::vector<bool> m_isId;
    std::unordered_map<std::string, bool> m_known; ///< each text is looked at once
};

void mix(std::uint64_t& hash, std::uint64_t value)
{
    constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15;
    hash = (hash ^ value) * kPrime;
    hash ^= hash >> 29U;
}

} // namespace

ReportRowsPtr reportRows(const AnalysisPtr& analysis, StatsTable table, const std::stop_token& stop)
{
    auto out = std::make_shared<ReportRows>();
    out->analysis = analysis;
    out->table = std::move(table);
    std::vector<bool> isPlace; // numbers that say which row this is
    for (const StatsColumn& column : out->table.columns)
        isPlace.push_back(column.title != "Row#"
                          && (isIdColumn(column.title) || isInstantColumn(column.title)));
    const std::size_t n = out->table.size();
    out->ids.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
        if (shouldStop(stop, i))
            return nullptr;
        const StatsRow row = out->table.row(i);
        std::uint64_t hash = 0;
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (const auto* text = std::get_if<std::string>(&row[c]))
                mix(hash, std::hash<std::string_view>{}(*text) + c);
            else if (const auto* whole = std::get_if<std::int64_t>(&row[c]); whole && isPlace[c])
                mix(hash, static_cast<std::uint64_t>(*whole) + c);
        }
        out->ids.push_back(hash);
    }
    return out;
}

Arrangement arrangeReport(const ReportRows& rows, const Arranging& how, const std::stop_token& stop)
{
    const StatsTable& table = rows.table;
    const std::size_t n = table.size();
    const bool isSorted =
        how.column >= 0 && static_cast<std::size_t>(how.column) < table.columns.size();
    Arrangement out;
    out.order.reserve(n);
    Search search(table, how.filter);
    SortKeys keys(isSorted ? n : 0);
    for (std::size_t i = 0; i < n && !shouldStop(stop, i); ++i) {
        if (!isSorted && how.filter.isEmpty()) {
            out.order.push_back(static_cast<std::uint32_t>(i));
            continue;
        }
        const StatsRow row = table.row(i);
        if (!search.passes(row))
            continue;
        out.order.push_back(static_cast<std::uint32_t>(i));
        if (isSorted)
            keys.set(i, row[static_cast<std::size_t>(how.column)]);
    }
    out.matching = out.order.size();
    if (isSorted) {
        keys.finish();
        const bool descending = how.order == Qt::DescendingOrder;
        sortStable(
            out.order,
            [&](std::uint32_t a, std::uint32_t b) { return keys.isBefore(a, b, descending); },
            stop);
    }
    out.ids.reserve(out.order.size());
    for (const std::uint32_t row : out.order)
        out.ids.push_back(rows.ids[row]);
    return out;
}

} // namespace nv
