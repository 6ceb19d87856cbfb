// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/running_stats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace nv {
namespace {

constexpr std::size_t kLanes = 4;
constexpr Ns kExact = Ns{1} << std::numeric_limits<double>::digits; ///< whole numbers up to here

/// A duration and its rank in the file.
struct RankedDuration
{
    std::int64_t rank = 0;
    Ns duration = 0;
};

/// By rank.  Files are in order but for a few rows: those that come after a higher rank.
void sortByRank(std::vector<RankedDuration>& values)
{
    const auto byRank = [](const RankedDuration& a, const RankedDuration& b) {
        return a.rank < b.rank;
    };
    std::vector<RankedDuration> strays;
    std::size_t kept = 0;
    for (const RankedDuration& value : values) {
        if (kept > 0 && value.rank < values[kept - 1].rank)
            strays.push_back(value);
        else
            values[kept++] = value;
    }
    std::stable_sort(strays.begin(), strays.end(), byRank);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(kept);
    std::copy(strays.begin(), strays.end(), middle);
    std::inplace_merge(values.begin(), middle, values.end(), byRank);
}

SliceValues inFileOrder(const NameSequence& sequence, const Slice& slice)
{
    SliceValues durations = valuesOf(sequence.durations, slice);
    if (sequence.fileRanks.empty())
        return durations;
    std::vector<RankedDuration> ranked;
    ranked.reserve(slice.size());
    valuesOf(sequence.fileRanks, slice).forEachPart([&](std::span<const Ns> part) {
        for (const Ns rank : part)
            ranked.push_back({rank, 0});
    });
    std::size_t i = 0;
    durations.forEachPart([&](std::span<const Ns> part) {
        for (const Ns duration : part)
            ranked[i++].duration = duration;
    });
    sortByRank(ranked);
    SliceValues sorted{{}, &sequence.durations, 0, 0};
    sorted.before.reserve(ranked.size());
    for (const RankedDuration& value : ranked)
        sorted.before.push_back(value.duration);
    return sorted;
}

/// A slice that is added up.
class RunningSum
{
public:
    explicit RunningSum(const RunningStats::Job& job)
        : m_job(&job)
        , m_values(inFileOrder(*job.sequence, *job.slice))
        , m_at(m_values.first)
    {
        m_stats.count = job.slice->size();
        m_stats.min = kMaxNs;
    }

    /// The next values, at most a chunk; false when there are none.
    bool refill()
    {
        if (m_beforeDone < m_values.before.size()) {
            const std::size_t count =
                std::min(PackedValues::kChunk, m_values.before.size() - m_beforeDone);
            std::copy_n(m_values.before.data() + m_beforeDone, count, m_buffer.data());
            m_beforeDone += count;
            m_count = count;
        } else {
            const std::size_t end =
                std::min(m_values.last, (m_at / PackedValues::kChunk + 1) * PackedValues::kChunk);
            if (end <= m_at)
                return false;
            m_values.packed->copy(m_at, end, m_buffer.data());
            m_count = end - m_at;
            m_at = end;
        }
        m_used = 0;
        addWhole(part());
        return true;
    }

    std::span<const Ns> part() const { return {m_buffer.data() + m_used, m_count - m_used}; }

    void drop(std::size_t count) { m_used += count; }

    void finish() const
    {
        DurationStats& out = *m_job->out;
        out.count = m_stats.count;
        out.total = m_stats.total;
        out.min = m_stats.min;
        out.max = m_stats.max;
        out.avg = m_sum / n;
        out.stddev = n > 1 ? std::sqrt(squares / (n - 1)) : 0.0;
    }

    double mean = 0;
    double squares = 0;
    double n = 0;

private:
    /// What whole numbers tell about the part.
    void addWhole(std::span<const Ns> part)
    {
        const auto [least, most] = std::minmax_element(part.begin(), part.end());
        m_stats.min = std::min(m_stats.min, *least);
        m_stats.max = std::max(m_stats.max, *most);
        constexpr Ns kSmall = kMaxNs / static_cast<Ns>(PackedValues::kChunk);
        Ns sum = 0;
        if (*most <= kSmall) {
            for (const Ns duration : part)
                sum += duration;
        } else {
            for (const Ns duration : part)
                sum = addSaturated(sum, duration);
        }
        m_stats.total = addSaturated(m_stats.total, sum);
        // Sums in double are those of whole numbers as long as these are exact.
        if (m_stats.total <= kExact) {
            m_sum = static_cast<double>(m_stats.total);
            return;
        }
        for (const Ns duration : part)
            m_sum += static_cast<double>(duration);
    }

    const RunningStats::Job* m_job;
    SliceValues m_values;
    std::size_t m_beforeDone = 0;
    std::size_t m_at;
    std::array<Ns, PackedValues::kChunk> m_buffer{};
    std::size_t m_used = 0; ///< of the m_count values in the buffer
    std::size_t m_count = 0;
    DurationStats m_stats;
    double m_sum = 0;
};

/// Welford's steps for the next `count` values of each lane.
template <std::size_t Lanes>
void stepLanes(std::vector<RunningSum>& lanes, std::size_t count)
{
    std::array<double, Lanes> mean{};
    std::array<double, Lanes> squares{};
    std::array<double, Lanes> n{};
    std::array<const Ns*, Lanes> values{};
    for (std::size_t l = 0; l < Lanes; ++l) {
        mean[l] = lanes[l].mean;
        squares[l] = lanes[l].squares;
        n[l] = lanes[l].n;
        values[l] = lanes[l].part().data();
    }
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t l = 0; l < Lanes; ++l) {
            const auto value = static_cast<double>(values[l][i]);
            n[l] += 1;
            const double delta = value - mean[l];
            mean[l] += delta / n[l];
            squares[l] += delta * (value - mean[l]);
        }
    }
    for (std::size_t l = 0; l < Lanes; ++l) {
        lanes[l].mean = mean[l];
        lanes[l].squares = squares[l];
        lanes[l].n = n[l];
        lanes[l].drop(count);
    }
}

void stepAll(std::vector<RunningSum>& lanes)
{
    std::size_t count = PackedValues::kChunk;
    for (const RunningSum& lane : lanes)
        count = std::min(count, lane.part().size());
    switch (lanes.size()) {
    case 1:
        return stepLanes<1>(lanes, count);
    case 2:
        return stepLanes<2>(lanes, count);
    case 3:
        return stepLanes<3>(lanes, count);
    default:
        return stepLanes<kLanes>(lanes, count);
    }
}

} // namespace

const RunningStats::Job* RunningStats::next()
{
    const std::size_t job = m_next++;
    return job < m_jobs.size() ? &m_jobs[job] : nullptr;
}

void RunningStats::work(const std::stop_token& stop)
{
    std::vector<RunningSum> lanes;
    lanes.reserve(kLanes);
    const auto fill = [&] {
        while (lanes.size() < kLanes) {
            const Job* const job = next();
            if (job == nullptr)
                return;
            lanes.emplace_back(*job);
        }
    };
    for (fill(); !lanes.empty() && !stop.stop_requested(); fill()) {
        for (std::size_t l = 0; l < lanes.size();) {
            if (!lanes[l].part().empty() || lanes[l].refill()) {
                ++l;
                continue;
            }
            lanes[l].finish();
            lanes.erase(lanes.begin() + static_cast<std::ptrdiff_t>(l));
        }
        if (!lanes.empty())
            stepAll(lanes);
    }
}

} // namespace nv
