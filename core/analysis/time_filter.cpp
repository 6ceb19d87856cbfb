// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/window.h"
#include "core/base/text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace nv {
namespace {

__extension__ using Wide = __int128;

struct Unit
{
    std::string_view name;
    Ns size;
};

constexpr std::array<Unit, 12> kUnits{{{"ns", 1},
                                       {"nsec", 1},
                                       {"us", 1'000},
                                       {"usec", 1'000},
                                       {"ms", 1'000'000},
                                       {"msec", 1'000'000},
                                       {"s", 1'000'000'000},
                                       {"sec", 1'000'000'000},
                                       {"m", 60'000'000'000},
                                       {"min", 60'000'000'000},
                                       {"h", 3'600'000'000'000},
                                       {"hour", 3'600'000'000'000}}};

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// A decimal number kept exact until it has met its unit: digits x 10^exponent, or a binary one.
struct Number
{
    bool isNegative = false;
    Wide digits = 0;
    int exponent = 0;
    std::optional<double> hex;

    std::optional<Ns> times(Ns unit) const
    {
        constexpr double kLimit = 9.2e18;
        if (hex) {
            const double value = std::trunc(*hex * static_cast<double>(unit));
            if (!(std::abs(value) < kLimit))
                return std::nullopt;
            return static_cast<Ns>(isNegative ? -value : value);
        }
        Wide value = digits * unit;
        for (int e = exponent; e < 0 && value != 0; ++e)
            value /= 10;
        for (int e = exponent; e > 0 && value != 0; --e) {
            if (value > kMaxNs)
                return std::nullopt;
            value *= 10;
        }
        if (value > kMaxNs)
            return std::nullopt;
        return static_cast<Ns>(isNegative ? -value : value);
    }
};

class FilterReader
{
public:
    explicit FilterReader(std::string_view text)
        : m_rest(text)
    {}

    /// The sum of all parts; nullopt when the text is no time.
    std::optional<Ns> read()
    {
        std::optional<Ns> sum;
        while (!m_rest.empty()) {
            const auto value = number();
            const auto size = value ? unit() : std::nullopt;
            const auto part = size ? value->times(*size) : std::nullopt;
            Ns total = 0;
            if (!part || __builtin_add_overflow(sum.value_or(0), *part, &total))
                return std::nullopt;
            sum = total;
        }
        return sum;
    }

private:
    char peek(std::size_t i = 0) const { return i < m_rest.size() ? m_rest[i] : '\0'; }

    void skip(std::size_t n) { m_rest.remove_prefix(n); }

    std::optional<Number> number()
    {
        Number out;
        if (peek() == '+' || peek() == '-') {
            out.isNegative = peek() == '-';
            skip(1);
        }
        if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X'))
            return hexadecimal(out);
        if (!text::isDigit(peek()))
            return std::nullopt;
        takeDigits(out, false);
        if (peek() == '.') {
            skip(1);
            takeDigits(out, true);
        }
        takeExponent(out);
        return out;
    }

    void takeDigits(Number& out, bool isFraction)
    {
        constexpr Wide kEnough = 1'000'000'000'000'000'000; // below it 19 digits x an hour fit
        for (; text::isDigit(peek()); skip(1)) {
            const bool fits = out.digits < kEnough;
            if (fits)
                out.digits = out.digits * 10 + (peek() - '0');
            out.exponent += isFraction ? (fits ? -1 : 0) : (fits ? 0 : 1);
        }
    }

    /// An `e` without digits after it is no exponent.
    void takeExponent(Number& out)
    {
        const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
        if ((peek() != 'e' && peek() != 'E') || !text::isDigit(peek(1 + sign)))
            return;
        const bool isNegative = peek(1) == '-';
        skip(1 + sign);
        int exponent = 0;
        for (; text::isDigit(peek()); skip(1))
            exponent = std::min(exponent * 10 + (peek() - '0'), 9999);
        out.exponent += isNegative ? -exponent : exponent;
    }

    std::optional<Number> hexadecimal(Number out)
    {
        skip(2);
        double value = 0;
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(),
                                                  value, std::chars_format::hex);
        // from_chars would also take a sign, "inf" and "nan" here.
        const bool isHex = text::isDigit(peek()) || (isLetter(peek()) && (peek() | 0x20) <= 'f');
        if (!isHex || error != std::errc{})
            return std::nullopt;
        skip(static_cast<std::size_t>(end - m_rest.data()));
        out.hex = value;
        return out;
    }

    std::optional<Ns> unit()
    {
        std::size_t n = 0;
        while (isLetter(peek(n)))
            ++n;
        const std::string_view name = m_rest.substr(0, n);
        skip(n);
        if (name.empty())
            return 1;
        for (const Unit& u : kUnits) {
            if (u.name == name)
                return u.size;
        }
        return std::nullopt;
    }

    std::string_view m_rest;
};

Error badTime(std::string_view part)
{
    return {Errc::BadArgument,
            "'" + std::string(part)
                + "' is not a time: write numbers with the units ns, us, ms, s, m or h, such as "
                  "1s500ms.",
            {}};
}

} // namespace

Result<TimeFilter> parseTimeFilter(std::string_view text)
{
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos)
        return Error{Errc::BadArgument,
                     "'" + std::string(text)
                         + "' is not a stretch of time: write START/END, such as 1s/2500ms; one "
                           "side may stay empty.",
                     {}};
    if (text.size() == 1)
        return Error{Errc::BadArgument,
                     "A stretch of time needs at least one side: write START/, /END or START/END.",
                     {}};
    TimeFilter filter;
    const std::array<std::string_view, 2> parts{text.substr(0, slash), text.substr(slash + 1)};
    const std::array<std::optional<Ns>*, 2> sides{&filter.begin, &filter.end};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts.at(i).empty())
            continue;
        *sides.at(i) = FilterReader(parts.at(i)).read();
        if (!*sides.at(i))
            return badTime(parts.at(i));
    }
    if (filter.begin && filter.end && *filter.begin > *filter.end)
        return Error{Errc::BadArgument,
                     "'" + std::string(text)
                         + "' is not a stretch of time: the start must not lie after the end.",
                     {}};
    return filter;
}

} // namespace nv
