// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

namespace nv {

class ComparePair;
class SideStrip;
class TimeLink;
class TimelinePanel;

/// The centre of the window: the timeline of the open capture, and below it that of a second one
/// while two are compared, each under a line that says whose it is and which window counts.
/// Thread: GUI thread.
class CompareSplit : public QSplitter
{
    Q_OBJECT
public:
    /// `centre` holds the timeline `base` and whatever else stands in its place.
    CompareSplit(QWidget* centre, TimelinePanel& base, ComparePair& pair, QWidget* parent);
    ~CompareSplit() override;

    /// Null while nothing is compared.
    TimelinePanel* target() const { return m_target; }

    TimeLink* link() const { return m_link; }

private:
    void open();
    void close();
    void shareKeys();

    ComparePair& m_pair;
    TimelinePanel& m_base;
    SideStrip* m_baseStrip;
    QWidget* m_below = nullptr;
    TimelinePanel* m_target = nullptr;
    TimeLink* m_link = nullptr;
};

} // namespace nv
