// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// How did one figure change from one capture to another?
/// Unit: of the figure, on both sides the same statistic; nullopt where a side does not know it.
/// Thread: plain values.  Source: host-overhead.md 5.2, 5.3, the values marked [RIGHT].
namespace nv {

struct Change
{
    std::optional<double> base;
    std::optional<double> target;

    /// target - base; nullopt when a side is not known.
    std::optional<double> delta() const;
    /// delta / base in percent; nullopt when a side is not known or the base is 0.
    std::optional<double> percent() const;
};

enum class ChangeStatus : std::uint8_t
{
    Unchanged,
    New,        ///< nothing in the base
    Removed,    ///< nothing in the target
    Regression, ///< more than 50 % more
    Improved,   ///< more than 30 % less
};
/// "UNCHANGED", "NEW", ...: also the JSON.
std::string_view changeStatusKey(ChangeStatus status);

inline constexpr double kRegressionPercent = 50;
inline constexpr double kImprovedPercent = -30;
inline constexpr double kSmallNs = 5'000; ///< a step: less is shown muted

/// A side that is not known counts as nothing: what a capture does not hold did not happen in it.
ChangeStatus statusOf(const Change& change);

} // namespace nv
