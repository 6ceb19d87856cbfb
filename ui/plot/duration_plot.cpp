// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/duration_plot.h"

#include "core/analysis/duration_spread.h"
#include "ui/format.h"
#include "ui/plot/plot_widget.h"
#include "ui/table/elided_label.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace nv {

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
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Histogram of durations"));
}

void DurationPlot::showDurations(const QString& what, const DurationHistogram& histogram,
                                 const DurationStats& stats)
{
    const bool isSame = histogram.edges == m_histogram.edges;
    m_histogram = histogram;
    const auto text = [](Ns ns) { return format::duration(static_cast<double>(ns)); };
    m_title->setLine(stats.count == 1
                         ? tr("the only one of these %1: %2").arg(what, text(stats.p50))
                         : tr("durations of %1 %2 · p50 %3 · p95 %4 · p99 %5")
                               .arg(format::count(stats.count), what, text(stats.p50),
                                    text(stats.p95), text(stats.p99)));
    const auto mark = [](Ns at, const char* name) {
        return PlotWidget::Mark{static_cast<double>(at), QString::fromLatin1(name)};
    };
    m_plot->showHistogram(histogram.edges, histogram.counts,
                          {mark(stats.p50, "p50"), mark(stats.p95, "p95"), mark(stats.p99, "p99")});
    if (!isSame)
        pick(std::nullopt); // the bins are others now
}

void DurationPlot::clear()
{
    m_histogram = {};
    m_title->setLine({});
    m_plot->showHistogram({}, {}, {});
    pick(std::nullopt);
}

QString DurationPlot::titleText() const
{
    return m_title->text();
}

void DurationPlot::pick(std::optional<Bins> bins)
{
    if (bins && bins->first > bins->last)
        std::swap(bins->first, bins->last);
    if (bins && bins->last >= m_histogram.counts.size())
        bins.reset();
    if (!bins)
        m_anchor.reset();
    if (bins == m_picked)
        return;
    m_picked = bins;
    if (bins)
        m_plot->setBand({{m_histogram.edges[bins->first], m_histogram.edges[bins->last + 1]}});
    else
        m_plot->setBand(std::nullopt);
    if (!m_isDragging)
        emit binsPicked(bins);
}

QPoint DurationPlot::centreOf(std::size_t bin) const
{
    const auto edge = [this](std::size_t i) {
        return std::log10(std::max(1.0, static_cast<double>(m_histogram.edges[i])));
    };
    return m_plot->pointAt(std::pow(10.0, (edge(bin) + edge(bin + 1)) / 2));
}

QWidget& DurationPlot::plotArea() const
{
    return m_plot->mouseArea();
}

/// Nothing beside the bins, unless a drag goes on beyond their ends.
std::optional<std::size_t> DurationPlot::binAt(QPoint at, bool isClamped) const
{
    if (m_histogram.counts.empty())
        return std::nullopt;
    const double ns = m_plot->valueAt(at);
    const auto& edges = m_histogram.edges;
    const auto above = std::upper_bound(edges.begin(), edges.end(), ns);
    if (!isClamped && (above == edges.begin() || above == edges.end()))
        return std::nullopt;
    const auto edge = static_cast<std::size_t>(above - edges.begin());
    return std::clamp<std::size_t>(edge, 1, m_histogram.counts.size()) - 1;
}

void DurationPlot::stretchTo(QPoint at)
{
    if (const auto bin = binAt(at, true); bin && m_anchor)
        pick(Bins{std::min(*m_anchor, *bin), std::max(*m_anchor, *bin)});
}

void DurationPlot::explain(QPoint at, QPoint global)
{
    const auto bin = binAt(at, false);
    if (!bin) {
        QToolTip::hideText();
        return;
    }
    QToolTip::showText(global,
                       tr("%1 of %2 to %3")
                           .arg(format::count(m_histogram.counts[*bin]),
                                format::exactNs(m_histogram.edges[*bin]),
                                format::exactNs(m_histogram.edges[*bin + 1])),
                       m_plot);
}

bool DurationPlot::mouse(QEvent::Type type, QPoint at, QPoint global)
{
    switch (type) {
    case QEvent::MouseButtonPress:
        setFocus(Qt::MouseFocusReason);
        m_anchor = binAt(at, false);
        m_isDragging = m_anchor.has_value();
        if (!m_isDragging)
            pick(std::nullopt);
        stretchTo(at);
        return true;
    case QEvent::MouseMove:
        if (m_isDragging)
            stretchTo(at);
        explain(at, global);
        return m_isDragging;
    case QEvent::MouseButtonRelease:
        if (!m_isDragging)
            return false;
        stretchTo(at);
        m_isDragging = false;
        emit binsPicked(m_picked);
        return true;
    default:
        return false;
    }
}

bool DurationPlot::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    const bool isPress = type == QEvent::MouseButtonPress || type == QEvent::MouseButtonRelease;
    if ((!isPress && type != QEvent::MouseMove) || m_histogram.counts.empty())
        return QWidget::eventFilter(watched, event);
    const auto* mouseEvent = static_cast<QMouseEvent*>(event);
    if (isPress && mouseEvent->button() != Qt::LeftButton)
        return QWidget::eventFilter(watched, event);
    return mouse(type, mouseEvent->position().toPoint(), mouseEvent->globalPosition().toPoint())
           || QWidget::eventFilter(watched, event);
}

/// The keys of the plot are the timeline's elsewhere: they are taken while the plot has the focus.
bool DurationPlot::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right || (key == Qt::Key_Escape && m_picked)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void DurationPlot::keyPressEvent(QKeyEvent* event)
{
    const std::size_t bins = m_histogram.counts.size();
    if (event->key() == Qt::Key_Escape && m_picked) {
        pick(std::nullopt);
        return;
    }
    const bool isLeft = event->key() == Qt::Key_Left;
    if ((!isLeft && event->key() != Qt::Key_Right) || bins == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (!m_picked) {
        m_anchor = isLeft ? bins - 1 : 0;
        pick(Bins{*m_anchor, *m_anchor});
        return;
    }
    // The end that moves is the one away from the anchor.
    const std::size_t anchor = m_anchor.value_or(m_picked->first);
    const std::size_t end = m_picked->first == anchor ? m_picked->last : m_picked->first;
    const std::size_t next =
        isLeft ? end - std::min<std::size_t>(end, 1) : std::min(end + 1, bins - 1);
    m_anchor = event->modifiers().testFlag(Qt::ShiftModifier) ? anchor : next;
    pick(Bins{std::min(*m_anchor, next), std::max(*m_anchor, next)});
}

void DurationPlot::drawChart(QPaintDevice& device, QSize size)
{
    m_plot->drawOn(device, size, titleText());
}

} // namespace nv
