// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/svg_page.h"

#include <QSvgGenerator>

namespace nv {

void setUpSvg(QSvgGenerator& generator, QIODevice& device, QSize size, const QString& title)
{
    constexpr int kCssDpi = 96;
    generator.setOutputDevice(&device);
    generator.setResolution(kCssDpi);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(title);
}

} // namespace nv
