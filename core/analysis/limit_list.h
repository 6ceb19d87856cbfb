// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/thresholds.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Which limits are there, as a list that can be shown and edited?
/// Shape: every limit of the thresholds but the bytes per launch, in the order of the file.
/// Errors: BadArgument with one sentence; then nothing was set.  Thread: pure.
namespace nv {

using LimitValue = std::variant<double, std::int64_t, std::vector<std::string>>;

struct Limit
{
    std::string group; ///< "budget", "host_overhead.context"
    std::string name;  ///< "lazy_call_ns"
    std::string meaning;
    LimitValue value;
    LimitValue standard; ///< the default
};

std::vector<Limit> limitList(const Thresholds& thresholds);

/// `text` is what a person writes: a number, or names parted by commas.
Status setLimit(Thresholds& thresholds, std::string_view group, std::string_view name,
                const std::string& text);

/// The value as setLimit() reads it.
std::string limitText(const LimitValue& value);

} // namespace nv
