// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/long_launches.h"

#include "core/analysis/tables/sequence_stats.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

/// The launches of one shape.
struct Shape
{
    std::size_t count = 0;
    std::vector<Ns> durations{}; ///< where the name has several shapes
    Ns p50 = 0;
    OpIndex twin{};
    std::size_t below = 0; ///< launches shorter than p50
    std::size_t equal = 0; ///< seen so far of those that took p50
};

class LongLaunchFinder
{
public:
    LongLaunchFinder(const KernelSequence& sequence, const Slice& slice, const TailLimits& limits)
        : m_sequence(sequence)
        , m_slice(slice)
        , m_limits(limits)
        , m_shapes(std::max<std::size_t>(sequence.shapeCount, 1))
    {}

    std::vector<LongLaunch> find(Ns p50)
    {
        if (isSplit()) {
            split();
        } else {
            m_shapes.front().count = m_slice.size();
            m_shapes.front().p50 = p50;
        }
        collect();
        if (!m_found.empty()) {
            nameTwins();
            // Equal to its twin and before it: the other half, whatever the limits say.
            std::erase_if(m_found, [](const LongLaunch& launch) {
                return launch.duration == launch.p50 && launch.op < launch.twin;
            });
        }
        return std::move(m_found);
    }

private:
    bool isSplit() const { return m_shapes.size() > 1; }

    bool counts(const Shape& shape) const
    {
        return shape.count > 0 && static_cast<std::int64_t>(shape.count) >= m_limits.groupSize;
    }

    static std::size_t middleOf(const Shape& shape) { return (shape.count + 1) / 2 - 1; }

    bool isLong(Ns duration, Ns p50) const
    {
        return duration >= p50
               && static_cast<double>(duration) > m_limits.outlierRatio * static_cast<double>(p50)
               && duration - p50 >= m_limits.outlierMinNs;
    }

    /// `visit(duration, shape, position)` in order of the rows.
    template <class IsWanted, class Visit>
    void forEach(IsWanted isWanted, Visit visit)
    {
        for (const std::size_t at : m_slice.before)
            visit(m_sequence.durations[at], shapeAt(at), at);
        std::array<Ns, PackedValues::kChunk> shapes{};
        m_sequence.durations.forEachPart(
            m_slice.first, m_slice.last, isWanted, [&](std::size_t at, std::span<const Ns> part) {
                m_sequence.shapes.copy(at, at + part.size(), shapes.data());
                for (std::size_t i = 0; i < part.size(); ++i)
                    visit(part[i], m_shapes[static_cast<std::size_t>(shapes[i])], at + i);
            });
    }

    Shape& shapeAt(std::size_t position)
    {
        return m_shapes[static_cast<std::size_t>(m_sequence.shapes[position])];
    }

    OpIndex opAt(std::size_t position) const
    {
        return OpIndex(static_cast<std::size_t>(m_sequence.rows[position]));
    }

    void split()
    {
        forEach(PackedValues::all, [](Ns duration, Shape& shape, std::size_t) {
            shape.durations.push_back(duration);
        });
        for (Shape& shape : m_shapes) {
            shape.count = shape.durations.size();
            if (!counts(shape))
                continue;
            const std::array<std::size_t, 1> rank{middleOf(shape)};
            const std::vector<Ns> median = RankFinder::find(shape.count, rank, [&](auto visit) {
                visit(std::span<const Ns>(shape.durations));
            });
            shape.p50 = median.front();
        }
    }

    void collect()
    {
        // No launch is long that is not for the shape with the shortest median.
        Ns least = kMaxNs;
        for (const Shape& shape : m_shapes) {
            if (counts(shape))
                least = std::min(least, shape.p50);
        }
        const auto mayBeLong = [&](const PackedValues::Chunk& chunk) {
            return m_limits.outlierRatio < 0 ? chunk.most >= least : isLong(chunk.most, least);
        };
        forEach(mayBeLong, [&](Ns duration, Shape& shape, std::size_t at) {
            if (counts(shape) && isLong(duration, shape.p50)) {
                m_found.push_back({opAt(at), OpIndex::none(), duration, shape.p50});
                m_shapeOf.push_back(static_cast<std::size_t>(&shape - m_shapes.data()));
            }
        });
    }

    void nameTwins()
    {
        forEach(PackedValues::all, [](Ns duration, Shape& shape, std::size_t) {
            shape.below += duration < shape.p50 ? 1U : 0U;
        });
        forEach(PackedValues::all, [&](Ns duration, Shape& shape, std::size_t at) {
            if (duration == shape.p50 && shape.count > 0
                && shape.equal++ == middleOf(shape) - shape.below)
                shape.twin = opAt(at);
        });
        for (std::size_t i = 0; i < m_found.size(); ++i)
            m_found[i].twin = m_shapes[m_shapeOf[i]].twin;
    }

    const KernelSequence& m_sequence;
    const Slice& m_slice;
    const TailLimits& m_limits;
    std::vector<Shape> m_shapes;
    std::vector<LongLaunch> m_found;
    std::vector<std::size_t> m_shapeOf; ///< by m_found
};

} // namespace

std::vector<LongLaunch> longLaunches(const KernelSequence& sequence, const Slice& slice, Ns p50,
                                     const TailLimits& limits)
{
    return LongLaunchFinder(sequence, slice, limits).find(p50);
}

} // namespace nv
