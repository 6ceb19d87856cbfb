// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document.h"

#include <QWidget>

namespace nv {

class Settings;
class TimelinePanel;

/// The lanes of a capture that is still being analysed, to look at and to move in.  It has a document
/// of its own: panels of figures know nothing of it, since no figure is known.
/// Thread: GUI thread.
class EarlyView : public QWidget
{
    Q_OBJECT
public:
    /// Obeys the keys of `timeline`; names and looks are those of the settings.
    EarlyView(const AnalysisPtr& early, Settings& settings, TimelinePanel& timeline,
              QWidget* parent);
    ~EarlyView() override;

    Document& document() { return m_document; }

    TimelinePanel& timeline() { return *m_timeline; }

    /// View, window, selection, marks and ranges that somebody made while waiting.
    void handOver(Document& whole);

private:
    Document m_document;
    TimelinePanel* m_timeline;
    TimeRange m_firstView;
};

} // namespace nv
