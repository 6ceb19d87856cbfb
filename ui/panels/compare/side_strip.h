// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace nv {

class ComparePair;
class Document;
class ElidedLabel;
class TimeLink;

/// One line above a timeline while two are compared: whose it is, which window of it counts, and
/// how many of its steps are compared; the window may hold more.
/// Below the base it also holds how the two are linked, swapping and ending.
/// Thread: GUI thread.
class SideStrip : public QWidget
{
    Q_OBJECT
public:
    /// `document`: one of the pair.
    SideStrip(const QString& letter, ComparePair& pair, Document& document, QWidget* parent);

    void addControls(TimeLink& link);
    QString text() const;

private:
    void refresh();
    QString windowLine() const;

    ComparePair& m_pair;
    Document& m_document;
    ElidedLabel* m_line;
};

} // namespace nv
