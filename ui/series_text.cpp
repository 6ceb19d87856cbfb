// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/series_text.h"

#include "ui/format.h"

namespace nv {

namespace {

constexpr QChar kNoBreak(0x00a0);

} // namespace

QString seriesValue(const Series& series, std::int64_t value)
{
    if (series.unit == "B")
        return format::bytes(static_cast<double>(value));
    const bool isNegative = value < 0;
    const auto size =
        isNegative ? 0U - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    QString out = (isNegative ? QStringLiteral("-") : QString()) + format::count(size);
    if (!series.unit.empty())
        out += kNoBreak + QString::fromStdString(series.unit);
    return out;
}

QString seriesSpan(const Series& series, const Series::Reading& reading)
{
    QString most = seriesValue(series, reading.most);
    if (reading.least == reading.most)
        return most;
    return seriesValue(series, reading.least) + QStringLiteral(" … ") + most;
}

} // namespace nv
