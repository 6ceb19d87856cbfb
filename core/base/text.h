// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Figures and names as the sentences and reports of the core print them.
/// Shape: three significant digits and a unit that keeps the number readable; independent of the
/// locale.  The exact integers are in the JSON.  Thread: pure.
namespace nv::text {

std::string duration(double ns);          ///< "12.3 µs", "1.04 ms", "140 ms", "3.20 s"
std::string percent(double share);        ///< 0.821 -> "82.1 %"
std::string changePercent(double change); ///< the same of a change: 0.0 % and 100.0 % are as good
std::string count(std::uint64_t n);       ///< "31 204", with thin spaces
std::string number(double value);         ///< three significant digits: "3.33", "120"
std::string bytes(double bytes);          ///< "4.20 MiB"
std::string bandwidth(double bytesPerSecond); ///< "12.3 GB/s"

/// The two figures of the middle, wherever one stands: for durations of two kinds they differ
/// widely, and neither is wrong.
inline constexpr std::string_view kP50Meaning =
    "p50 is the nearest rank: a duration that occurred, half of them are no longer.";
inline constexpr std::string_view kMedianMeaning =
    "The median is that of nsys: of an even count the mean of the two in the middle, which may be "
    "a duration that never occurred.";

/// An ASCII digit, whatever the locale.
constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Without blanks, tabs and line ends at both ends.
std::string_view trimmed(std::string_view text);

/// A change with its sign in front of what `format` makes of its size: "+12.0 µs", "-3.0 %".
std::string withSign(double change, std::string (*format)(double));

/// One word of a shell command, quoted only where that is needed.
std::string shellWord(std::string_view word);

/// `text` with every `from` replaced; an empty `from` replaces nothing.
std::string replaced(std::string text, std::string_view from, std::string_view to);

/// At most `max` characters, elided in the middle; never cuts a UTF-8 sequence.
std::string middle(std::string_view text, std::size_t max);

} // namespace nv::text
