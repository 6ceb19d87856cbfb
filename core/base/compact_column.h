// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/column_iterator.h"
#include "core/base/flat_column.h"
#include "core/base/index.h"
#include "core/base/packed_values.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

/// Columns that take as few bytes as their numbers need, read like a vector, by value.
/// Shape: `PackedColumn<T>` is filled at its end only; each 256 values that are there take as many
/// bytes as their differences need (packed_values.h), the last ones lie as they are.  `RankColumn`
/// keeps nothing while row i has rank i.
/// Cost: O(1) a read, amortised O(1) a push.  Errors: none, every value of T comes back as it was.
/// Thread: immutable once filled.
namespace nv {

/// int64, other whole numbers, or the indices of a model: "none" is -1, so that it lies near them.
template <class T>
struct PackedCode
{
    static constexpr std::int64_t code(T value) { return static_cast<std::int64_t>(value); }

    static constexpr T value(std::int64_t code) { return static_cast<T>(code); }
};

template <class Tag>
struct PackedCode<Index<Tag>>
{
    static constexpr std::int64_t code(Index<Tag> index)
    {
        return index.isNone() ? -1 : std::int64_t{index.value};
    }

    static constexpr Index<Tag> value(std::int64_t code)
    {
        return Index<Tag>(static_cast<std::size_t>(code)); // -1 becomes kNone
    }
};

template <class T>
class PackedColumn
{
public:
    using value_type = T;
    using const_iterator = ColumnIterator<PackedColumn>;

    PackedColumn() = default;

    PackedColumn(std::initializer_list<T> values)
    {
        for (const T& value : values)
            push_back(value);
    }

    PackedColumn(const std::vector<T>& values) // NOLINT(google-explicit-constructor): as a vector
    {
        for (const T& value : values)
            push_back(value);
    }

    [[gnu::always_inline]] T operator[](std::size_t i) const
    {
        const std::size_t closed = m_closed.size();
        return i < closed ? PackedCode<T>::value(m_closed[i]) : m_open[i - closed];
    }

    T front() const { return (*this)[0]; }

    T back() const { return (*this)[size() - 1]; }

    std::size_t size() const { return m_closed.size() + m_open.size(); }

    bool empty() const { return size() == 0; }

    const_iterator begin() const { return {this, 0}; }

    const_iterator end() const { return {this, size()}; }

    void push_back(T value) // NOLINT(readability-identifier-naming): as a vector
    {
        m_open.push_back(value);
        if (m_open.size() == PackedValues::kChunk)
            close();
    }

    template <class... Arguments>
    void emplace_back(Arguments&&... arguments) // NOLINT(readability-identifier-naming)
    {
        push_back(T(std::forward<Arguments>(arguments)...));
    }

    /// What was filled stays as it is: how many bytes the rest will need is not known.
    void reserve(std::size_t n) { m_closed.reserveChunks(n / PackedValues::kChunk); }

    void shrink_to_fit() // NOLINT(readability-identifier-naming)
    {
        m_closed.shrinkToFit();
        m_open.shrink_to_fit();
    }

    /// The values as they lie: whole chunks, then those of the one that is not full.
    const PackedValues& closed() const { return m_closed; }

    const FlatColumn<T>& open() const { return m_open; }

    template <class Archive>
    friend void archive(Archive& a, PackedColumn& column)
    {
        a(column.m_closed, column.m_open);
    }

    friend bool operator==(const PackedColumn& a, const PackedColumn& b)
    {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
    }

private:
    void close()
    {
        std::array<std::int64_t, PackedValues::kChunk> codes;
        std::transform(m_open.begin(), m_open.end(), codes.begin(), PackedCode<T>::code);
        m_closed.append(codes);
        m_open.resize(0);
    }

    PackedValues m_closed;
    FlatColumn<T> m_open; ///< fewer than a chunk
};

/// The numbers of a list of indices of whatever kind.  The list must outlive it and stay in place.
class RowView
{
public:
    RowView() = default;

    template <class Tag>
    RowView(const PackedColumn<Index<Tag>>& rows) // NOLINT(google-explicit-constructor): as a span
        : m_closed(&rows.closed())
        , m_open(rows.open().empty() ? nullptr : &rows.open().data()->value)
        , m_size(rows.size())
    {}

    std::uint32_t operator[](std::size_t i) const
    {
        const std::size_t closed = m_closed->size();
        return i < closed ? static_cast<std::uint32_t>((*m_closed)[i]) : m_open[i - closed];
    }

    std::size_t size() const { return m_size; }

private:
    const PackedValues* m_closed = nullptr;
    const std::uint32_t* m_open = nullptr;
    std::size_t m_size = 0;
};

/// Ranks of rows: nothing is kept while each row's rank is its own position.
class RankColumn
{
public:
    using value_type = std::uint32_t;
    using const_iterator = ColumnIterator<RankColumn>;

    RankColumn() = default;

    RankColumn(std::initializer_list<std::uint32_t> values)
    {
        for (const std::uint32_t value : values)
            push_back(value);
    }

    std::uint32_t operator[](std::size_t i) const
    {
        return m_ranks.empty() ? static_cast<std::uint32_t>(i) : m_ranks[i];
    }

    std::size_t size() const { return m_ranks.empty() ? m_count : m_ranks.size(); }

    bool empty() const { return size() == 0; }

    /// Row i has rank i.
    bool isIdentity() const { return m_ranks.empty(); }

    const_iterator begin() const { return {this, 0}; }

    const_iterator end() const { return {this, size()}; }

    void reserve(std::size_t n) { m_expected = n; } ///< should ranks have to be kept

    void shrink_to_fit() { m_ranks.shrink_to_fit(); } // NOLINT(readability-identifier-naming)

    void push_back(std::uint32_t rank)
    {
        if (m_ranks.empty()) {
            if (rank == m_count) {
                ++m_count;
                return;
            }
            m_ranks.reserve(m_expected);
            for (std::size_t i = 0; i < m_count; ++i)
                m_ranks.push_back(static_cast<std::uint32_t>(i));
        }
        m_ranks.push_back(rank);
    }

    template <class Archive>
    friend void archive(Archive& a, RankColumn& column)
    {
        a(column.m_ranks, column.m_count);
    }

    friend bool operator==(const RankColumn& a, const RankColumn& b)
    {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
    }

private:
    PackedColumn<std::uint32_t> m_ranks;
    std::size_t m_count = 0;
    std::size_t m_expected = 0;
};

} // namespace nv
