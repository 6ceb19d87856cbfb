// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/compare_driver.h"
#include "ui/window_text.h"

#include <QLabel>

using namespace nv;
using namespace nv::test;

namespace {

constexpr int kWaitMs = kCompareWaitMs;

} // namespace

/// Two timelines that move as one.
class CompareLinkTest : public CompareDriver
{
    Q_OBJECT

private slots:

    void initTestCase() { writeLoops(); }

    void init() { newWindow(); }

    void cleanup() { closeWindow(); }

    void linkedByStepTheBeginningsCoincide()
    {
        compareBoth();
        Document& a = m_window->document();
        Document& b = *pair().target();
        // Step 7 of A beside step 7 of B, also where the difference is not that of the windows.
        a.setView(kLoopA.at(7));
        QCOMPARE(b.view().current().begin, kLoopB.at(7).begin);
        QCOMPARE(b.view().current().length(), a.view().current().length());
        b.setView(kLoopB.at(12));
        QCOMPARE(a.view().current().begin, kLoopA.at(12).begin);
        QCOMPARE(a.view().current().length(), DurationNs{12 * kMs});
        choose(LinkBy::Time);
        a.setView(kLoopA.at(12));
        // The steady windows begin with step 1: 110 and 512 ms.
        QCOMPARE(b.view().current().begin, kLoopA.at(12).begin + 402 * kMs);
        choose(LinkBy::Nothing);
        a.setView(kLoopA.at(3));
        QCOMPARE(b.view().current().begin, kLoopA.at(12).begin + 402 * kMs);
    }

    /// By the numbers of the step lists, which begin at 1 where the markers say none.
    void thePairOfStepsIsNamed()
    {
        compareBoth();
        Document& a = m_window->document();
        const auto* label = m_window->findChild<QLabel*>("linkedSteps");
        const auto numberOf = [](const Document& document, Ns begin) {
            return stepNumberAt(document.analysis()->iterations, begin);
        };
        QVERIFY(numberOf(a, kLoopA.at(7).begin) != numberOf(a, kLoopA.at(12).begin));
        for (const int step : {7, 12}) {
            a.setView(kLoopA.at(step));
            QCOMPARE(label->text(), utf8("step A#%1 ↔ B#%2")
                                        .arg(numberOf(a, kLoopA.at(step).begin),
                                             numberOf(*pair().target(), kLoopB.at(step).begin)));
            QVERIFY(label->isVisible() && !label->text().contains(utf8("—")));
        }
        pair().target()->setView(kLoopB.at(9));
        QVERIFY(label->text().endsWith("B#" + numberOf(*pair().target(), kLoopB.at(9).begin)));
        for (const LinkBy by : {LinkBy::Time, LinkBy::Nothing}) {
            choose(by);
            QVERIFY(label->isHidden());
        }
        choose(LinkBy::Steps);
        QVERIFY(label->isVisible());
    }

    /// The pointer rests while the view moves under it, and another step comes to lie there.
    void aPointerAtRestFollowsTheSteps()
    {
        compareBoth();
        Document& document = m_window->document();
        TimelineState& above = base().state();
        TimelineState& below = split().target()->state();
        for (const int step : {7, 12}) {
            document.setView(kLoopA.at(step));
            above.setCursor(kLoopA.at(7).begin + 5);
            document.setView(kLoopA.at(step));
            QCOMPARE(*below.cursor() - *above.cursor(),
                     kLoopB.at(step).begin - kLoopA.at(step).begin);
        }
        document.setView(kLoopA.at(3)); // no move of the pointer
        QCOMPARE(*below.cursor() - *above.cursor(), kLoopB.at(3).begin - kLoopA.at(3).begin);
    }

    void onePointerInBoth()
    {
        compareBoth();
        m_window->document().setView(kLoopA.at(7));
        TimelinePanel& above = base();
        TimelinePanel& below = *split().target();
        const QPoint at(above.canvas().width() / 3, above.canvas().height() / 2);
        QTest::mouseMove(&above.canvas(), at);
        QTRY_VERIFY(above.state().cursor().has_value());
        QCOMPARE(*below.state().cursor() - *above.state().cursor(),
                 kLoopB.at(7).begin - kLoopA.at(7).begin);
        // At the same place of the screen.
        QCOMPARE(below.canvas().width(), above.canvas().width());
        QVERIFY(std::abs(below.state().scale().xOf(*below.state().cursor()) - at.x()) <= 1);
        QTest::mouseMove(&below.canvas(), QPoint(above.canvas().width() / 2, 10));
        QTRY_VERIFY(std::abs(above.state().scale().xOf(*above.state().cursor())
                             - above.canvas().width() / 2)
                    <= 1);
    }

    void aRowShowsBothPlaces()
    {
        compareBoth();
        pick(CompareRows::Kernels, 1);
        Document& a = m_window->document();
        Document& b = *pair().target();
        QTRY_VERIFY_WITH_TIMEOUT(a.selection() && b.selection(), kWaitMs);
        const TimeRange x = scene::rangeOf(*a.trace(), *a.selection());
        const TimeRange y = scene::rangeOf(*b.trace(), *b.selection());
        QCOMPARE(x.length(), DurationNs{4 * kMs});
        QCOMPARE(y.length(), DurationNs{4 * kMs});
        // Side by side, and both to be seen.
        QCOMPARE(y.begin - x.begin, b.view().current().begin - a.view().current().begin);
        for (const auto& [view, event] :
             {std::pair(a.view().current(), x), std::pair(b.view().current(), y)})
            QVERIFY(view.begin <= event.begin && event.end <= view.end);
        // What is in one capture only is shown there.
        pick(CompareRows::Kernels, 0);
        QTRY_VERIFY_WITH_TIMEOUT(!a.selection(), kWaitMs);
        QCOMPARE(scene::rangeOf(*b.trace(), *b.selection()).length(), DurationNs{10 * kUs});
    }
};

QTEST_MAIN(CompareLinkTest)
#include "compare_link_test.moc"
