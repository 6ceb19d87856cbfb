// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_widget.h"

#include "ui/plot/draw_plot.h"
#include "ui/plot/tickers.h"
#include "ui/theme.h"

#include <QEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

constexpr int kFontPixels = 11;
constexpr double kFloor = 0.6;    ///< the foot of a bar on the logarithmic axis, below 1
constexpr int kLabelHeight = 18;  ///< of the labels of the marks, which stand above the bars
constexpr double kLabelRoom = 34; ///< pixels a label needs for itself

} // namespace

double plotCeiling(double most, double floor, int height, int above)
{
    // In a plot that is hardly higher than its labels the bars keep a quarter of it.
    const double bars = std::max(height - above, std::max(height, 1) / 4);
    return floor * std::pow(most / floor, std::max(height, 1) / std::max(bars, 1.0));
}

PlotWidget::PlotWidget(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
    , m_bars(m_plot->addGraph())
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_bars->setLineStyle(QCPGraph::lsStepLeft);
    m_plot->xAxis->setTicker(QSharedPointer<LogDurationTicker>::create());
    m_plot->yAxis->setScaleType(QCPAxis::stLogarithmic);
    m_plot->yAxis->setTicker(QSharedPointer<LogCountTicker>::create());
    m_plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    m_plot->axisRect()->setMargins(QMargins(0, 2, 8, 0));
    m_plot->setMouseTracking(true);
    // Only then the height is known, in the window as in a picture.
    connect(m_plot, &QCustomPlot::afterLayout, this, [this] {
        const QCPRange range(
            kFloor, plotCeiling(m_most, kFloor, m_plot->axisRect()->height(), kLabelHeight));
        if (m_plot->yAxis->range() == range)
            return;
        m_plot->yAxis->setRange(range);
        m_plot->axisRect()->update(QCPLayoutElement::upPreparation); // its ticks are others
    });
    applyTheme();
}

void PlotWidget::applyTheme()
{
    const Theme& theme = Theme::current();
    QFont small = font();
    small.setPixelSize(kFontPixels);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(theme.color(Role::Line));
        axis->setTickPen(theme.color(Role::Line));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.color(Role::TextMuted));
        axis->setTickLabelFont(small);
        axis->setTickLengthOut(3);
        axis->setTickLengthIn(0);
        axis->grid()->setPen(QPen(theme.color(Role::Line), 0));
    }
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->setBackground(theme.color(Role::Panel));
    QColor fill = theme.color(Role::Accent);
    m_bars->setPen(QPen(fill, 1));
    fill.setAlpha(130);
    m_bars->setBrush(fill);
    placeMarks();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotWidget::setAxes(const std::vector<Ns>& edges, const std::vector<std::uint64_t>& counts)
{
    const double lo = logNs(static_cast<double>(edges.front()));
    const double hi = logNs(static_cast<double>(edges.back()));
    const double margin = std::max(0.02, (hi - lo) * 0.04);
    m_plot->xAxis->setRange(lo - margin, hi + margin);
    const auto most = *std::max_element(counts.begin(), counts.end());
    m_most = std::max(static_cast<double>(most), 1.0);
}

void PlotWidget::showHistogram(const std::vector<Ns>& edges,
                               const std::vector<std::uint64_t>& counts,
                               const std::vector<Mark>& marks)
{
    QVector<double> x;
    QVector<double> y;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        x << logNs(static_cast<double>(edges[i]));
        y << std::max(kFloor, static_cast<double>(counts[i]));
    }
    if (!counts.empty()) {
        x << logNs(static_cast<double>(edges.back()));
        y << kFloor;
        setAxes(edges, counts);
    }
    m_bars->setData(x, y, true);
    m_marks = marks;
    placeMarks();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotWidget::setBand(std::optional<TimeRange> band)
{
    m_band = band;
    placeMarks();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotWidget::placeBand()
{
    if (!m_band)
        return;
    QColor wash = Theme::current().color(Role::Accent);
    auto* band = new QCPItemRect(m_plot);
    band->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
    band->topLeft->setCoords(logNs(static_cast<double>(m_band->begin)), 0);
    band->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
    band->bottomRight->setCoords(logNs(static_cast<double>(m_band->end)), 1);
    band->setPen(QPen(wash, 1));
    wash.setAlpha(60);
    band->setBrush(wash);
}

/// Marks too close for two labels share one: "p95 p99".
void PlotWidget::placeMarks()
{
    m_plot->clearItems();
    placeBand();
    const QCPRange range = m_plot->xAxis->range();
    for (const Mark& mark : m_marks) // all of them below the labels
        addMarkLine(logNs(mark.at));
    QCPItemText* label = nullptr;
    double labelled = 0;
    for (const Mark& mark : m_marks) {
        const double x = logNs(mark.at);
        const double pixels = (x - range.lower) / range.size() * width();
        if (label && pixels - labelled < kLabelRoom) {
            label->setText(label->text() + QLatin1Char(' ') + mark.label);
            continue;
        }
        label = addMarkLabel(x, mark.label);
        labelled = pixels;
    }
}

void PlotWidget::addMarkLine(double x)
{
    auto* line = new QCPItemStraightLine(m_plot);
    line->setPen(QPen(Theme::current().color(Role::Text), 1, Qt::DashLine));
    line->point1->setCoords(x, 1);
    line->point2->setCoords(x, 10);
}

QCPItemText* PlotWidget::addMarkLabel(double x, const QString& text)
{
    const Theme& theme = Theme::current();
    QFont small = font();
    small.setPixelSize(kFontPixels);
    auto* label = new QCPItemText(m_plot);
    label->position->setTypeX(QCPItemPosition::ptPlotCoords);
    label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    label->position->setCoords(x, 0);
    const bool isLeft = x > m_plot->xAxis->range().center();
    label->setPositionAlignment(Qt::AlignTop | (isLeft ? Qt::AlignRight : Qt::AlignLeft));
    label->setPadding(QMargins(3, 0, 3, 0));
    label->setText(text);
    label->setColor(theme.color(Role::Text));
    label->setBrush(theme.color(Role::Panel)); // readable over its neighbours' lines
    label->setFont(small);
    return label;
}

void PlotWidget::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeMarks();
}

double PlotWidget::valueAt(const QPoint& point) const
{
    return std::pow(10.0, m_plot->xAxis->pixelToCoord(point.x()));
}

QPoint PlotWidget::pointAt(double ns) const
{
    return {static_cast<int>(m_plot->xAxis->coordToPixel(logNs(ns))), m_plot->height() / 2};
}

QWidget& PlotWidget::mouseArea() const
{
    return *m_plot;
}

void PlotWidget::drawOn(QPaintDevice& device, QSize size, const QString& title)
{
    drawPlot(*m_plot, title, device, size);
}

void PlotWidget::watchMouse(QObject* watcher)
{
    m_plot->installEventFilter(watcher);
}

bool PlotWidget::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
    return QWidget::event(event);
}

} // namespace nv
