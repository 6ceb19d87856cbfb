// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/minus_signs.h"
#include "tests/support/compare_driver.h"
#include "ui/finding_maker.h"

using namespace nv;
using namespace nv::test;

namespace {

constexpr int kWaitMs = kCompareWaitMs;

} // namespace

/// The dock of two traces: figures, waterfall, tables.
class ComparePanelTest : public CompareDriver
{
    Q_OBJECT

private slots:

    void initTestCase() { writeLoops(); }

    void init() { newWindow(); }

    void cleanup() { closeWindow(); }

    void saysWhetherTheyCompareAndWhatChanged()
    {
        compareBoth();
        QVERIFY(panel().comparability().startsWith("Nothing speaks against comparing them"));
        const QString conclusion = plain(panel().conclusion());
        QVERIFY2(conclusion.startsWith(utf8("A step takes 12.0 ms instead of 10.0 ms (+2.00 ms, "
                                            "+20.0 %), more than the steps differ")),
                 qPrintable(conclusion));
        // The same figures as the function of the command line gives for these windows.
        const CompareAnswer& answer = *pair().answer();
        const Comparison core = compare(answer.baseSide(), answer.targetSide(), {}).value();
        QCOMPARE(panel().conclusion().toStdString(), withMinusSigns(core.conclusion.text()));
        const QStringList ranges = printModel(panel().rows(CompareRows::Ranges).table());
        QCOMPARE(ranges[0], utf8("name | A (ms) | B (ms) | B − A (ms) | % | status | Δ self (ms) | "
                                 "times A | times B"));
        // 3 ms instead of 1; of the step, of 10 and 12 ms, 9 are outside it on either side.
        const QString step = utf8("decode_step # | 10.0 | 12.0 | +2.00 | +20.0 % | unchanged | ");
        QCOMPARE(ranges[1].left(step.size()), step);
        const auto why = [&](int row) {
            return plain(panel()
                             .rows(CompareRows::Ranges)
                             .table()
                             .index(row, 5)
                             .data(Qt::ToolTipRole)
                             .toString());
        };
        QVERIFY2(why(0).contains(utf8("unchanged: +20.0 % is not above +50.0 % and not below "
                                      "−30.0 %")),
                 qPrintable(why(0)));
        QVERIFY(why(1).contains(utf8("regression: +200.0 % is above +50.0 %")));
        QCOMPARE(ranges[2], utf8("fetch | 1.00 | 3.00 | +2.00 | +200.0 % | regression | +2.00 | "
                                 "1.00 | 1.00"));
        const QStringList kernels = printModel(panel().rows(CompareRows::Kernels).table());
        QCOMPARE(kernels[1], utf8("extra_kernel | 0 | 0.0100 | +0.0100 | — | new | 0 | 1.00"));
        QCOMPARE(kernels[2], utf8("gemm_kernel | 4.00 | 4.00 | 0 | 0 | unchanged | 1.00 | 1.00"));
        QCOMPARE(printModel(panel().steps().table())[1],
                 utf8("begin to begin | 10.0 ms | 12.0 ms | +2.00 ms | +20.0 %"));
        const TableModel& figures = panel().steps().table();
        const int last = figures.rowCount() - 1;
        QVERIFY(figures.index(last, 0).data().toString() == "steps compared");
        QVERIFY(figures.index(last, 0)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains("A: " + QString::fromStdString(comparedStepsText(core.base))));
        QVERIFY(!panel().tabs().isTabEnabled(1)); // no doubts
        QCOMPARE(panel().tabs().tabText(3), utf8("Kernels 2"));
    }

    /// Each bar begins where the last one ended; together they are the 2 ms.
    void theWaterfallAddsUp()
    {
        compareBoth();
        const auto& lines = panel().waterfall().lines();
        QVERIFY(lines.size() >= 2);
        double at = 0;
        for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
            QCOMPARE(lines[i].from, at);
            at = lines[i].to;
        }
        QVERIFY(lines.back().isSum);
        QVERIFY(std::abs(at - 2.0 * kMs) < 1);
        QVERIFY(std::abs(lines.back().to - 2.0 * kMs) < 1);
        const WaterfallView& view = panel().waterfall();
        for (std::size_t i = 0; i < lines.size(); ++i)
            QVERIFY(view.barOf(i).left() >= 0 && view.barOf(i).right() <= view.width());
        QVERIFY(view.barOf(lines.size() - 1).width() > 20);
    }

    void aTraceAgainstItselfIsZero()
    {
        open();
        m_window->compareWith(loopA());
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kWaitMs);
        QVERIFY(plain(panel().conclusion()).startsWith("A step takes 10.0 ms in both captures."));
        QCOMPARE(panel().waterfall().lines().size(), std::size_t{1});
        QCOMPARE(panel().waterfall().lines().front().to, 0.0);
        for (const CompareRows rows : {CompareRows::Ranges, CompareRows::Kernels, CompareRows::Api})
            for (const QString& cell : printColumn(panel().rows(rows).table(), 3))
                QCOMPARE(cell, utf8("0"));
    }

    /// 57 kernels a step against 1832: what a step of the one is, no step of the other is.
    void stepsThatAreNotTheSameMakeNoWaterfall()
    {
        const QString folder = QStringLiteral(NV_TRACES "/");
        const QString eager = folder + QStringLiteral("pytorch-train-a100-eager.sqlite");
        if (!QFile::exists(eager))
            QSKIP("The folder of real traces is missing.");
        m_window->open(eager);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().tablesAreCurrent(), 60'000);
        m_window->compareWith(folder + QStringLiteral("steady-state-busy-a100.sqlite"));
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), 60'000);
        QVERIFY(!pair().answer()->comparison.stepsHold());
        QVERIFY(panel().waterfall().lines().empty());
        QVERIFY(panel().comparability().startsWith(utf8("Times per step do not hold")));
        QVERIFY(makeFinding(m_window->document(), nullptr).title
                == "Compared with another capture");
    }

    void smallDifferencesAreMuted()
    {
        compareBoth();
        TableView& view = panel().rows(CompareRows::Kernels);
        panel().tabs().setCurrentIndex(3);
        QTRY_VERIFY(view.isVisible());
        view.clearSelection();
        const QImage picture = view.viewport()->grab().toImage();
        const auto darkest = [&](int row) {
            int least = 255;
            const QRect cell = view.visualRect(view.table().index(row, 0));
            for (int y = cell.top(); y < cell.bottom(); ++y)
                for (int x = cell.left(); x < cell.right(); ++x)
                    least = std::min(least, qGray(picture.pixel(x, y)));
            return least;
        };
        QVERIFY2(darkest(1) > darkest(0) + 20, // gemm is as long as before, extra is new
                 qPrintable(QString::number(darkest(1)) + ' ' + QString::number(darkest(0))));
    }
};

QTEST_MAIN(ComparePanelTest)
#include "compare_panel_test.moc"
