// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/model_assembly.h"

#include <algorithm>

namespace nv {
namespace {

/// A row by its start; of equal ones the earlier in the file comes first.
struct Key
{
    Ns start = 0;
    std::uint32_t row = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
};

std::vector<std::uint32_t> rowsOf(const std::vector<Key>& keys)
{
    std::vector<std::uint32_t> rows;
    rows.reserve(keys.size());
    for (const Key& key : keys)
        rows.push_back(key.row);
    return rows;
}

} // namespace

std::vector<std::uint32_t> sortOrder(const std::vector<Ns>& start)
{
    // Exports are sorted but for a few rows: those that start before a row above them.
    std::vector<Key> strays;
    Ns latest = kMinNs;
    for (std::size_t i = 0; i < start.size(); ++i) {
        if (start[i] < latest)
            strays.push_back({start[i], static_cast<std::uint32_t>(i)});
        else
            latest = start[i];
    }
    if (strays.empty())
        return {};
    if (strays.size() > start.size() / 4) {
        strays.clear();
        for (std::size_t i = 0; i < start.size(); ++i)
            strays.push_back({start[i], static_cast<std::uint32_t>(i)});
        std::sort(strays.begin(), strays.end());
        return rowsOf(strays);
    }
    std::sort(strays.begin(), strays.end());
    std::vector<std::uint32_t> order;
    order.reserve(start.size());
    auto stray = strays.begin();
    latest = kMinNs;
    for (std::size_t i = 0; i < start.size(); ++i) {
        if (start[i] < latest)
            continue; // a stray, merged at its place
        latest = start[i];
        const Key own{start[i], static_cast<std::uint32_t>(i)};
        for (; stray != strays.end() && *stray < own; ++stray)
            order.push_back(stray->row);
        order.push_back(own.row);
    }
    for (; stray != strays.end(); ++stray)
        order.push_back(stray->row);
    return order;
}

} // namespace nv
