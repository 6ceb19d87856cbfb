// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// The tables of a window as text, to compare them with others to the last bit.
/// Shape: one line per row, sorted; doubles in hexadecimal.
namespace nv::test {

using Lines = std::vector<std::string>;

Lines linesOf(const WindowTables& tables, const TraceModel& model);

std::string joined(std::initializer_list<std::string> parts);
std::string text(double value);
std::string text(const std::optional<double>& value);
std::string text(const DurationRanks& ranks);
std::string text(const std::optional<DurationRanks>& ranks);
std::string text(const DurationStats& stats);

template <class T>
std::string text(T value)
{
    return std::to_string(value);
}

/// What a row of the table of copies is about: is it a memset, kinds of the copy and of both ends.
using TransferKinds = std::tuple<bool, std::int64_t, std::int64_t, std::int64_t>;

std::string kernelLine(std::string_view name, const DurationStats& stats, double share,
                       double tail);
std::string transferLine(const TransferKinds& kinds, const DurationStats& stats, Bytes bytes,
                         DurationNs exposed);
std::string gapLine(std::size_t device, TimeRange whole);
std::string eagerLine(std::string_view name, std::uint64_t count, Ns total, DurationNs gapBefore);

} // namespace nv::test
