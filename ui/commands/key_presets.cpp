// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/key_presets.h"

namespace nv {

std::vector<KeyPreset> keyPresets()
{
    const auto keys = [](const char* text) { return keysOf(QString::fromLatin1(text)); };
    return {
        {QObject::tr("Nsight Systems and Perfetto"), {}, false},
        // Tracy: the wheel zooms without Ctrl.
        {QObject::tr("Tracy"), {}, true},
        // chrome://tracing: arrows go from event to event, 0 fits.
        {QObject::tr("chrome://tracing"),
         {{QStringLiteral("event.next"), keys("Right; .")},
          {QStringLiteral("event.previous"), keys("Left; ,")}},
         false},
    };
}

} // namespace nv
