// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/nsys_sqlite/schema.h"
#include "core/trace/row_source.h"

/// The RowSource of an export: opens the file again, read-only, for each table asked for first.
/// Keeps the private copy of a file in WAL mode alive as long as the trace.
/// Errors, thread: as RowSource.
namespace nv::nsys {

std::shared_ptr<const RowSource> fileRows(const sqlite::Access& access, const Schema& schema);

} // namespace nv::nsys
