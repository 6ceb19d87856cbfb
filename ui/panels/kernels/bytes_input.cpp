// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/kernels/bytes_input.h"

#include "ui/number_input.h"

#include <QLocale>

#include <array>
#include <cmath>

namespace nv {

std::optional<Bytes> readBytes(const QString& text)
{
    struct Unit
    {
        QLatin1String name;
        double bytes;
    };

    constexpr double kKilo = 1000;
    constexpr double kKibi = 1024;
    // Longer endings first: "MiB" ends in "B", too.
    const std::array<Unit, 7> units{Unit{QLatin1String("kib"), kKibi},
                                    Unit{QLatin1String("mib"), kKibi * kKibi},
                                    Unit{QLatin1String("gib"), kKibi * kKibi * kKibi},
                                    Unit{QLatin1String("kb"), kKilo},
                                    Unit{QLatin1String("mb"), kKilo * kKilo},
                                    Unit{QLatin1String("gb"), kKilo * kKilo * kKilo},
                                    Unit{QLatin1String("b"), 1}};
    QString number = readableNumbers(text.trimmed()).toLower();
    double factor = 1;
    for (const Unit& unit : units) {
        if (number.endsWith(unit.name)) {
            factor = unit.bytes;
            number.chop(unit.name.size());
            break;
        }
    }
    bool isNumber = false;
    QLocale plain = QLocale::c();
    plain.setNumberOptions(QLocale::RejectGroupSeparator);
    const double bytes = plain.toDouble(number.trimmed(), &isNumber) * factor;
    constexpr double kMost = 9.0e18; // int64
    if (!isNumber || !std::isfinite(bytes) || bytes < 1 || bytes > kMost)
        return std::nullopt;
    return static_cast<Bytes>(std::llround(bytes));
}

} // namespace nv
