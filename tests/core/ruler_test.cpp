// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/ruler.h"

#include <QTest>

using namespace nv;
using namespace nv::scene;

namespace {

QString labelsOf(const Ruler& ruler)
{
    QStringList out;
    for (const RulerTick& tick : ruler.ticks)
        if (tick.isMajor)
            out << QString::fromStdString(tick.label);
    return out.join(QLatin1Char('|'));
}

} // namespace

class RulerTest : public QObject
{
    Q_OBJECT

private slots:

    void labels_data()
    {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("labels");

        QTest::newRow("whole seconds") << qint64{0} << qint64{10'000'000'000} << 1000 << QString()
                                       << QStringLiteral("0 s|1 s|2 s|3 s|4 s|5 s|6 s|7 s|8 s|9 s");
        QTest::newRow("tens of milliseconds")
            << qint64{12'300'000'000} << qint64{12'345'000'000} << 450 << QString()
            << QStringLiteral("12.30 s|12.31 s|12.32 s|12.33 s|12.34 s");
        QTest::newRow("microseconds from zero")
            << qint64{0} << qint64{50'000} << 500 << QString()
            << QStringLiteral("0 \u00b5s|10 \u00b5s|20 \u00b5s|30 \u00b5s|40 \u00b5s");
        // A label of nine digits would hide what changes: count from a round time instead.
        QTest::newRow("far from zero") << qint64{12'345'678'100} << qint64{12'345'678'500} << 400
                                       << QStringLiteral("12.345\u2009678 s")
                                       << QStringLiteral("+100 ns|+200 ns|+300 ns|+400 ns");
        QTest::newRow("before zero")
            << qint64{-30'000'000} << qint64{30'000'000} << 600 << QString()
            << QStringLiteral("\u221230 ms|\u221220 ms|\u221210 ms|0 ms|10 ms|20 ms");
    }

    void labels()
    {
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        QFETCH(int, width);
        QFETCH(QString, base);
        QFETCH(QString, labels);
        const Ruler ruler = makeRuler({{begin, end}, width}, 90);
        QCOMPARE(QString::fromStdString(ruler.base), base);
        QCOMPARE(labelsOf(ruler), labels);
    }

    /// The unit and the base of the labels beside it, with as many digits as a column tells apart.
    void aPointSpeaksLikeTheAxis()
    {
        const auto at = [](TimeRange view, int width, Ns t) {
            return QString::fromStdString(pointLabel({view, width}, 90, t));
        };
        // 4 950 000 ns in 1046 columns are 4 732 a column: to the µs, in the ms of the axis.
        QCOMPARE(at({9'900'000, 14'850'000}, 1046, 12'375'432), QStringLiteral("12.375 ms"));
        QCOMPARE(at({0, 10'000'000'000}, 1000, 1'167'400'000), QStringLiteral("1.17 s"));
        QCOMPARE(at({12'345'678'100, 12'345'678'500}, 400, 12'345'678'234),
                 QStringLiteral("+234 ns"));
        QCOMPARE(at({-30'000'000, 30'000'000}, 600, -20'100'000), QStringLiteral("\u221220.1 ms"));
        QCOMPARE(at({0, 0}, 600, 5), QString());
    }

    void ticksAscendOnMultiplesAndKeepTheirDistance()
    {
        for (Ns length = 100; length < 40'000'000'000'000; length = length * 17 / 10) {
            const TimeScale scale{{987'654'321, 987'654'321 + length}, 1300};
            const Ruler ruler = makeRuler(scale, 90);
            double lastLabel = -1e9;
            Ns last = kMinNs;
            for (const RulerTick& tick : ruler.ticks) {
                QVERIFY(tick.at > last);
                last = tick.at;
                QVERIFY(tick.x >= 0 && tick.x < 1300);
                QCOMPARE(tick.isMajor, tick.at % static_cast<Ns>(ruler.step) == 0);
                QCOMPARE(tick.isMajor, !tick.label.empty());
                if (!tick.isMajor)
                    continue;
                QVERIFY(tick.x - lastLabel >= 89.9);
                lastLabel = tick.x;
            }
            QVERIFY(ruler.ticks.size() <= 1300 / 90 * 6 + 6);
        }
    }

    void nothingToShowGivesNoTicks()
    {
        QVERIFY(makeRuler({{0, 0}, 500}, 90).ticks.empty());
        QVERIFY(makeRuler({{0, 10}, 0}, 90).ticks.empty());
    }
};

QTEST_APPLESS_MAIN(RulerTest)
#include "ruler_test.moc"
