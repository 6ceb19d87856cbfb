// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/compact_column.h"

#include <algorithm>
#include <vector>

/// Made-up models put their rows into columns that are filled at the end only, and then in order.
namespace nv::test {

template <class T, class Before>
void sortColumn(PackedColumn<T>& column, Before before)
{
    std::vector<T> values(column.begin(), column.end());
    std::stable_sort(values.begin(), values.end(), before);
    column = PackedColumn<T>(values);
}

} // namespace nv::test
