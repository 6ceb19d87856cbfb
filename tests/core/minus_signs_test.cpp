// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/content.h"
#include "core/report/minus_signs.h"

#include <QTest>

using namespace nv;

/// What is negative has a minus on a page; what is a hyphen stays one.
class MinusSignsTest : public QObject
{
    Q_OBJECT
private slots:

    void figuresGetAMinus_data()
    {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("set");
        const auto row = [](const char* given, const char* set) {
            QTest::newRow(given) << QString::fromUtf8(given) << QString::fromUtf8(set);
        };
        row("-3", "−3");
        row("-2.00 ms", "−2.00 ms");
        row("A step (-2.00 ms, -16.7 %), that is all.", "A step (−2.00 ms, −16.7 %), that is all.");
        row("GPU busy -500 ns.", "GPU busy −500 ns.");
        row("-1 234 µs", "−1 234 µs");
        row("+50.0 % of the base, IMPROVED below -30.0 %",
            "+50.0 % of the base, IMPROVED below −30.0 %");
        row("ncu -c 1 --launch-skip -1 python", "ncu -c 1 --launch-skip -1 python");
        row("bf16-2 ms", "bf16-2 ms"); // of a name
        row("10-20 ms", "10-20 ms");
        row("-2 msx", "-2 msx");
        row("device-wait", "device-wait");
        row("-", "-");
        row("", "");
    }

    void figuresGetAMinus()
    {
        QFETCH(QString, given);
        QFETCH(QString, set);
        QCOMPARE(QString::fromStdString(withMinusSigns(given.toStdString())), set);
    }

    void pagesHaveThemAndMarkdownHasNot()
    {
        Section section;
        section.title = "s";
        section.paragraphs.push_back({"It fell by (-16.7 %)."});
        section.command = "tool -5 ms";
        TextTable table;
        table.columns = {{"name"}, {"change", true}};
        table.rows = {{{"-7 ms", true}, {"-2.00 ms"}}};
        section.tables.push_back(table);
        const Content content{"t", {section}};
        const QString page = QString::fromStdString(htmlOf(content, {}));
        QVERIFY(page.contains(QStringLiteral("(−16.7 %)")));
        QVERIFY(page.contains(QStringLiteral("<td class=\"n\">−2.00 ms</td>")));
        QVERIFY(page.contains(QStringLiteral("<td>-7 ms</td>"))); // a name
        QVERIFY(page.contains(QStringLiteral("<pre>tool -5 ms</pre>")));
        const QString markdown = QString::fromStdString(markdownOf(content));
        QVERIFY(markdown.contains(QStringLiteral("-2.00 ms")));
        QVERIFY(!markdown.contains(QChar(0x2212)));
    }
};

QTEST_APPLESS_MAIN(MinusSignsTest)
#include "minus_signs_test.moc"
