// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/flat_column.h"
#include "core/base/index.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Objects with large columns as a file that is mapped into memory when it is read again.
/// Shape: a struct names its members once, for both directions: `archive(a, x)` calls
/// `a(x.one, x.two)`.  Columns lie in the file as they lie in memory and are views of it when read;
/// everything else follows behind them.  For the program that wrote it only: nothing in the file
/// tells how it is laid out.
/// Cost: writing and reading O(bytes), columns are hashed, never copied.
/// Errors: of writing Io, also where the disk is full, and Cancelled; a file that is not whole, was
/// changed, or ends too early gives nothing.
/// Thread: one a writer and a reader; what was read is immutable.
namespace nv {

template <class T>
inline constexpr bool kIsPlain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class ArchiveWriter
{
public:
    /// `file` must not exist.
    ArchiveWriter(const std::filesystem::path& file, std::stop_token stop);
    ~ArchiveWriter();
    ArchiveWriter(const ArchiveWriter&) = delete;
    ArchiveWriter& operator=(const ArchiveWriter&) = delete;

    template <class... Parts>
    void operator()(const Parts&... parts)
    {
        (put(parts), ...);
    }

    /// After the last part.
    Status finish();

private:
    template <class T>
    void put(const T& value)
    {
        if constexpr (kIsPlain<T>)
            bytes(&value, sizeof value);
        else // the members are named once, for reading too: nothing is written to here
            archive(*this, const_cast<T&>(value)); // NOLINT(cppcoreguidelines-pro-type-const-cast)
    }

    template <class Tag>
    void put(const Index<Tag>& index)
    {
        put(index.value);
    }

    void put(const std::string& text)
    {
        put(text.size());
        bytes(text.data(), text.size());
    }

    template <class T>
    void put(const std::optional<T>& value)
    {
        put(value.has_value());
        if (value)
            put(*value);
    }

    template <class A, class B>
    void put(const std::pair<A, B>& pair)
    {
        (*this)(pair.first, pair.second);
    }

    template <class T>
    void put(const std::vector<T>& list)
    {
        put(list.size());
        for (const T& value : list)
            put(value);
    }

    template <class T, std::size_t n>
    void put(const std::array<T, n>& list)
    {
        for (const T& value : list)
            put(value);
    }

    template <class T>
    void put(const FlatColumn<T>& column)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        // What lies between members was never written, and may hold anything.
        static_assert(std::has_unique_object_representations_v<T>);
        put(column.size());
        block(column.data(), column.size() * sizeof(T));
    }

    void bytes(const void* data, std::size_t size);
    void block(const void* data, std::size_t size);
    void write(const void* data, std::size_t size);

    std::stop_token m_stop;
    int m_file = -1;
    int m_error = 0; ///< errno of the first failure; ECANCELED after a stop
    std::uint64_t m_at = 0;
    std::string m_rest; ///< everything but the columns
};

class ArchiveReader
{
public:
    explicit ArchiveReader(const std::filesystem::path& file);

    template <class... Parts>
    void operator()(Parts&... parts)
    {
        (get(parts), ...);
    }

    /// False from the first part on that could not be read.
    bool isGood() const { return m_isGood; }

    /// After the last part: true when all of the file was there, unchanged, and was read.
    bool finish();

private:
    struct Block
    {
        const std::byte* data = nullptr;
        std::size_t size = 0;
        std::uint64_t hash = 0;
    };

    template <class T>
    void get(T& value)
    {
        if constexpr (std::is_same_v<T, bool>) {
            std::uint8_t byte = 0;
            bytes(&byte, sizeof byte);
            value = byte != 0;
        } else if constexpr (kIsPlain<T>) {
            bytes(&value, sizeof value);
        } else {
            archive(*this, value);
        }
    }

    template <class Tag>
    void get(Index<Tag>& index)
    {
        get(index.value);
    }

    void get(std::string& text)
    {
        text.resize(count());
        bytes(text.data(), text.size());
    }

    template <class T>
    void get(std::optional<T>& value)
    {
        bool has = false;
        get(has);
        if (has)
            get(value.emplace());
        else
            value.reset();
    }

    template <class A, class B>
    void get(std::pair<A, B>& pair)
    {
        (*this)(pair.first, pair.second);
    }

    template <class T>
    void get(std::vector<T>& list)
    {
        list.clear();
        list.resize(count());
        for (T& value : list)
            get(value);
    }

    template <class T, std::size_t n>
    void get(std::array<T, n>& list)
    {
        for (T& value : list)
            get(value);
    }

    template <class T>
    void get(FlatColumn<T>& column)
    {
        std::size_t size = 0;
        get(size);
        const std::byte* data = block(size, sizeof(T));
        column = data == nullptr
                     ? FlatColumn<T>()
                     : FlatColumn<T>::viewOf({reinterpret_cast<const T*>(data), size}, m_mapping);
    }

    std::size_t count(); ///< of a list; never more than there are bytes left
    void bytes(void* data, std::size_t size);
    const std::byte* block(std::size_t size, std::size_t bytesEach);

    std::shared_ptr<const void> m_mapping;
    std::size_t m_size = 0;
    const std::byte* m_begin = nullptr; ///< null: not a whole file
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    bool m_isGood = false;
    std::vector<Block> m_blocks;
};

/// Does the open file begin and end as one that was written to its end?
bool isWholeArchive(int file, std::uint64_t size);

} // namespace nv
