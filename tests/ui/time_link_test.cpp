// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare/time_link.h"

#include <QTest>

using namespace nv;

namespace {

std::optional<Ns> offsetAt(std::span<const StepPair> pairs, Ns middle, bool fromTarget)
{
    const StepPair* pair = stepPairAt(pairs, middle, fromTarget);
    return pair == nullptr ? std::nullopt : std::optional(offsetOf(*pair));
}

} // namespace

/// Where a time of one capture stands in the other.
class TimeLinkTest : public QObject
{
    Q_OBJECT
private slots:

    void theStepInTheMiddleDecides()
    {
        const std::vector<StepPair> pairs{
            {{100, 110}, {500, 512}}, {{110, 120}, {512, 524}}, {{120, 130}, {524, 536}}};
        QCOMPARE(offsetAt(pairs, 105, false), std::optional<Ns>(400));
        QCOMPARE(offsetAt(pairs, 110, false), std::optional<Ns>(402));
        QCOMPARE(offsetAt(pairs, 119, false), std::optional<Ns>(402));
        QCOMPARE(offsetAt(pairs, 511, true), std::optional<Ns>(400));
        QCOMPARE(offsetAt(pairs, 530, true), std::optional<Ns>(404));
        // Outside the steps the nearest one.
        QCOMPARE(offsetAt(pairs, -5, false), std::optional<Ns>(400));
        QCOMPARE(offsetAt(pairs, 9999, false), std::optional<Ns>(404));
    }

    void withoutStepsThereIsNone() { QCOMPARE(offsetAt({}, 5, false), std::optional<Ns>()); }

    void timesAtTheEndsOfTheClock()
    {
        const std::vector<StepPair> far{{{kMinNs, kMinNs + 10}, {kMaxNs - 10, kMaxNs}}};
        QCOMPARE(offsetAt(far, 0, false), std::optional<Ns>(kMaxNs));
        const std::vector<StepPair> back{{{kMaxNs - 10, kMaxNs}, {kMinNs, kMinNs + 10}}};
        QCOMPARE(offsetAt(back, 0, false), std::optional<Ns>(-kMaxNs));
    }
};

QTEST_APPLESS_MAIN(TimeLinkTest)
#include "time_link_test.moc"
