// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panel.h"

class QLabel;
class QVBoxLayout;

namespace nv {

struct Note;

/// What in the capture spoils which figure, worst first, and what the file holds.
/// Answers for the whole capture, not for the window; it says so.
class DataQualityPanel : public Panel
{
    Q_OBJECT
public:
    explicit DataQualityPanel(Document& document, QWidget* parent = nullptr);

private:
    void rebuild();
    void addNote(const Note& note);
    void addFacts();
    QLabel* addText(const QString& text, bool muted);

    QWidget* m_content;
    QVBoxLayout* m_column;
};

} // namespace nv
