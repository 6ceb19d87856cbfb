// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

/// Numbers that were worked out here, or lie in a file that is mapped into memory.
/// Shape: reads like a const vector.  A column is filled like a vector, or made as a view of a
/// stretch of memory that `keeper` holds; a view cannot be written to: filling it is an error of the
/// program.  A copy of a view is a view of the same memory.
/// Cost: as a vector; a view costs nothing.  Thread: as a vector.
namespace nv {

template <class T>
class FlatColumn
{
public:
    using value_type = T;
    using size_type = std::size_t;
    using const_reference = const T&;
    using reference = T&;
    using const_iterator = const T*;
    using iterator = const T*;
    using difference_type = std::ptrdiff_t;

    FlatColumn() = default;

    FlatColumn(std::vector<T> values) // NOLINT(google-explicit-constructor): a vector is a column
        : m_owned(std::move(values))
        , m_view(m_owned)
    {}

    FlatColumn(std::initializer_list<T> values)
        : FlatColumn(std::vector<T>(values))
    {}

    static FlatColumn viewOf(std::span<const T> values, std::shared_ptr<const void> keeper)
    {
        FlatColumn out;
        out.m_view = values;
        out.m_keeper = std::move(keeper);
        return out;
    }

    FlatColumn(const FlatColumn& other)
        : m_owned(other.m_owned)
        , m_view(other.m_keeper ? other.m_view : std::span<const T>(m_owned))
        , m_keeper(other.m_keeper)
    {}

    FlatColumn(FlatColumn&& other) noexcept
        : m_owned(std::move(other.m_owned))
        , m_view(std::exchange(other.m_view, {}))
        , m_keeper(std::move(other.m_keeper))
    {
        other.m_owned.clear();
    }

    FlatColumn& operator=(FlatColumn other) noexcept
    {
        m_owned.swap(other.m_owned); // the memory moves along, so the views stay right
        std::swap(m_view, other.m_view);
        m_keeper.swap(other.m_keeper);
        return *this;
    }

    ~FlatColumn() = default;

    const T& operator[](std::size_t i) const { return m_view[i]; }

    const T* data() const { return m_view.data(); }

    std::size_t size() const { return m_view.size(); }

    bool empty() const { return m_view.empty(); }

    const T* begin() const { return m_view.data(); }

    const T* end() const { return m_view.data() + m_view.size(); }

    const T& front() const { return m_view.front(); }

    const T& back() const { return m_view.back(); }

    bool isView() const { return m_keeper != nullptr; }

    // Filling.

    T& operator[](std::size_t i) { return m_owned[i]; }

    std::size_t capacity() const { return m_owned.capacity(); }

    void reserve(std::size_t n)
    {
        m_owned.reserve(n);
        m_view = m_owned;
    }

    void resize(std::size_t n)
    {
        m_owned.resize(n);
        m_view = m_owned;
    }

    void assign(std::size_t n, const T& value)
    {
        m_owned.assign(n, value);
        m_view = m_owned;
    }

    void shrink_to_fit() // NOLINT(readability-identifier-naming): as a vector
    {
        m_owned.shrink_to_fit();
        m_view = m_owned;
    }

    void push_back(const T& value) // NOLINT(readability-identifier-naming)
    {
        m_owned.push_back(value);
        m_view = m_owned;
    }

    template <class... Arguments>
    void emplace_back(Arguments&&... arguments) // NOLINT(readability-identifier-naming)
    {
        m_owned.emplace_back(std::forward<Arguments>(arguments)...);
        m_view = m_owned;
    }

    /// The values for an algorithm that moves them about, as std::sort.
    std::span<T> values() { return m_owned; }

    friend bool operator==(const FlatColumn& a, const FlatColumn& b)
    {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    std::vector<T> m_owned;
    std::span<const T> m_view;
    std::shared_ptr<const void> m_keeper;
};

} // namespace nv
