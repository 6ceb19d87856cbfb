// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/twin_comparison.h"
#include "ui/table/table_model.h"

#include <QWidget>

namespace nv {

class TableView;
class TwinPicture;

/// What a launch and its median twin have in common and what not, figure by figure; equal ones are
/// said to be.  Row identity: the position of the figure.
Table twinTable(const AnalysisPtr& analysis, const TwinComparison& comparison);

/// A launch beside its median twin: drawn one under the other, and as figures.
/// Thread: GUI thread.
class TwinView : public QWidget
{
    Q_OBJECT
public:
    explicit TwinView(QWidget* parent = nullptr);

    void showTwins(const AnalysisPtr& analysis, const TwinComparison& comparison);
    void clear(); ///< and hides

    TwinPicture& picture() { return *m_picture; }

    TableView& figures() { return *m_figures; }

signals:
    void picked(const nv::EventRef& event);

private:
    TwinPicture* m_picture = nullptr;
    TableView* m_figures = nullptr;
};

} // namespace nv
