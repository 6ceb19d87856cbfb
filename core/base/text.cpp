// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace nv::text {
namespace {

std::string fixed(double value, int decimals)
{
    std::array<char, 400> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                            std::chars_format::fixed, decimals);
    return error == std::errc{} ? std::string(buffer.data(), end) : std::string("—");
}

/// Decimals that leave three significant digits, decided after rounding: 9.996 prints as 10.0.
std::string significant(double value)
{
    const double size = std::abs(value);
    if (size < 9.995)
        return fixed(value, 2);
    if (size < 99.95)
        return fixed(value, 1);
    return fixed(value, 0);
}

struct Unit
{
    double size;
    const char* name;
};

/// The largest unit in which the value, as printed, is at least 1.
template <std::size_t N>
std::string inUnit(double value, const std::array<Unit, N>& units)
{
    const Unit* best = units.data();
    for (const Unit& unit : units)
        if (std::abs(value) >= unit.size * 0.9995)
            best = &unit;
    return significant(value / best->size) + " " + best->name;
}

bool continuesCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

} // namespace

std::string duration(double ns)
{
    constexpr std::array<Unit, 4> kUnits{{{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}}};
    if (std::abs(ns) < 1000 && ns == std::floor(ns))
        return fixed(ns, 0) + " ns";
    return inUnit(ns, kUnits);
}

std::string changePercent(double change)
{
    return fixed(change * 100, 1) + " %";
}

std::string percent(double share)
{
    // A share that is not nothing must not read as nothing, nor one short of all as all.
    const double value = share * 100;
    if (value > 0 && value < 0.05)
        return "<0.1 %";
    if (value < 100 && value >= 99.95)
        return ">99.9 %";
    return fixed(value, 1) + " %";
}

std::string count(std::uint64_t n)
{
    const std::string digits = std::to_string(n);
    std::string grouped;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i != 0 && (digits.size() - i) % 3 == 0)
            grouped += "\u2009";
        grouped += digits[i];
    }
    return grouped;
}

std::string number(double value)
{
    if (value == std::floor(value) && std::abs(value) < 1e6)
        return fixed(value, 0);
    return significant(value);
}

std::string bytes(double bytes)
{
    constexpr std::array<Unit, 5> kUnits{{{1, "B"},
                                          {1024.0, "KiB"},
                                          {1024.0 * 1024, "MiB"},
                                          {1024.0 * 1024 * 1024, "GiB"},
                                          {1024.0 * 1024 * 1024 * 1024, "TiB"}}};
    if (std::abs(bytes) < 1024 && bytes == std::floor(bytes))
        return fixed(bytes, 0) + " B";
    return inUnit(bytes, kUnits);
}

std::string bandwidth(double bytesPerSecond)
{
    constexpr std::array<Unit, 5> kUnits{
        {{1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}}};
    return inUnit(bytesPerSecond, kUnits);
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string withSign(double change, std::string (*format)(double))
{
    return (change < 0 ? "-" : "+") + format(change < 0 ? -change : change);
}

std::string shellWord(std::string_view word)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789_-+=./:,@%";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
        return std::string(word);
    return "'" + replaced(std::string(word), "'", "'\\''") + "'";
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    if (from.empty())
        return text;
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

std::string middle(std::string_view text, std::size_t max)
{
    if (text.size() <= max || max < 8)
        return std::string(text);
    std::size_t head = max / 2;
    std::size_t tail = text.size() - (max - head - 3); // the ellipsis has three bytes
    while (head > 0 && continuesCharacter(text[head]))
        --head;
    while (tail < text.size() && continuesCharacter(text[tail]))
        ++tail;
    return std::string(text.substr(0, head)) + "…" + std::string(text.substr(tail));
}

} // namespace nv::text
