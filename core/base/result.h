// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

/// A value or the one sentence that says why there is none.  The member names are those of
/// std::expected, which neither g++ 12 in C++20 nor clang-tidy 14 has.
/// `message` is a full sentence for people: what, where, what to do; `context` is for the log.
namespace nv {

enum class Errc
{
    Io,           ///< cannot be opened, read or written
    NotATrace,    ///< readable, but not an export of Nsight Systems
    Corrupt,      ///< damaged
    MissingTable, ///< sound, but what was asked for was not recorded
    ToolMissing,  ///< needs an nsys that is not here
    ToolTooOld,   ///< the nsys here cannot read this file
    NotFound,     ///< no such range, device, step
    Cancelled,    ///< somebody asked to stop
    BadArgument,  ///< the question itself is wrong
    Internal,     ///< a fault of the program
};

struct Error
{
    Errc code = Errc::Internal;
    std::string message;
    std::string context;
};

template <class T>
class [[nodiscard]] Result
{
public:
    Result(T value) // NOLINT(google-explicit-constructor): reads as `return value;`
        : m_state(std::in_place_index<0>, std::move(value))
    {}

    Result(Error error) // NOLINT(google-explicit-constructor): reads as `return error;`
        : m_state(std::in_place_index<1>, std::move(error))
    {}

    bool hasValue() const { return m_state.index() == 0; }

    explicit operator bool() const { return hasValue(); }

    T& value() &
    {
        assert(hasValue());
        return *std::get_if<0>(&m_state);
    }

    const T& value() const&
    {
        assert(hasValue());
        return *std::get_if<0>(&m_state);
    }

    T&& value() &&
    {
        assert(hasValue());
        return std::move(*std::get_if<0>(&m_state));
    }

    const Error& error() const
    {
        assert(!hasValue());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

struct Nothing
{};

using Status = Result<Nothing>;

} // namespace nv

/// Declares `name` from a Result or returns its error from the enclosing function.
#define NV_TRY(name, expression)                                                                   \
    auto name##Result = (expression);                                                              \
    if (!name##Result)                                                                             \
        return name##Result.error();                                                               \
    auto& name = name##Result.value()
