// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window_budget.h"
#include "ui/chart_picture.h"

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

namespace nv {

/// The wall clock of the window as one bar per device, 100 % wide, and the legend of its classes.
/// Classes are told apart by colour and by hatch, dots or outline; those that took no time are in
/// neither.  The legend is one line: the smaller shares that find no room, and those below a
/// thousandth, are counted at its end and named in its tip.  Hovering a stretch names it with its
/// exact time.
/// Cost: a repaint per move of the brush, independent of the number of events.
class BudgetBar : public QWidget, public ChartPicture
{
    Q_OBJECT
public:
    explicit BudgetBar(QWidget* parent = nullptr);

    /// `names`: of the devices, in the budget's order.
    void setBudget(const WindowBudget& budget, const QStringList& names);

    QString chartTitle() const override { return tr("Where the wall clock went"); }

    bool hasChart() const override { return !m_budget.devices.empty(); }

    void drawChart(QPaintDevice& device, QSize size) override { drawWidget(*this, device, size); }

    QSize sizeHint() const override;

    bool hasHeightForWidth() const override { return true; }

    int heightForWidth(int width) const override;

    struct Segment
    {
        std::size_t device = 0;
        BudgetClass cls = BudgetClass::Unknown;
        QRectF rect;
    };

    /// What is drawn at the present width: tests and the tool tip ask it.
    std::vector<Segment> segments() const;

    struct LegendEntry
    {
        std::optional<BudgetClass> cls; ///< none: how many classes are not named
        QString text;
        QRect rect; ///< swatch and text
        QString tip;
    };

    /// What is named below the bar, in at most so many lines.
    std::vector<LegendEntry> legend(int width, int lines) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    int labelWidth() const;
    int legendTop() const;
    int legendLines() const;
    std::vector<LegendEntry> placed(const std::vector<BudgetClass>& named,
                                    const std::vector<BudgetClass>& others, int width) const;
    QString shareText(BudgetClass cls) const;
    void paintSegment(QPainter& painter, const Segment& segment) const;
    QString tipOf(const Segment& segment) const;
    QString described() const;

    WindowBudget m_budget;
    QStringList m_names;
};

} // namespace nv
