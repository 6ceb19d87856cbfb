// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// The form of the JSON of `compare`, in the notation of gate_names.cpp; `base` and `target` hold
/// parts of the form of `analyze`.  Source: product.md, command line.
namespace nv {

const char* compareForm();

} // namespace nv
