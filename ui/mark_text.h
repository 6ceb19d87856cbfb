// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QString>

namespace nv {

class Annotations;

/// How far two marks are apart: "1.23 ms = 1 234 567 ns".  Thread: pure.
QString distanceText(Ns a, Ns b);

/// What a mark is, for its tooltip.
QString markText(Ns mark, const Annotations& annotations);

} // namespace nv
