// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGuiApplication>

#include <memory>

namespace nv {

/// What pictures need of Qt, in a command that has no window: no display, even where there is one.
/// Lives as long as pictures are made.  Thread: the main thread.
class OffscreenGui
{
public:
    OffscreenGui();
    ~OffscreenGui();
    OffscreenGui(const OffscreenGui&) = delete;
    OffscreenGui& operator=(const OffscreenGui&) = delete;

    /// False in a process that is something else already.
    bool isThere() const;

private:
    int m_count = 1;
    char m_name[13] = "nsys-verdict";
    char* m_names[2] = {m_name, nullptr};
    std::unique_ptr<QGuiApplication> m_application;
};

} // namespace nv
