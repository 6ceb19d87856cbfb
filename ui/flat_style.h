// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace nv {

/// Qt's Fusion without gradients and shadows: lines of 1 px, corners of 2 px, one accent.
/// A tool button with words has an outline, or nothing tells it from a label; those with a sign
/// alone stay flat.  Buttons of dialogs have words only: the signs of Fusion are made for light
/// grounds.
/// Colours come from the palette alone, so that a change of theme needs no second step.
class FlatStyle : public QProxyStyle
{
    Q_OBJECT
public:
    FlatStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override;
};

} // namespace nv
