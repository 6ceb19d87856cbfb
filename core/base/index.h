// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h" // before <compare>, which moc cannot parse as the first standard header

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

/// Four-byte positions in the tables of a trace model that cannot be mixed up: a stream index does
/// not pass where a device index is due.  `none()` means "no such row", and is the default.
namespace nv {

template <class Tag>
struct Index
{
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t value = kNone;

    constexpr Index() = default;

    constexpr explicit Index(std::size_t v)
        : value(static_cast<std::uint32_t>(v))
    {}

    static constexpr Index none() { return {}; }

    constexpr bool isNone() const { return value == kNone; }

    constexpr std::size_t operator()() const { return value; }

    friend constexpr auto operator<=>(Index, Index) = default;
};

using NameId = Index<struct NameTag>;
using ProcessId = Index<struct ProcessTag>;
using ThreadId = Index<struct ThreadTag>;
using DeviceId = Index<struct DeviceTag>;
using StreamId = Index<struct StreamTag>;
using CallNameId = Index<struct CallNameTag>;
using DomainId = Index<struct DomainTag>;
using OpIndex = Index<struct OpTag>;
using CallIndex = Index<struct CallTag>;
using RangeIndex = Index<struct RangeTag>;

} // namespace nv

template <class Tag>
struct std::hash<nv::Index<Tag>>
{
    std::size_t operator()(nv::Index<Tag> i) const noexcept { return i.value; }
};
