// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel.h"
#include "ui/panels/data_quality/data_quality_panel.h"
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
    PanelInfo{"data-quality", "Data quality", kRight, &make<DataQualityPanel>},
};

} // namespace

std::span<const PanelInfo> panels()
{
    return kPanels;
}

} // namespace nv
