// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace nv {

/// One line that gives way: cut at its end where room is short, whole in the tooltip, never a
/// reason for a dock to be wide.  Muted: it explains, the figures speak.
class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setLine(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace nv
