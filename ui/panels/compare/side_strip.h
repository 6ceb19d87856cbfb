// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace nv {

class ComparePair;
class Document;
class ElidedLabel;
class TimeLink;

/// One line above a timeline while two are compared: whose it is, and which window of it counts.
/// Below the base it also holds how the two are linked, swapping and ending.
/// Thread: GUI thread.
class SideStrip : public QWidget
{
    Q_OBJECT
public:
    SideStrip(const QString& letter, Document& document, QWidget* parent);

    void addControls(ComparePair& pair, TimeLink& link);
    QString text() const;

private:
    void refresh();

    Document& m_document;
    ElidedLabel* m_line;
};

} // namespace nv
