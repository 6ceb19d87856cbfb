// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

/// Ticks of axes that show durations and counts.  Included by ui/plot only.
namespace nv {

/// log10 of a duration in ns; what is shorter than 1 ns stands at 1 ns.
double logNs(double ns);

/// For an axis whose coordinate is logNs: 1, 2, 5, 10, ... with units; over many decades the
/// powers of ten only, within less than a decade even steps.
class LogDurationTicker : public QCPAxisTicker
{
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;

    int getSubTickCount(double) override { return 0; }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override;
};

/// For a logarithmic axis of counts: powers of ten, as plain numbers.
class LogCountTicker : public QCPAxisTickerLog
{
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;

    int getSubTickCount(double) override { return 0; }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override;
};

} // namespace nv
