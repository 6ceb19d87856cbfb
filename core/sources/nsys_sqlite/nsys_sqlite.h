// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source.h"

/// Reads the SQLite export of Nsight Systems, every layout from 2020 on.
/// Two threads read table by table, the largest first; rows may lie in any order.
namespace nv::nsys {

Source sqliteSource();

} // namespace nv::nsys
