// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace nv;

namespace {

/// Both no-break spaces as plain ones, so that expectations can be read.
QString plain(QString text)
{
    return text.replace(QChar(0x00a0), u' ')
        .replace(QChar(0x202f), u' ')
        .replace(QChar(0x2212), u'-');
}

} // namespace

class FormatTest : public QObject
{
    Q_OBJECT

private slots:
    void durationsHaveThreeDigits_data();
    void durationsHaveThreeDigits();
    void durationsOfAColumnShareTheUnit();
    void unknownIsADash();
    void exactNanosecondsKeepEveryDigit();
    void exactNumbersGetAMinus();
    void pointsResolveTheView();
    void rangesShowBothEnds();
    void bytesAndBandwidth();
    void countsAreGrouped();
    void percentsNeverRoundToNothingOrAll();
    void namesAreElidedInTheMiddle();
    void figuresDoNotBreakAcrossLines();
    void timesOfFilesReadAsThoseOfTheWindow();
    void quotesAreCurly();
};

void FormatTest::durationsHaveThreeDigits_data()
{
    QTest::addColumn<double>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << QStringLiteral("0 ns");
    QTest::newRow("whole ns") << 512.0 << QStringLiteral("512 ns");
    QTest::newRow("fraction") << 12.34 << QStringLiteral("12.3 ns");
    QTest::newRow("just below a unit") << 999.0 << QStringLiteral("999 ns");
    QTest::newRow("us") << 12'345.0 << QStringLiteral("12.3 µs");
    QTest::newRow("rounds up to the unit") << 999'600.0 << QStringLiteral("1.00 ms");
    QTest::newRow("does not round up") << 999'400.0 << QStringLiteral("999 µs");
    QTest::newRow("ten by rounding") << 9'999.0 << QStringLiteral("10.0 µs");
    QTest::newRow("ms") << 1'040'000.0 << QStringLiteral("1.04 ms");
    QTest::newRow("140 ms") << 140'200'000.0 << QStringLiteral("140 ms");
    QTest::newRow("s") << 12.34e9 << QStringLiteral("12.3 s");
    QTest::newRow("many s") << 12'345.6e9 << QStringLiteral("12 346 s");
    QTest::newRow("negative") << -12'345.0 << QStringLiteral("-12.3 µs");
}

void FormatTest::durationsHaveThreeDigits()
{
    QFETCH(double, ns);
    QFETCH(QString, text);
    QCOMPARE(plain(format::duration(ns)), text);
}

