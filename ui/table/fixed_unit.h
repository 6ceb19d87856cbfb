// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

/// One unit for a whole column, so that its figures can be compared by looking at them: the unit
/// stands in the header, the digits line up as far as each figure keeps three significant ones.
/// Shape: plain value; the text of 0 is "0", a value smaller than what was measured reads "<1",
/// never a 0 that is not one.  Unit: values are ns, bytes or bytes per second.
/// Cost: choosing is O(n).  Source: LOOK.md, Numbers.
namespace nv {

struct FixedUnit
{
    QString name;       ///< "ms"; goes into the header
    double divisor = 1; ///< value / divisor is shown
    int decimals = 0;
    int mostDecimals = 12; ///< of a small value

    QString text(double value) const;
};

/// What the column is read for decides which of its values gets the three significant digits.
enum class UnitBy
{
    Largest, ///< sums: the small ones do not matter
    Typical, ///< percentiles: each row is read for itself, the median one is readable
};

FixedUnit durationUnit(std::vector<double> ns, UnitBy by);
FixedUnit byteUnit(std::vector<double> bytes, UnitBy by);
FixedUnit bandwidthUnit(std::vector<double> bytesPerSecond);

} // namespace nv
