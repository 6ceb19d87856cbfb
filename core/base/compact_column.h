// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/flat_column.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <utility>

/// Columns that take as few bytes as their numbers need, read like a vector, by value.
/// Shape: `NarrowColumn<T, Code>` keeps what `Code` can write in its small form, and turns into a
/// column of the wide form at the first number that does not fit; `RankColumn` keeps nothing while
/// row i has rank i.
/// Cost: O(1) a read, amortised O(1) a push.  Errors: none, every value of T comes back as it was.
/// Thread: immutable once filled.
namespace nv {

/// Reads a column in order; what std algorithms need of a random-access iterator over values.
template <class Column>
class ColumnIterator
{
public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = typename Column::value_type;
    using difference_type = std::ptrdiff_t;
    using reference = value_type;

    struct pointer // lives as long as the expression it stands in
    {
        value_type value;

        const value_type* operator->() const { return &value; }
    };

    ColumnIterator() = default;

    ColumnIterator(const Column* column, std::size_t at)
        : m_column(column)
        , m_at(at)
    {}

    value_type operator*() const { return (*m_column)[m_at]; }

    pointer operator->() const { return {**this}; }

    value_type operator[](difference_type n) const { return *(*this + n); }

    ColumnIterator& operator+=(difference_type n)
    {
        m_at = static_cast<std::size_t>(static_cast<difference_type>(m_at) + n);
        return *this;
    }

    ColumnIterator& operator-=(difference_type n) { return *this += -n; }

    ColumnIterator& operator++() { return *this += 1; }

    ColumnIterator& operator--() { return *this += -1; }

    ColumnIterator operator++(int)
    {
        ColumnIterator old = *this;
        ++*this;
        return old;
    }

    ColumnIterator operator--(int)
    {
        ColumnIterator old = *this;
        --*this;
        return old;
    }

    friend ColumnIterator operator+(ColumnIterator it, difference_type n) { return it += n; }

    friend ColumnIterator operator+(difference_type n, ColumnIterator it) { return it += n; }

    friend ColumnIterator operator-(ColumnIterator it, difference_type n) { return it -= n; }

    friend difference_type operator-(ColumnIterator a, ColumnIterator b)
    {
        return static_cast<difference_type>(a.m_at) - static_cast<difference_type>(b.m_at);
    }

    friend bool operator==(ColumnIterator a, ColumnIterator b) { return a.m_at == b.m_at; }

    friend auto operator<=>(ColumnIterator a, ColumnIterator b) { return a.m_at <=> b.m_at; }

private:
    const Column* m_column = nullptr;
    std::size_t m_at = 0;
};

/// Indices and other numbers of 32 bits, most of them small; the largest one stands for "none".
template <class T>
struct IndexCode
{
    using Small = std::uint16_t;
    using Wide = T;
    static constexpr Small kSpecial = std::numeric_limits<Small>::max();

    static constexpr bool fits(T value) { return number(value) < kSpecial || value == none(); }

    static constexpr Small small(T value)
    {
        return value == none() ? kSpecial : static_cast<Small>(number(value));
    }

    static constexpr T value(Small code)
    {
        return code == kSpecial ? none() : T(std::size_t{code});
    }

private:
    static constexpr T none() { return T{}; }

    static constexpr std::size_t number(T value) { return value(); }
};

template <>
struct IndexCode<std::uint32_t>
{
    using Small = std::uint16_t;
    using Wide = std::uint32_t;

    static constexpr bool fits(std::uint32_t value)
    {
        return value <= std::numeric_limits<Small>::max();
    }

    static constexpr Small small(std::uint32_t value) { return static_cast<Small>(value); }

    static constexpr std::uint32_t value(Small code) { return code; }
};

/// Ids of the file: 32 bits in practice, any int64 by right.  `kNone`, the value that stands for
/// NULL, has a small form too.
template <std::int64_t kNone>
struct IdCode
{
    using Small = std::uint32_t;
    using Wide = std::int64_t;
    static constexpr Small kSpecial = std::numeric_limits<Small>::max();

