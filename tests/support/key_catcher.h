// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeyEvent>
#include <QWidget>

namespace nv::test {

/// Counts the keys a child did not want.
class KeyCatcher : public QWidget
{
public:
    int keys = 0;

protected:
    void keyPressEvent(QKeyEvent* /*event*/) override { ++keys; }
};

} // namespace nv::test
