// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/view_range.h"

#include <QTest>

using namespace nv;
using nv::scene::kMinViewNs;
using nv::scene::ViewRange;

class ViewRangeTest : public QObject
{
    Q_OBJECT

private slots:

    void showsEverythingWithAMargin()
    {
        const ViewRange view(TimeRange{1000, 101'000});
        QVERIFY(view.limits() == (TimeRange{-1000, 103'000})); // 2 % of 100 000 on each side
        QVERIFY(view.current() == view.limits());
        QVERIFY(!view.canUndo());
    }

    void anEmptyCaptureStillHasAView()
    {
        const ViewRange view(TimeRange{500, 500});
        QVERIFY(view.limits() == (TimeRange{400, 600}));
    }

    void keepsTheLengthWhenPushedAgainstTheEnds()
    {
        ViewRange view(TimeRange{0, 100'000}); // limits -2000 .. 102 000
        view.set({-50'000, -40'000});
        QVERIFY(view.current() == (TimeRange{-2000, 8000}));
        view.set({500'000, 510'000});
        QVERIFY(view.current() == (TimeRange{92'000, 102'000}));
    }

    void isNeverNarrowerThanTheLeast()
    {
        ViewRange view(TimeRange{0, 100'000});
        view.set({5000, 5010});
        QCOMPARE(view.current().length(), kMinViewNs);
        QVERIFY(view.current() == (TimeRange{4955, 5055})); // grown around 5005
        view.set({7000, 6000});
        QCOMPARE(view.current().length(), kMinViewNs);
    }

    void zoomKeepsTheAnchorInPlace()
    {
        ViewRange view(TimeRange{0, 1'000'000});
        view.set({100'000, 500'000});
        const TimeRange in = view.zoomed(0.5, 200'000); // a quarter from the left
        QVERIFY(in == (TimeRange{150'000, 350'000}));
        const TimeRange out = view.zoomed(2.0, 200'000); // 0 .. 800 000 lies inside the limits
        QVERIFY(out == (TimeRange{0, 800'000}));
        QVERIFY(view.zoomed(1e9, 200'000) == view.limits());
        QCOMPARE(view.zoomed(1e-12, 200'000).length(), kMinViewNs);
    }

    void panStopsAtTheEndsWithoutShrinking()
    {
        ViewRange view(TimeRange{0, 100'000});
        view.set({0, 10'000});
        QVERIFY(view.panned(0.5) == (TimeRange{5000, 15'000}));
        QVERIFY(view.panned(-0.1) == (TimeRange{-1000, 9000}));
        QVERIFY(view.panned(-5) == (TimeRange{-2000, 8000}));
        QVERIFY(view.panned(1000) == (TimeRange{92'000, 102'000}));
    }

    void undoWalksBackAndRedoForth()
    {
        ViewRange view(TimeRange{0, 100'000});
        const TimeRange all = view.limits();
        view.set({1000, 2000});
        view.set({1200, 1400});
        view.undo();
        QVERIFY(view.current() == (TimeRange{1000, 2000}));
        QVERIFY(view.canRedo());
        view.undo();
        QVERIFY(view.current() == all);
        QVERIFY(!view.canUndo());
        view.redo();
        view.redo();
        QVERIFY(view.current() == (TimeRange{1200, 1400}));
        view.undo();
        view.set({5000, 6000}); // a new way forward forgets the old one
        QVERIFY(!view.canRedo());
    }

    void settingTheSameIsNoEntry()
    {
        ViewRange view(TimeRange{0, 100'000});
        view.set({1000, 2000});
        view.set({1000, 2000});
        view.undo();
        QVERIFY(view.current() == view.limits());
    }

    void aGestureIsOneEntry()
    {
        ViewRange view(TimeRange{0, 100'000});
        view.set({1000, 2000});
        view.beginGesture();
        for (Ns t = 1100; t < 3000; t += 100)
            view.setTransient({t, t + 1000});
        QVERIFY(view.canUndo());
        view.set(view.current());
        view.undo();
        QVERIFY(view.current() == (TimeRange{1000, 2000}));
        view.redo();
        QVERIFY(view.current() == (TimeRange{2900, 3900}));
    }

    void undoInTheMiddleOfAGestureReturnsToItsBeginning()
    {
        ViewRange view(TimeRange{0, 100'000});
        view.set({1000, 2000});
        view.setTransient({4000, 5000});
        view.undo();
        QVERIFY(view.current() == (TimeRange{1000, 2000}));
        view.redo();
        QVERIFY(view.current() == (TimeRange{4000, 5000}));
    }

    void survivesTheWholeOfInt64()
    {
        ViewRange view(TimeRange{kMinNs, kMaxNs});
        QVERIFY(view.limits() == (TimeRange{kMinNs, kMaxNs}));
        view.set({kMaxNs - 1000, kMaxNs});
        QVERIFY(view.current() == (TimeRange{kMaxNs - 1000, kMaxNs}));
        QVERIFY(view.panned(3) == view.current());
        QVERIFY(view.zoomed(4, kMaxNs) == (TimeRange{kMaxNs - 4000, kMaxNs}));
        view.fit();
        QVERIFY(view.current() == view.limits());
        QVERIFY(view.zoomed(2, 0) == view.limits());
    }
};

QTEST_APPLESS_MAIN(ViewRangeTest)
#include "view_range_test.moc"
