// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/waterfall.h"

#include <QRectF>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace nv {

/// From the step of A to that of B, class by class: each bar begins where the one above it ends,
/// and the last one, from the base line, is what they come to.
/// Shape: a line for each part that is at least a thousandth of all that moved; smaller ones are
/// one line.  Cost: a repaint per answer.  Thread: GUI thread.
class WaterfallView : public QWidget
{
    Q_OBJECT
public:
    explicit WaterfallView(QWidget* parent = nullptr);

    void setWaterfall(std::optional<Waterfall> fall);

    struct Line
    {
        QString name;
        std::optional<BudgetClass> cls;
        double from = 0; ///< ns beyond the step of A
        double to = 0;
        bool isSum = false;
    };

    const std::vector<Line>& lines() const { return m_lines; }

    /// The bar of a line at the present width.
    QRectF barOf(std::size_t line) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF rowOf(std::size_t line) const;
    double xOf(double ns) const;
    QString described() const;
    QString tipOf(const Line& line) const;

    std::optional<Waterfall> m_fall;
    std::vector<Line> m_lines;
    double m_least = 0; ///< of all ends of bars
    double m_most = 0;
};

} // namespace nv