void FormatTest::durationsOfAColumnShareTheUnit()
{
    const auto unit = format::timeUnit(92.1e6);
    QCOMPARE(unit, format::TimeUnit::Ms);
    QCOMPARE(plain(format::durationIn(92.1e6, unit)), QStringLiteral("92.1 ms"));
    QCOMPARE(plain(format::durationIn(21'000, unit)), QStringLiteral("0.021 ms"));
    QCOMPARE(plain(format::durationIn(300, unit)), QStringLiteral("<0.001 ms"));
    QCOMPARE(plain(format::durationIn(0, unit)), QStringLiteral("0 ms"));
    QCOMPARE(plain(format::durationIn(2.5e9, unit)), QStringLiteral("2 500 ms"));
}

void FormatTest::unknownIsADash()
{
    QCOMPARE(format::duration(std::optional<double>()), QStringLiteral("—"));
    QCOMPARE(format::percent(std::optional<double>()), QStringLiteral("—"));
    QCOMPARE(format::bandwidth(std::nullopt), QStringLiteral("—"));
    QCOMPARE(format::duration(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("—"));
    QCOMPARE(format::percent(std::numeric_limits<double>::infinity()), QStringLiteral("—"));
}

void FormatTest::exactNanosecondsKeepEveryDigit()
{
    QCOMPARE(plain(format::exactNs(12'345'678)), QStringLiteral("12 345 678 ns"));
    QCOMPARE(plain(format::exactNs(kMaxNs)), QStringLiteral("9 223 372 036 854 775 807 ns"));
    QCOMPARE(plain(format::exactNs(kMinNs)), QStringLiteral("-9 223 372 036 854 775 808 ns"));
}

void FormatTest::exactNumbersGetAMinus()
{
    QCOMPARE(format::withMinus(QStringLiteral("-12.5")), QChar(0x2212) + QStringLiteral("12.5"));
    QCOMPARE(format::withMinus(QStringLiteral("12-5")), QStringLiteral("12-5"));
    QVERIFY(!format::duration(-12'345.0).contains(u'-'));
    QVERIFY(!format::exactNs(-5).contains(u'-'));
    QVERIFY(!format::percent(-0.1).contains(u'-'));
    QVERIFY(!format::timeAt(kMinNs, 1).contains(u'-'));
}

void FormatTest::pointsResolveTheView()
{
    const Ns t = 12'345'678'901;
    QCOMPARE(plain(format::timeAt(t, 1'000'000'000)), QStringLiteral("12 s"));
    QCOMPARE(plain(format::timeAt(t, 1'000'000)), QStringLiteral("12.346 s"));
    QCOMPARE(plain(format::timeAt(t, 999'999)), QStringLiteral("12.3457 s"));
    QCOMPARE(plain(format::timeAt(t, 9'999)), QStringLiteral("12.345 679 s"));
    QCOMPARE(plain(format::timeAt(t, 1)), QStringLiteral("12.345 678 901 s"));
    QCOMPARE(plain(format::timeAt(-1, 1'000'000)), QStringLiteral("0.000 s"));
    QCOMPARE(plain(format::timeAt(kMinNs, 1)), QStringLiteral("-9 223 372 036.854 775 808 s"));
}

void FormatTest::rangesShowBothEnds()
{
    QCOMPARE(plain(format::range({12'301'000'000, 12'441'200'000})),
             QStringLiteral("12.301–12.441 s"));
    QCOMPARE(plain(format::range({0, 0})), QStringLiteral("0.000 000 000–0.000 000 000 s"));
}

void FormatTest::bytesAndBandwidth()
{
    QCOMPARE(plain(format::bytes(512)), QStringLiteral("512 B"));
    QCOMPARE(plain(format::bytes(1024)), QStringLiteral("1.00 KiB"));
    QCOMPARE(plain(format::bytes(4.2 * 1024 * 1024)), QStringLiteral("4.20 MiB"));
    QCOMPARE(plain(format::bandwidth(12.34e9)), QStringLiteral("12.3 GB/s"));
}

void FormatTest::countsAreGrouped()
{
    QCOMPARE(plain(format::count(31'204)), QStringLiteral("31 204"));
    QCOMPARE(plain(format::count(0)), QStringLiteral("0"));
    QCOMPARE(plain(format::ratio(2.314)), QStringLiteral("2.31x"));
}

void FormatTest::percentsNeverRoundToNothingOrAll()
{
    QCOMPARE(plain(format::percent(0.821)), QStringLiteral("82.1 %"));
    QCOMPARE(plain(format::percent(0.0)), QStringLiteral("0.0 %"));
    QCOMPARE(plain(format::percent(1.0)), QStringLiteral("100.0 %"));
    QCOMPARE(plain(format::percent(0.0001)), QStringLiteral("<0.1 %"));
    QCOMPARE(plain(format::percent(0.9999)), QStringLiteral(">99.9 %"));
    QCOMPARE(plain(format::percent(-0.1)), QStringLiteral("-10.0 %"));
}

void FormatTest::namesAreElidedInTheMiddle()
{
    const QString name = QStringLiteral("void cutlass::Kernel<float>(Params)");
    QCOMPARE(format::middle(name, 100), name);
    const QString shortened = format::middle(name, 11);
    QCOMPARE(shortened.size(), 11);
    QCOMPARE(shortened, QStringLiteral("void …rams)"));
}

void FormatTest::figuresDoNotBreakAcrossLines()
{
    for (const QString& text : {format::duration(12'345.0), format::percent(0.5),
                                format::count(31'204), format::bytes(2048)})
        QVERIFY2(!text.contains(u' ') && !text.contains(QChar(0x2009)), qPrintable(text));
}

/// Files have times to the nanosecond; what is part of a word, a path or a command stays.
void FormatTest::timesOfFilesReadAsThoseOfTheWindow()
{
    const auto shown = [](const char* text) {
        return plain(format::withTimes(QString::fromUtf8(text)));
    };
    QCOMPARE(shown("Window: 1273592758 to 2271796378 ns (998 ms), steady."),
             QStringLiteral("Window: 1.274–2.272 s (998 ms), steady."));
    QCOMPARE(shown("1.20 ms (1200345 ns)"), QStringLiteral("1.20 ms (1 200 345 ns)"));
    QCOMPARE(shown("at -5000 ns and 40 ns"), QStringLiteral("at -5 000 ns and 40 ns"));
    QCOMPARE(shown("--window 150000000/160000000"), QStringLiteral("--window 150000000/160000000"));
    QCOMPARE(shown("k_12345 ns, 1.50 ns, x12000 nsys"),
             QStringLiteral("k_12345 ns, 1.50 ns, x12000 nsys"));
}

/// A command is copied from where it stands: nothing in it is set for people.
void FormatTest::quotesAreCurly()
{
    QCOMPARE(format::quoted(QStringLiteral("Shorten \"read\" in \"a b\".")),
             QStringLiteral("Shorten “read” in “a b”."));
    QCOMPARE(format::quoted(QStringLiteral("6\" wide")), QStringLiteral("6\" wide"));
    QCOMPARE(format::quoted(QStringLiteral("\"x\": nsys profile -t cuda p 'a \"b\"'")),
             QStringLiteral("“x”: nsys profile -t cuda p 'a \"b\"'"));
}

QTEST_APPLESS_MAIN(FormatTest)
#include "format_test.moc"
