// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/packed_values.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace nv {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

std::uint32_t bytesFor(std::uint64_t difference)
{
    if (difference == 0)
        return 0;
    if (difference <= std::numeric_limits<std::uint8_t>::max())
        return 1;
    if (difference <= std::numeric_limits<std::uint16_t>::max())
        return 2;
    if (difference < std::uint64_t{1} << 24U)
        return 3;
    return difference <= std::numeric_limits<std::uint32_t>::max() ? 4 : 8;
}

/// Differences wrap as unsigned numbers do, so the whole of int64 fits.
template <class Small>
void expand(const std::uint64_t* words, std::size_t from, std::size_t count, std::int64_t least,
            std::int64_t* out)
{
    std::array<Small, PackedValues::kChunk> small;
    std::memcpy(small.data(), reinterpret_cast<const char*>(words) + from * sizeof(Small),
                count * sizeof(Small));
    const auto base = static_cast<std::uint64_t>(least);
    for (std::size_t i = 0; i < count; ++i)
        out[i] = static_cast<std::int64_t>(base + small[i]);
}

/// Three bytes a value, the lowest first.
void expandThrees(const std::uint64_t* words, std::size_t from, std::size_t count,
                  std::int64_t least, std::int64_t* out)
{
    const auto* at = reinterpret_cast<const std::uint8_t*>(words) + from * 3;
    const auto base = static_cast<std::uint64_t>(least);
    for (std::size_t i = 0; i < count; ++i, at += 3) {
        const std::uint64_t small =
            at[0] | std::uint32_t{at[1]} << 8U | std::uint32_t{at[2]} << 16U;
        out[i] = static_cast<std::int64_t>(base + small);
    }
}

void squeezeThrees(std::span<const std::int64_t> values, std::int64_t least, std::uint64_t* words)
{
    auto* at = reinterpret_cast<std::uint8_t*>(words);
    for (const std::int64_t value : values) {
        const std::uint64_t small =
            static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least);
        for (unsigned shift = 0; shift < 24; shift += 8)
            *at++ = static_cast<std::uint8_t>(small >> shift);
    }
}

template <class Small>
void squeeze(std::span<const std::int64_t> values, std::int64_t least, std::uint64_t* words)
{
    std::array<Small, PackedValues::kChunk> small;
    for (std::size_t i = 0; i < values.size(); ++i)
        small[i] = static_cast<Small>(static_cast<std::uint64_t>(values[i])
                                      - static_cast<std::uint64_t>(least));
    std::memcpy(words, small.data(), values.size() * sizeof(Small));
}

} // namespace

void PackedValues::copy(std::size_t first, std::size_t last, std::int64_t* out) const
{
    while (first < last) {
        const Chunk& chunk = chunkOf(first);
        const std::size_t from = first % kChunk;
        const std::size_t count = std::min(last - first, kChunk - from);
        const std::uint64_t* words = m_words.data() + chunk.offset;
        switch (chunk.width) {
        case 0:
            std::fill_n(out, count, chunk.least);
            break;
        case 1:
            expand<std::uint8_t>(words, from, count, chunk.least, out);
            break;
        case 2:
            expand<std::uint16_t>(words, from, count, chunk.least, out);
            break;
        case 3:
            expandThrees(words, from, count, chunk.least, out);
            break;
        case 4:
            expand<std::uint32_t>(words, from, count, chunk.least, out);
            break;
        default:
            expand<std::uint64_t>(words, from, count, chunk.least, out);
        }
        out += count;
        first += count;
    }
}

std::size_t PackedValues::lowerBound(std::int64_t value) const
{
    const auto chunk = std::partition_point(m_chunks.begin(), m_chunks.end(),
                                            [&](const Chunk& c) { return c.most < value; });
    if (chunk == m_chunks.end())
        return m_size;
    const std::size_t begin = static_cast<std::size_t>(chunk - m_chunks.begin()) * kChunk;
    std::array<std::int64_t, kChunk> values;
    const std::size_t count = std::min(kChunk, m_size - begin);
    copy(begin, begin + count, values.data());
    const std::span<const std::int64_t> chunkValues(values.data(), count);
    return begin
           + static_cast<std::size_t>(
               std::lower_bound(chunkValues.begin(), chunkValues.end(), value)
               - chunkValues.begin());
}

void PackedValues::append(std::span<const std::int64_t> values)
{
    if (values.empty())
        return;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    Chunk chunk;
    chunk.least = *least;
    chunk.most = *most;
    chunk.offset = static_cast<std::uint32_t>(m_words.empty() ? 0 : m_words.size() - 1);
    chunk.width = bytesFor(lengthBetween(*least, *most));
    m_words.resize(chunk.offset + (values.size() * chunk.width + kWord - 1) / kWord + 1);
    std::uint64_t* const to = m_words.values().data() + chunk.offset;
    switch (chunk.width) {
    case 0:
        break;
    case 1:
        squeeze<std::uint8_t>(values, *least, to);
        break;
    case 2:
        squeeze<std::uint16_t>(values, *least, to);
        break;
    case 3:
        squeezeThrees(values, *least, to);
        break;
    case 4:
        squeeze<std::uint32_t>(values, *least, to);
        break;
    default:
        squeeze<std::uint64_t>(values, *least, to);
    }
    m_chunks.push_back(chunk);
    m_size += values.size();
}

void PackedValues::shrinkToFit()
{
    m_words.shrink_to_fit();
    m_chunks.shrink_to_fit();
}

void PackedWriter::close()
{
    m_out.append(std::span(m_open).first(std::exchange(m_count, 0)));
}

PackedValues PackedWriter::take()
{
    close();
    m_out.shrinkToFit();
    return std::exchange(m_out, {});
}

} // namespace nv
