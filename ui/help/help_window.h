// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QTextBrowser;

namespace nv {

class Commands;

/// Help > Help: the three jobs, the words, the classes of the budget and the keys as they are now.
/// Comes with the program and asks no network.  The window is not blocked.  Thread: GUI thread.
class HelpWindow : public QDialog
{
    Q_OBJECT
public:
    HelpWindow(const Commands& commands, QWidget* parent);

    QTextBrowser& text() { return *m_text; }

private:
    void fill();

    const Commands& m_commands;
    QTextBrowser* m_text;
};

} // namespace nv
