// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/step_chart.h"

#include "ui/format.h"
#include "ui/plot/draw_plot.h"
#include "ui/plot/tickers.h"
#include "ui/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

constexpr int kStepFontPixels = 11;
constexpr double kReachPixels = 24; ///< a click this far from a step still means it

/// Coordinates are seconds from the begin of the capture: a double holds them exactly enough for
/// pixels, whatever the clock of the session says.
double secondsAt(Ns t, TimeRange extent)
{
    const double ns = t >= extent.begin ? static_cast<double>(lengthBetween(extent.begin, t))
                                        : -static_cast<double>(lengthBetween(t, extent.begin));
    return ns / 1e9;
}

/// Says times of the capture's clock; ticks stand at even distances from its begin.
class ClockTicker : public QCPAxisTicker
{
public:
    void setBegin(Ns begin) { m_begin = begin; }

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        m_step = tickStep;
        return QCPAxisTicker::createTickVector(tickStep, range);
    }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        const auto resolution = static_cast<DurationNs>(std::max(1.0, m_step * 1e9));
        return format::timeAt(addSaturated(m_begin, std::llround(tick * 1e9)), resolution);
    }

private:
    Ns m_begin = 0;
    double m_step = 1;
};

} // namespace

StepChart::StepChart(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
    , m_regular(m_plot->addGraph())
    , m_irregular(m_plot->addGraph())
    , m_marked(m_plot->addGraph())
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    for (QCPGraph* graph : {m_regular, m_irregular, m_marked})
        graph->setLineStyle(QCPGraph::lsNone);
    m_plot->xAxis->setTicker(QSharedPointer<ClockTicker>::create());
    m_plot->yAxis->setTicker(QSharedPointer<LogDurationTicker>::create());
    m_plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    m_plot->axisRect()->setMargins(QMargins(0, 6, 12, 0));
    m_plot->installEventFilter(this);
    setAccessibleName(tr("Step chart"));
    setToolTip(tr("Period of each step, on a logarithmic axis.  Dots: regular steps; crosses: "
                  "irregular ones.\nShaded: the warm-up, and in the accent colour the window."));
    applyTheme();
}

void StepChart::show(Picture picture)
{
    m_picture = std::move(picture);
    m_mark.reset();
    draw();
}

void StepChart::mark(std::optional<std::size_t> point)
{
    if (m_mark == point)
        return;
    m_mark = point;
    draw();
}

void StepChart::applyTheme()
{
    const Theme& theme = Theme::current();
    QFont small = font();
    small.setPixelSize(kStepFontPixels);
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
    const QColor accent = theme.color(Role::Accent);
    const auto shape = [](QCPScatterStyle::ScatterShape kind, const QColor& color, double size) {
        return QCPScatterStyle(kind, QPen(color, 1.4), QBrush(color), size);
    };
    m_regular->setScatterStyle(shape(QCPScatterStyle::ssDisc, accent, 5));
    m_irregular->setScatterStyle(shape(QCPScatterStyle::ssCross, theme.color(Role::Warning), 7));
    m_marked->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.color(Role::Text), 1.6), {}, 11));
    draw();
}

void StepChart::shade(double from, double to, const QColor& color)
{
    auto* rect = new QCPItemRect(m_plot);
    rect->setPen(Qt::NoPen);
    rect->setBrush(color);
    rect->setLayer(QStringLiteral("background"));
    for (QCPItemPosition* corner : {rect->topLeft, rect->bottomRight}) {
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    rect->topLeft->setCoords(from, 0);
    rect->bottomRight->setCoords(to, 1);
    rect->setClipToAxisRect(true);
}

void StepChart::line(double y)
{
    auto* median = new QCPItemStraightLine(m_plot);
    median->setPen(QPen(Theme::current().color(Role::TextMuted), 1, Qt::DashLine));
    median->point1->setCoords(0, y);
    median->point2->setCoords(1, y);
}

void StepChart::draw()
{
    m_plot->clearItems();
    QVector<double> x[3];
    QVector<double> y[3];
    double lo = 1e300;
    double hi = -1e300;
    const TimeRange extent = m_picture.extent;
    if (const auto clock = m_plot->xAxis->ticker().dynamicCast<ClockTicker>())
        clock->setBegin(extent.begin);
    for (std::size_t i = 0; i < m_picture.points.size(); ++i) {
        const Point& point = m_picture.points[i];
        const double at = secondsAt(point.at, extent);
        const double period = logNs(static_cast<double>(point.period));
        const auto add = [&](int graph) {
            x[graph] << at;
            y[graph] << period;
        };
        add(point.isIrregular ? 1 : 0);
        if (m_mark == i)
            add(2);
        lo = std::min(lo, period);
        hi = std::max(hi, period);
    }
    m_regular->setData(x[0], y[0], true);
    m_irregular->setData(x[1], y[1], true);
    m_marked->setData(x[2], y[2], true);
    if (!m_picture.points.empty()) {
        const double first = secondsAt(m_picture.points.front().at, extent);
        const double last = secondsAt(m_picture.points.back().at, extent);
        const double margin = std::max(1e-9, (last - first) * 0.03);
        m_plot->xAxis->setRange(first - margin, last + margin);
        const double air = std::max(0.06, (hi - lo) * 0.12);
        m_plot->yAxis->setRange(lo - air, hi + air);
        QColor warm = Theme::current().color(Role::Warning);
        warm.setAlpha(36);
        if (m_picture.warmupEnd && *m_picture.warmupEnd > m_picture.points.front().at)
            shade(first - margin, secondsAt(*m_picture.warmupEnd, extent), warm);
        QColor tint = Theme::current().color(Role::Accent);
        tint.setAlpha(28);
        if (!m_picture.window.isEmpty())
            shade(secondsAt(m_picture.window.begin, extent),
                  secondsAt(m_picture.window.end, extent), tint);
        if (m_picture.median)
            line(logNs(static_cast<double>(*m_picture.median)));
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

bool StepChart::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot || event->type() != QEvent::MouseButtonPress)
        return QWidget::eventFilter(watched, event);
    const QPointF at = static_cast<QMouseEvent*>(event)->position();
    std::optional<std::size_t> nearest;
    double distance = kReachPixels;
    for (std::size_t i = 0; i < m_picture.points.size(); ++i) {
        const Point& point = m_picture.points[i];
        const double dx =
            m_plot->xAxis->coordToPixel(secondsAt(point.at, m_picture.extent)) - at.x();
        const double dy =
            m_plot->yAxis->coordToPixel(logNs(static_cast<double>(point.period))) - at.y();
        if (std::hypot(dx, dy) < distance) {
            distance = std::hypot(dx, dy);
            nearest = i;
        }
    }
    if (nearest)
        emit pointPicked(*nearest);
    return true;
}

bool StepChart::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
    return QWidget::event(event);
}

void StepChart::drawChart(QPaintDevice& device, QSize size)
{
    drawPlot(*m_plot, chartTitle(), device, size);
}

} // namespace nv
