// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_loop.h"
#include "tests/support/panel_answer.h"
#include "ui/document.h"
#include "ui/panels/outliers/outliers_panel.h"
#include "ui/panels/outliers/twin_picture.h"
#include "ui/panels/outliers/twin_view.h"
#include "ui/table/table_view.h"
#include "ui/theme.h"

#include <QTest>

#include <memory>

using namespace nv;
using namespace nv::test;

/// The outlier of panel_scene.h, gemm 3 of 40 us, beside its median twin, gemm 2 of 12 us.
class TwinViewTest : public QObject
{
    Q_OBJECT
private slots:

    void init()
    {
        Theme::setCurrent(Theme::Mode::Light);
        m_document = std::make_unique<Document>();
        m_document->setAnalysis(sceneAnalysis());
        m_panel = std::make_unique<OutliersPanel>(*m_document);
        m_panel->resize(1000, 420);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        QTRY_VERIFY(m_document->tablesAreCurrent());
    }

    void cleanup()
    {
        m_panel.reset();
        m_document.reset();
    }

    void nothingIsShownWithoutAnOutlier() { QVERIFY(m_panel->twins().isHidden()); }

    void figuresStandSideBySide()
    {
        present();
        const TableModel& table = m_panel->twins().figures().table();
        QCOMPARE(row("duration"), QStringLiteral("40.0 µs | 12.0 µs | yes"));
        QCOMPARE(row("kernels beside it"), QStringLiteral("0 | 0 | "));
        // gemm 2 ended at 42 000, gemm 1 at 20 000.
        QCOMPARE(row("stream idle before"), QStringLiteral("8.00 µs | 10.0 µs | yes"));
        QCOMPARE(row("call took"), QStringLiteral("2.00 µs | 2.00 µs | "));
        QCOMPARE(row("latency"), QStringLiteral("39.0 µs | 22.0 µs | yes"));
        QCOMPARE(row("step"), QStringLiteral("— | — | "));
        QCOMPARE(row("NVTX range"), QStringLiteral("step | step | "));
        QCOMPARE(table.rowCount(), 9);
    }

    void bothAreDrawnOnOneScale()
    {
        present();
        TwinPicture& picture = m_panel->twins().picture();
        const auto& halves = picture.halves();
        QCOMPARE(halves.size(), std::size_t{2});
        QCOMPARE(halves[0].event, (EventRef{EventKind::Op, kGemm3}));
        QCOMPARE(halves[1].event, (EventRef{EventKind::Op, kGemm2}));
        QCOMPARE(halves[0].view.length(), halves[1].view.length());
        // Their starts, 50 000 and 30 000, stand below each other.
        QCOMPARE(50'000 - halves[0].view.begin, 30'000 - halves[1].view.begin);
        QCOMPARE(halves[0].rows.size(), std::size_t{2}); // its call, its stream
        QVERIFY(halves[1].box.top() > halves[0].box.bottom());
        // The launch is drawn to its end, the twin ends earlier and leaves the stream idle.
        const QImage image = picture.grab().toImage();
        const QRgb ground = Theme::current().color(Role::Background).rgb();
        const auto pixel = [&](const TwinPicture::Half& half, Ns t) {
            const scene::TimeScale scale{half.view, picture.width() - 130};
            return image.pixel(130 + static_cast<int>(scale.xOf(t)), half.rows[1].y + 7);
        };
        QVERIFY(pixel(halves[0], 85'000) != ground);
        QCOMPARE(pixel(halves[1], 46'000), ground);
    }

    void aClickLeadsToEither()
    {
        present();
        TwinPicture& picture = m_panel->twins().picture();
        QTest::mouseClick(&picture, Qt::LeftButton, {},
                          QPoint(300, picture.halves()[1].box.center().y()));
        QCOMPARE(m_document->selection(), std::optional(EventRef{EventKind::Op, kGemm2}));
        QTest::mouseClick(&picture, Qt::LeftButton, {},
                          QPoint(300, picture.halves()[0].box.center().y()));
        QCOMPARE(m_document->selection(), std::optional(EventRef{EventKind::Op, kGemm3}));
    }

    void itGoesWithTheOutliers()
    {
        present();
        m_panel->present(emptyAnswer(m_document->analysis()));
        QVERIFY(m_panel->twins().isHidden());
    }

private:
    void present()
    {
        const AnalysisPtr analysis = m_document->analysis();
        m_panel->present(
            {analysis, std::make_shared<const WindowTables>(sceneTables(*analysis->trace))});
        QTRY_VERIFY(!m_panel->twins().isHidden());
        QTRY_VERIFY(m_panel->twins().picture().width() > 200);
    }

    QString row(const char* what) const
    {
        const TableModel& table = m_panel->twins().figures().table();
        for (int row = 0; row < table.rowCount(); ++row) {
            if (table.index(row, 0).data().toString() != QLatin1String(what))
                continue;
            QStringList cells;
            for (int column = 1; column < 4; ++column)
                cells << plain(table.index(row, column).data().toString());
            return cells.join(QStringLiteral(" | "));
        }
        return {};
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<OutliersPanel> m_panel;
};

QTEST_MAIN(TwinViewTest)
#include "twin_view_test.moc"
