// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What was measured along the capture beside its events: GPU metrics, memory in use?
/// Shape: a series is a value that changes at instants and holds until the next one; a pyramid of
/// extremes answers for any stretch.  Unit: ns, and what the series says of its values.
/// Cost: build O(n), a question O(log n); 17 bytes a sample.  Errors: none.
/// Thread: immutable once finished.
namespace nv {

/// Least and most of any stretch of an array of values, which stays with the caller.
class ExtremesIndex
{
public:
    struct Extremes
    {
        std::int64_t least = 0;
        std::int64_t most = 0;
    };

    ExtremesIndex() = default;
    explicit ExtremesIndex(std::span<const std::int64_t> values);

    /// Of values [first, last), which must not be empty.  O(log n).
    Extremes of(std::span<const std::int64_t> values, std::size_t first, std::size_t last) const;

private:
    std::vector<std::vector<Extremes>> m_levels; ///< level 0: blocks of values
};

enum class SeriesKind : std::uint8_t
{
    Metric, ///< sampled: after the last sample nothing is known
    Memory, ///< counted from events: the last value holds to the end
};

struct Series
{
    SeriesKind kind = SeriesKind::Metric;
    std::string label;    ///< "SMs Active"
    std::string unit;     ///< "%", "MHz", "B"; empty: the metric says none
    std::string device;   ///< as the lanes call it: "0"
    std::vector<Ns> time; ///< ascending
    std::vector<std::int64_t> value;
    std::string remark; ///< what the figures leave out, in a sentence; mostly empty

    struct Reading
    {
        std::int64_t least = 0;
        std::int64_t most = 0;
        std::int64_t last = 0;   ///< at the end of the stretch
        std::size_t samples = 0; ///< that lie in it; 0: the value is an earlier one that holds
    };

    /// Sorts by time, the order of equal ones kept, and makes ready for questions.
    void finish();
    /// What was seen in a stretch; nullopt where nothing is known.
    std::optional<Reading> reading(TimeRange range) const;
    /// What a full row stands for: 100 of a percentage, else the most there ever was.
    std::int64_t fullScale() const;

    std::int64_t most() const { return m_most; }

private:
    ExtremesIndex m_index;
    std::int64_t m_most = 0;
};

using SeriesPtr = std::shared_ptr<const Series>;

/// By device: memory first, then the metrics in the order of the file.
using SeriesSet = std::vector<SeriesPtr>;

} // namespace nv
