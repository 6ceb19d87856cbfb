// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/offscreen_gui.h"

#include <clocale>

namespace nv {

OffscreenGui::OffscreenGui()
{
    if (QCoreApplication::instance() != nullptr)
        return;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    m_application = std::make_unique<QGuiApplication>(m_count, m_names);
    // Qt has taken over the locale of the system; figures that the core writes keep their point.
    std::setlocale(LC_NUMERIC, "C"); // NOLINT(concurrency-mt-unsafe): before any thread
}

OffscreenGui::~OffscreenGui() = default;

bool OffscreenGui::isThere() const
{
    return qobject_cast<QGuiApplication*>(QCoreApplication::instance()) != nullptr;
}

} // namespace nv
