// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace nv {

class Settings;
class TimelineState;

/// View > Colours: what the colours of kernels and NVTX ranges stand for; kept in the settings.
/// Thread: GUI thread.
QMenu* newColourMenu(TimelineState& state, Settings& settings, QWidget* parent);

} // namespace nv
