// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/flat_column.h"
#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

/// Many 64-bit values in few bytes, read in stretches or one by one.
/// Shape: chunks of 256 values, each with its least and greatest value and as many bytes a value as
/// their difference needs: 0, 1, 2, 3, 4 or 8.  Any values fit, also the ends of int64.
/// Cost: writing O(n); a value O(1); a stretch about one step a value; 24 bytes a chunk besides.
/// Errors: none.  Thread: immutable once written, share freely.
namespace nv {

class PackedValues
{
public:
    static constexpr std::size_t kChunk = 256;

    struct Chunk
    {
        std::int64_t least = 0;
        std::int64_t most = 0;
        std::uint32_t offset = 0; ///< of its first value, in words
        std::uint32_t width = 0;  ///< bytes a value
    };

    std::size_t size() const { return m_size; }

    bool empty() const { return m_size == 0; }

    [[gnu::always_inline]] std::int64_t operator[](std::size_t i) const
    {
        const Chunk& chunk = m_chunks[i / kChunk];
        std::uint64_t word = 0; // whole, also where a value takes fewer bytes: there is room behind
        std::memcpy(&word,
                    reinterpret_cast<const char*>(m_words.data() + chunk.offset)
                        + (i % kChunk) * chunk.width,
                    sizeof word);
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(chunk.least)
                                         + (word & kMasks[chunk.width]));
    }

    /// Values [first, last) to `out`.
    void copy(std::size_t first, std::size_t last, std::int64_t* out) const;

    /// Position of the first value that is not below `value`; the values must ascend.
    std::size_t lowerBound(std::int64_t value) const;

    const Chunk& chunkOf(std::size_t i) const { return m_chunks[i / kChunk]; }

    static bool all(const Chunk& /*unused*/) { return true; }

    /// Calls `visit(position, values)` for the parts of [first, last), each inside one chunk; what
    /// `isWanted(chunk)` denies is left out.
    template <class IsWanted, class Visit>
    void forEachPart(std::size_t first, std::size_t last, IsWanted isWanted, Visit visit) const
    {
        std::array<std::int64_t, kChunk> values;
        for (std::size_t at = first; at < last;) {
            const std::size_t end = std::min(last, (at / kChunk + 1) * kChunk);
            if (isWanted(chunkOf(at))) {
                copy(at, end, values.data());
                visit(at, std::span<const std::int64_t>(values.data(), end - at));
            }
            at = end;
        }
    }

    // Filling.

    /// Up to a chunk of values; fewer only as the last ones.
    void append(std::span<const std::int64_t> values);

    void reserveChunks(std::size_t n) { m_chunks.reserve(n); }

    void shrinkToFit();

private:
    static_assert(std::endian::native == std::endian::little, "bytes lie the lowest first");

    /// The bytes of a value, by their number.
    static constexpr std::array<std::uint64_t, 9> kMasks{0,
                                                         0xFF,
                                                         0xFFFF,
                                                         0xFFFFFF,
                                                         0xFFFFFFFF,
                                                         0xFFFFFFFFFF,
                                                         0xFFFFFFFFFFFF,
                                                         0xFFFFFFFFFFFFFF,
                                                         0xFFFFFFFFFFFFFFFF};

    template <class Archive>
    friend void archive(Archive& a, PackedValues& v)
    {
        a(v.m_size, v.m_chunks, v.m_words);
    }

    std::size_t m_size = 0;
    FlatColumn<Chunk> m_chunks;
    FlatColumn<std::uint64_t> m_words; ///< ends with one that belongs to no chunk
};

/// Takes values one after the other.
class PackedWriter
{
public:
    void add(std::int64_t value)
    {
        m_open[m_count++] = value;
        if (m_count == PackedValues::kChunk)
            close();
    }

    PackedValues take();

private:
    void close();

    PackedValues m_out;
    std::array<std::int64_t, PackedValues::kChunk> m_open{};
    std::size_t m_count = 0;
};

} // namespace nv
