// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/series.h"

#include <QString>

namespace nv {

/// A value of a series with its unit: "63 %", "1.20 GiB", "1 410 MHz".  Thread: pure.
QString seriesValue(const Series& series, std::int64_t value);

/// From the least to the most of a reading, or its one value.
QString seriesSpan(const Series& series, const Series::Reading& reading);

} // namespace nv
