// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/window.h"
#include "ui/format.h"
#include "ui/limits_dialog.h"
#include "ui/number_input.h"
#include "ui/panels/kernels/bytes_input.h"

#include <QTest>
#include <QTreeWidget>

using namespace nv;

/// Numbers typed on an English and on a German desktop.
class NumberInputTest : public QObject
{
    Q_OBJECT

private slots:

    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void numbersAreReadAsTheUserWritesThem_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("german");
        const auto row = [](const char* typed, const char* english, const char* german) {
            QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(english)
                                 << QString::fromUtf8(german);
        };
        row("1.5s/2.5s", "1.5s/2.5s", "1.5s/2.5s"); // as the program writes it
        row("1,5s/2,5s", "1,5s/2,5s", "1.5s/2.5s");
        row("1 234 ns", "1 234 ns", "1 234 ns");
        row("12.3\u00a0µs", "12.3us", "12.3us"); // pasted from the window
        row("31\u2009204", "31204", "31204");
        row("1.234,5 ms", "1.234,5 ms", "1.234,5 ms"); // nobody can tell
        row("1,234,567", "1,234,567", "1,234,567");
        row("a, b", "a, b", "a, b"); // no number
        row("", "", "");
    }

    void numbersAreReadAsTheUserWritesThem()
    {
        QFETCH(QString, typed);
        QFETCH(QString, english);
        QFETCH(QString, german);
        QCOMPARE(readableNumbers(typed, QLocale(QLocale::English, QLocale::UnitedStates)), english);
        QCOMPARE(readableNumbers(typed, QLocale(QLocale::German, QLocale::Germany)), german);
    }

    void whatTheWindowShowsCanBeTyped()
    {
        for (const QLocale::Language language : {QLocale::English, QLocale::German}) {
            QLocale::setDefault(QLocale(language));
            QCOMPARE(timeOf(format::duration(12'300.0)), std::optional<Ns>(12'300));
            QCOMPARE(timeOf(format::exactNs(12'345'678)), std::optional<Ns>(12'345'678));
            QCOMPARE(timeOf(QStringLiteral("1.2 s")), std::optional<Ns>(1'200'000'000));
            QCOMPARE(readBytes(format::bytes(4.0 * 1024 * 1024)), std::optional<Bytes>(4 << 20));
        }
    }

    void aCommaIsDecimalOnlyWhereItIsWrittenSo()
    {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(timeOf(QStringLiteral("1,25s")), std::optional<Ns>(1'250'000'000));
        QCOMPARE(readBytes(QStringLiteral("1,5 KiB")), std::optional<Bytes>(1536));
        QCOMPARE(readBytes(QStringLiteral("1.5 KiB")), std::optional<Bytes>(1536));
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        QCOMPARE(timeOf(QStringLiteral("1,250s")), std::optional<Ns>());
        QCOMPARE(readBytes(QStringLiteral("1,500 KiB")), std::optional<Bytes>());
        QCOMPARE(readBytes(QStringLiteral("1.5 KiB")), std::optional<Bytes>(1536));
    }

    void limitsTakeACommaAndNamesKeepTheirs()
    {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        LimitsDialog dialog(Thresholds{}, nullptr);
        type(dialog, QStringLiteral("outlier_ratio"), QStringLiteral("2,5"));
        QCOMPARE(dialog.thresholds().tails.outlierRatio, 2.5);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        type(dialog, QStringLiteral("outlier_ratio"), QStringLiteral("3,5")); // refused
        QCOMPARE(dialog.thresholds().tails.outlierRatio, 2.5);
    }

private:
    static std::optional<Ns> timeOf(const QString& typed)
    {
        const auto filter = parseTimeFilter((readableTimes(typed) + u'/').toStdString());
        return filter ? filter.value().begin : std::nullopt;
    }

    static void type(LimitsDialog& dialog, const QString& limit, const QString& value)
    {
        auto* tree = dialog.findChild<QTreeWidget*>();
        const QList<QTreeWidgetItem*> found =
            tree->findItems(limit, Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        found.front()->setText(1, value);
    }
};

QTEST_MAIN(NumberInputTest)
#include "number_input_test.moc"
