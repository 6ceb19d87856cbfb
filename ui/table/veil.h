// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace nv {

/// Lies over what is out of date: readable, but visibly not the answer to the present question.
class Veil : public QWidget
{
    Q_OBJECT
public:
    explicit Veil(QWidget* covered);

    void setDim(bool isDim);

    bool isDim() const { return !isHidden(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace nv
