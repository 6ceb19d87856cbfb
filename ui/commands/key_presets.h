// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/commands/commands.h"

#include <vector>

namespace nv {

/// Keys and wheel as hands know them from another program: what differs from the standard, which is
/// that of Nsight Systems and Perfetto.
struct KeyPreset
{
    QString title;
    QHash<QString, KeyList> keys;
    bool wheelZooms = false;
};

/// The standard first.
std::vector<KeyPreset> keyPresets();

} // namespace nv
