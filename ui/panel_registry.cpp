// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel.h"
#include "ui/panels/api/api_panel.h"
#include "ui/panels/compare/compare_panel.h"
#include "ui/panels/data_quality/data_quality_panel.h"
#include "ui/panels/details/details_panel.h"
#include "ui/panels/gaps/gaps_panel.h"
#include "ui/panels/graphs/graphs_panel.h"
#include "ui/panels/host_overhead/host_overhead_panel.h"
#include "ui/panels/kernels/kernels_panel.h"
#include "ui/panels/launches/launches_panel.h"
#include "ui/panels/outliers/outliers_panel.h"
#include "ui/panels/ranges/ranges_panel.h"
#include "ui/panels/reports/reports_panel.h"
#include "ui/panels/review/review_panel.h"
#include "ui/panels/search/search_panel.h"
#include "ui/panels/steps/steps_panel.h"
#include "ui/panels/summary/summary_panel.h"
#include "ui/panels/transfers/transfers_panel.h"
#include "ui/panels/verdict/verdict_panel.h"

#include <array>

namespace nv {

namespace {

template <class T>
Panel* make(Document& document, QWidget* parent)
{
    return new T(document, parent);
}

constexpr auto kLeft = Qt::LeftDockWidgetArea;
constexpr auto kRight = Qt::RightDockWidgetArea;

/// One line per panel.  An id is stored in layouts: never reuse one for something else.
constexpr std::array kPanels{
    PanelInfo{"verdict", "Verdict", kLeft, &make<VerdictPanel>},
    PanelInfo{"details", "Details", kLeft, &make<DetailsPanel>},
    PanelInfo{"kernels", "Kernels", kRight, &make<KernelsPanel>},
    PanelInfo{"launches", "Launches", kRight, &make<LaunchesPanel>},
    PanelInfo{"api", "API", kRight, &make<ApiPanel>},
    PanelInfo{"transfers", "Transfers", kRight, &make<TransfersPanel>},
    PanelInfo{"gaps", "Gaps", kRight, &make<GapsPanel>},
    PanelInfo{"outliers", "Outliers", kRight, &make<OutliersPanel>},
    PanelInfo{"steps", "Steps", kRight, &make<StepsPanel>},
    PanelInfo{"ranges", "Ranges", kRight, &make<RangesPanel>},
    PanelInfo{"graphs", "CUDA graphs", kRight, &make<GraphsPanel>},
    PanelInfo{"host-overhead", "Host overhead", kRight, &make<HostOverheadPanel>},
    PanelInfo{"compare", "Compare", kRight, &make<ComparePanel>},
    PanelInfo{"reports", "Reports", kRight, &make<ReportsPanel>},
    PanelInfo{"summary", "Summary", kRight, &make<SummaryPanel>},
    PanelInfo{"review", "Findings", kRight, &make<ReviewPanel>},
    PanelInfo{"search", "Search", kRight, &make<SearchPanel>},
    PanelInfo{"data-quality", "Data quality", kRight, &make<DataQualityPanel>},
};

} // namespace

std::span<const PanelInfo> panels()
{
    return kPanels;
}

} // namespace nv
