// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/draw_list.h"
#include "ui/theme.h"

#include <QFont>
#include <QImage>
#include <QString>

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

class QPainter;

namespace nv {

/// Where something drawn stands to the window: what lies outside is dimmed, and still read.
enum class WindowSide
{
    Inside,
    Outside
};

/// Paints strips: resolves colours by the theme once per name, fits texts into spans, fills pixels.
/// Shape: a painter belongs to one trace, theme and pixel ratio; make a new one when these change.
/// Cost: proportional to the pixels of the strip.  Thread: one thread at a time.
class StripPainter
{
public:
    StripPainter(TracePtr trace, Theme::Mode mode, double pixelRatio);

    Theme::Mode mode() const { return m_mode; }

    double pixelRatio() const { return m_pixelRatio; }

    /// The strip as opaque pixels on the canvas' background.  `image` is reused when it fits.
    void render(const scene::Strip& strip, QImage& image, WindowSide side = WindowSide::Inside);
    /// The same as drawing commands, for SVG and PDF.
    void paint(const scene::Strip& strip, QPainter& painter);
    void paintRects(const scene::Strip& strip, QPainter& painter);

    /// Which side a label is on.
    using SideOf = std::function<WindowSide(const scene::StripLabel&)>;
    void paintLabels(const scene::Strip& strip, QPainter& painter, const SideOf& sideOf);

    QRgb rgb(scene::ColorKey color);

private:
    /// A text with the right edge of each of its characters, measured once.
    struct Measured
    {
        QString text;
        std::vector<float> edges;
    };

    QColor inkOn(scene::ColorKey color, WindowSide side);
    const Measured& measured(const scene::StripLabel& label);
    static QString begunText(const Measured& text, float room, float ellipsis);
    static QString fitted(const Measured& text, float room, float ellipsis);
    QColor resolve(scene::ColorKey color) const;

    TracePtr m_trace;
    Theme::Mode m_mode;
    double m_pixelRatio;
    QFont m_font;
    float m_ellipsis = 0;
    std::unordered_map<std::uint64_t, QRgb> m_colors;
    std::unordered_map<QRgb, QRgb> m_outsideInks; ///< by fill
    std::unordered_map<std::string, Measured> m_texts;
};

/// A fill as it looks outside the window.
QColor dimmed(const QColor& fill, const Theme& theme);
/// Of a label on a fill: fainter outside the window, never below 4.5:1.
QColor labelInk(const QColor& fill, WindowSide side, const Theme& theme);

/// The font of lanes and axes: 11 px, times the pixel ratio of what is painted on.
QFont laneFont(double pixelRatio);

} // namespace nv
