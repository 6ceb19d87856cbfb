// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

class QIODevice;
class QSvgGenerator;

namespace nv {

/// One drawing of that size on `device`, of which a pixel is one of the page that shows it.
void setUpSvg(QSvgGenerator& generator, QIODevice& device, QSize size, const QString& title);

} // namespace nv
