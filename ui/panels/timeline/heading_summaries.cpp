// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/heading_summaries.h"

#include "core/analysis/top_kernels.h"
#include "ui/class_swatch.h"
#include "ui/format.h"
#include "ui/panels/timeline/timeline_state.h"

#include <algorithm>

namespace nv {

namespace {

constexpr std::size_t kMostKernels = 3;
const QString kBetween = QStringLiteral(" \u00b7 ");

/// Collapsed devices with their lanes.
std::map<std::size_t, DeviceId> collapsedDevices(const TimelineState& state)
{
    std::map<std::size_t, DeviceId> out;
    for (const scene::LayoutRow& row : state.layout().rows()) {
        const Lane* lane = state.laneOf(row);
        if (lane != nullptr && lane->kind == LaneKind::Device
            && state.layout().isCollapsed(row.lane))
            out[row.lane] = lane->device;
    }
    return out;
}

QString shareText(const QString& what, DurationNs time, DurationNs whole)
{
    return what % u' ' % format::percent(static_cast<double>(time) / static_cast<double>(whole));
}

} // namespace

HeadingSummaries::HeadingSummaries(TimelineState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(&m_state.document(), &Document::windowChanged, this, &HeadingSummaries::ask);
    connect(&m_state, &TimelineState::layoutChanged, this, &HeadingSummaries::ask);
    connect(&m_state, &TimelineState::traceOpened, this, [this] {
        m_job.cancel();
        m_kernels.clear();
    });
}

void HeadingSummaries::ask()
{
    const AnalysisPtr& analysis = m_state.document().analysis();
    const auto devices = analysis ? collapsedDevices(m_state) : std::map<std::size_t, DeviceId>();
    const TimeRange window = m_state.document().window().range;
    if (devices.empty() || window.isEmpty()) {
        m_job.cancel();
        m_kernels.clear();
        return;
    }
    m_job.follow(
        [analysis, devices, window](const std::stop_token& stop) {
            Texts out;
            for (const auto& [lane, device] : devices) {
                QStringList parts;
                for (const KernelTime& kernel :
                     topKernels(*analysis->trace, device, window, kMostKernels, stop))
                    parts << shareText(
                        QString::fromStdString(analysis->trace->names.display(kernel.name)),
                        kernel.time, window.length());
                out[lane] = parts.join(kBetween);
            }
            return out;
        },
        [this](Texts texts) {
            m_kernels = std::move(texts);
            emit changed();
        });
}

QString HeadingSummaries::kernelsOf(std::size_t lane) const
{
    const auto at = m_kernels.find(lane);
    return at == m_kernels.end() ? QString() : at->second;
}

QString HeadingSummaries::classesOf(std::size_t lane) const
{
    const AnalysisPtr& analysis = m_state.document().analysis();
    const TimeRange window = m_state.document().window().range;
    if (!analysis || m_state.layout().chart(lane) != nullptr || window.isEmpty()
        || analysis->trace->lanes[lane].kind != LaneKind::Device)
        return {};
    const Budget budget = analysis->budget->budget(analysis->trace->lanes[lane].device, window);
    std::vector<std::size_t> classes;
    for (std::size_t c = 0; c < kBudgetClasses; ++c)
        if (budget.at(c) > 0)
            classes.push_back(c);
    std::sort(classes.begin(), classes.end(),
              [&budget](std::size_t a, std::size_t b) { return budget.at(a) > budget.at(b); });
    QStringList parts;
    for (const std::size_t c : classes)
        parts << shareText(QString::fromUtf8(classLabel(static_cast<BudgetClass>(c))), budget.at(c),
                           window.length());
    return parts.join(kBetween);
}

} // namespace nv
