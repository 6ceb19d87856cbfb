// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <iterator>

/// Reading of columns that hand their values out by value, as a vector is read.
/// Shape: `Column` has value_type, size() and operator[].  A view costs a pointer; the column must
/// outlive it and stay where it is.  Cost: as the column's operator[].  Thread: as the column.
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

/// A column as somebody reads it who does not own it.
template <class Column>
class ColumnView
{
public:
    using value_type = typename Column::value_type;
    using const_iterator = ColumnIterator<Column>;

    ColumnView() = default;

    ColumnView(const Column& column) // NOLINT(google-explicit-constructor): as a span
        : m_column(&column)
    {}

    ColumnView(const Column&&) = delete; // it would be gone at once

    value_type operator[](std::size_t i) const { return (*m_column)[i]; }

    std::size_t size() const { return m_column == nullptr ? 0 : m_column->size(); }

    bool empty() const { return size() == 0; }

    const_iterator begin() const { return {m_column, 0}; }

    const_iterator end() const { return {m_column, size()}; }

private:
    const Column* m_column = nullptr;
};

} // namespace nv
