// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/trace/trace_model.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

/// Which colour and which category did a program give its NVTX ranges?  Read from the file when
/// somebody asks for them.
/// Shape: one entry per row of TraceModel::ranges; categories are numbered by domain, process and
/// id, and known by the name the program announced, else by their number.
/// Cost: one scan of NVTX_EVENTS.  Errors: those of RowSource.  Thread: immutable.
/// Source: NVTX_EVENTS.color, .category and its rows of type 33.
namespace nv {

struct NvtxAttributes
{
    static constexpr std::uint32_t kNone = 0xffffffffU;

    std::vector<std::uint32_t> color;    ///< 0xRRGGBB; kNone: the program gave none
    std::vector<std::uint32_t> category; ///< index into categories; kNone: none
    std::vector<std::string> categories; ///< "data loading", "category 3"
};

using NvtxAttributesPtr = std::shared_ptr<const NvtxAttributes>;

/// A model without a file has neither colours nor categories.
Result<NvtxAttributesPtr> readNvtxAttributes(const TraceModel& trace, const std::stop_token& stop);

} // namespace nv