    static constexpr bool fits(std::int64_t value)
    {
        return value == kNone || (value >= 0 && value < std::int64_t{kSpecial});
    }

    static constexpr Small small(std::int64_t value)
    {
        return value == kNone ? kSpecial : static_cast<Small>(value);
    }

    static constexpr std::int64_t value(Small code)
    {
        return code == kSpecial ? kNone : std::int64_t{code};
    }
};

template <class T, class Code>
class NarrowColumn
{
public:
    using value_type = T;
    using const_iterator = ColumnIterator<NarrowColumn>;

    NarrowColumn() = default;

    NarrowColumn(std::initializer_list<T> values)
    {
        for (const T& value : values)
            push_back(value);
    }

    T operator[](std::size_t i) const { return m_isWide ? T(m_wide[i]) : Code::value(m_small[i]); }

    T back() const { return (*this)[size() - 1]; }

    std::size_t size() const { return m_isWide ? m_wide.size() : m_small.size(); }

    bool empty() const { return size() == 0; }

    bool isWide() const { return m_isWide; }

    const_iterator begin() const { return {this, 0}; }

    const_iterator end() const { return {this, size()}; }

    void reserve(std::size_t n)
    {
        if (m_isWide)
            m_wide.reserve(n);
        else
            m_small.reserve(n);
    }

    std::size_t capacity() const { return m_isWide ? m_wide.capacity() : m_small.capacity(); }

    void shrink_to_fit() // NOLINT(readability-identifier-naming): as a vector
    {
        m_small.shrink_to_fit();
        m_wide.shrink_to_fit();
    }

    void push_back(T value)
    {
        if (!m_isWide) {
            if (Code::fits(value)) {
                m_small.push_back(Code::small(value));
                return;
            }
            widen();
        }
        m_wide.push_back(value);
    }

    template <class... Arguments>
    void emplace_back(Arguments&&... arguments)
    {
        push_back(T(std::forward<Arguments>(arguments)...));
    }

    /// Replaces a value; any of T.
    void set(std::size_t i, T value)
    {
        if (!m_isWide && !Code::fits(value))
            widen();
        if (m_isWide)
            m_wide[i] = value;
        else
            m_small[i] = Code::small(value);
    }

    template <class Archive>
    friend void archive(Archive& a, NarrowColumn& column)
    {
        a(column.m_isWide, column.m_small, column.m_wide);
    }

    friend bool operator==(const NarrowColumn& a, const NarrowColumn& b)
    {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
    }

private:
    void widen()
    {
        m_wide.reserve(std::max(m_small.capacity(), m_small.size() + 1));
        for (const typename Code::Small code : m_small)
            m_wide.push_back(Code::value(code));
        m_small = FlatColumn<typename Code::Small>();
        m_isWide = true;
    }

    FlatColumn<typename Code::Small> m_small;
    FlatColumn<typename Code::Wide> m_wide;
    bool m_isWide = false;
};

template <class Id>
using IndexColumn = NarrowColumn<Id, IndexCode<Id>>;

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

    /// Room for `n` ranks, should they have to be kept.
    void reserve(std::size_t n) { m_expected = n; }

    std::size_t capacity() const { return m_ranks.empty() ? m_count : m_ranks.capacity(); }

    void shrink_to_fit() { m_ranks.shrink_to_fit(); } // NOLINT(readability-identifier-naming)

    void push_back(std::uint32_t rank)
    {
        if (m_ranks.empty()) {
            if (rank == m_count) {
                ++m_count;
                return;
            }
            m_ranks.reserve(std::max(m_expected, m_count + 1));
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
    FlatColumn<std::uint32_t> m_ranks;
    std::size_t m_count = 0;
    std::size_t m_expected = 0;
};

} // namespace nv
