// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QString>

#include <optional>

namespace nv {

/// "1048576", "1.5 MiB", "2GB": whole bytes above 0; units of 1000 (kB, MB, GB) and of 1024 (KiB,
/// MiB, GiB).  nullopt for anything else.  Thread: pure.
std::optional<Bytes> readBytes(const QString& text);

} // namespace nv
