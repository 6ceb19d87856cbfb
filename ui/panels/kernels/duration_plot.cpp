// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/kernels/duration_plot.h"

#include "ui/format.h"
#include "ui/plot/plot_widget.h"
#include "ui/table/elided_label.h"

#include <QEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace nv {
namespace {

constexpr int kTitleLength = 32;

} // namespace

DurationPlot::DurationPlot(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel)
    , m_plot(new PlotWidget)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_plot, 1);
    m_plot->watchMouse(this);
    setMinimumHeight(84);
}

void DurationPlot::showKernel(const QString& kernel, const DurationHistogram& histogram,
                              const DurationStats& stats)
{
    m_histogram = histogram;
    const auto text = [](Ns ns) { return format::duration(static_cast<double>(ns)); };
    m_title->setLine(tr("durations of %1 launches of %2 · p50 %3 · p95 %4 · p99 %5")
                         .arg(format::count(stats.count), format::middle(kernel, kTitleLength),
                              text(stats.p50), text(stats.p95), text(stats.p99)));
    const auto mark = [](Ns at, const char* name) {
        return PlotWidget::Mark{static_cast<double>(at), QString::fromLatin1(name)};
    };
    m_plot->showHistogram(histogram.edges, histogram.counts,
                          {mark(stats.p50, "p50"), mark(stats.p95, "p95"), mark(stats.p99, "p99")});
}

void DurationPlot::clear()
{
    m_histogram = {};
    m_title->setLine({});
    m_plot->showHistogram({}, {}, {});
}

QString DurationPlot::titleText() const
{
    return m_title->text();
}

bool DurationPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::MouseMove || m_histogram.counts.empty())
        return QWidget::eventFilter(watched, event);
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const double ns = m_plot->valueAt(mouse->position().toPoint());
    const auto& edges = m_histogram.edges;
    const auto above = std::upper_bound(edges.begin(), edges.end(), ns);
    if (above == edges.begin() || above == edges.end()) {
        QToolTip::hideText();
        return QWidget::eventFilter(watched, event);
    }
    const auto bin = static_cast<std::size_t>(above - edges.begin()) - 1;
    QToolTip::showText(mouse->globalPosition().toPoint(),
                       tr("%1 launches of %2 to %3")
                           .arg(format::count(m_histogram.counts[bin]), format::exactNs(edges[bin]),
                                format::exactNs(edges[bin + 1])),
                       m_plot);
    return QWidget::eventFilter(watched, event);
}

} // namespace nv
