// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/charts_fixture.h"
#include "tests/support/host_loop.h"
#include "tests/support/timeline_driver.h"
#include "tests/support/trace_fixture.h"
#include "ui/panels/timeline/event_facts.h"
#include "ui/panels/timeline/lane_labels.h"
#include "ui/render/picture.h"
#include "ui/render/strip_painter.h"

#include <QFile>
#include <QTemporaryDir>

using namespace nv;
using nv::fixture::Mouse;

/// Charts of what was measured, and the colours of ranges and kernels, on the real timeline.
class TimelineChartsTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void init()
    {
        open();
        m_trace = m_files.open(test::chartsMaker());
        QVERIFY(m_trace);
        m_document->setAnalysis(fixture::analysed(m_trace));
        QTRY_VERIFY(state().lanesAreSettled());
        m_document->setUserWindow(m_document->view().limits());
    }

    void cleanup() { close(); }

    void theyStandBelowTheDeviceAndMetricsWaitToBeAsked()
    {
        QCOMPARE(labels(), (QStringList{QStringLiteral("GPU 0 · NVIDIA Test GPU"),
                                        QStringLiteral("stream 7 · kernels"),
                                        QStringLiteral("GPU 0 · memory in use"),
                                        QStringLiteral("GPU 0 · GPU metrics"),
                                        QStringLiteral("python (4242)")}));
        const scene::LayoutRow& heading = rowOf(QStringLiteral("GPU 0 · GPU metrics"));
        Mouse(m_panel->labels()).click({8, state().rows().yOf(heading) + heading.height / 2.0});
        QCOMPARE(labels().mid(3, 3),
                 (QStringList{QStringLiteral("GPU 0 · GPU metrics"), QStringLiteral("SMs Active"),
                              QStringLiteral("GPC Clock Frequency")}));
        QCOMPARE(rowOf(QStringLiteral("SMs Active")).height, 30); // half as high again as a lane
    }

    /// 1.5 GiB is the most there was: from 25 000 to 75 000 the row is full, then a third of it.
    void memoryIsDrawnInSteps()
    {
        const scene::LayoutRow& row = rowOf(QStringLiteral("GPU 0 · memory in use"));
        QCOMPARE(inkedLines(row, 2'000), 0);
        QCOMPARE(inkedLines(row, 15'000), 20);
        QCOMPARE(inkedLines(row, 50'000), 30);
        QCOMPARE(inkedLines(row, 90'000), 10);
    }

    void theValueUnderThePointer()
    {
        const Series& memory = *chart(QStringLiteral("GPU 0 · memory in use")).series;
        QCOMPARE(fact(chartFacts(memory, {50'000, 50'100}), "value"), QStringLiteral("1.50 GiB"));
        QCOMPARE(fact(chartFacts(memory, {50'000, 50'100}), "exactly"),
                 QStringLiteral("1 610 612 736 B at the end of the column"));
        QCOMPARE(fact(chartFacts(memory, {74'000, 76'000}), "value"),
                 QStringLiteral("512 MiB … 1.50 GiB"));
        QCOMPARE(fact(chartFacts(memory, {74'000, 76'000}), "here"),
                 QStringLiteral("1 change in this column"));
        QCOMPARE(fact(chartFacts(memory, {0, 100}), "value"),
                 QStringLiteral("— (not sampled here)"));
        const Series& active = *chart(QStringLiteral("SMs Active")).series;
        QCOMPARE(fact(chartFacts(active, {7'500, 8'500}), "value"), QStringLiteral("10 % … 80 %"));
        QCOMPARE(fact(chartFacts(active, {1'200, 1'300}), "here"),
                 QStringLiteral("the sample before still holds"));
        const Series& clock = *chart(QStringLiteral("GPC Clock Frequency")).series;
        QCOMPARE(fact(chartFacts(clock, {0, 1}), "value"), QStringLiteral("1 410 MHz"));
        // And the card is there when the pointer rests on the row.
        const scene::LayoutRow& row = rowOf(QStringLiteral("GPU 0 · memory in use"));
        Mouse(canvas()).move({xOf(50'000), state().rows().yOf(row) + 10.0});
        HoverCard* card = nullptr;
        QTRY_VERIFY((card = m_panel->findChild<HoverCard*>()) != nullptr && card->isVisible());
        QVERIFY(!state().eventAt({static_cast<int>(xOf(50'000)), state().rows().yOf(row) + 10}));
    }

    void chartsArePinnedHiddenFilteredAndSorted()
    {
        const std::size_t memory = rowOf(QStringLiteral("GPU 0 · memory in use")).lane;
        state().pinLane(memory, true);
        QCOMPARE(labels().front(), QStringLiteral("GPU 0 · memory in use"));
        QVERIFY(!canvas().grab().isNull());
        state().unpinLanes();
        state().setLaneFilter(QStringLiteral("active"));
        QTRY_COMPARE(labels(), (QStringList{QStringLiteral("GPU 0 · GPU metrics"),
                                            QStringLiteral("SMs Active")}));
        state().setLaneFilter({});
        state().setLaneOrder(LaneOrder::ByActivity);
        QCOMPARE(labels().at(2), QStringLiteral("GPU 0 · memory in use"));
        state().setLaneOrder(LaneOrder::Recorded);
        m_document->setUserWindow({-2'000, -1'500}); // a call, before the first sample
        state().setOnlyActive(true);
        QVERIFY(!labels().contains(QStringLiteral("GPU 0 · memory in use")));
        state().setOnlyActive(false);
        state().hideLane(memory);
        QVERIFY(!labels().contains(QStringLiteral("GPU 0 · memory in use")));
    }

    /// By keys as any other lane: down to them, to their heading, and they have no event to go to.
    void theKeyboardWalksThem()
    {
        QApplication::setActiveWindow(m_panel.get());
        LaneLabels& tree = m_panel->labels();
        tree.setFocus(Qt::TabFocusReason);
        QStringList passed;
        for (int i = 0; i < 12; ++i) {
            passed << tree.accessibleDescription();
            if (passed.last().contains(QStringLiteral("GPU metrics")))
                QTest::keyClick(&tree, Qt::Key_Right); // unfolds
            if (passed.last().contains(QStringLiteral("memory in use"))) {
                QTest::keyClick(&tree, Qt::Key_Return);
                QVERIFY(!m_document->selection() && tree.hasFocus());
            }
            QTest::keyClick(&tree, Qt::Key_Down);
        }
        QVERIFY(!passed.filter(QStringLiteral("memory in use")).isEmpty());
        QVERIFY(!passed.filter(QStringLiteral("SMs Active")).isEmpty());
        while (!tree.accessibleDescription().contains(QStringLiteral("SMs Active"))) {
            const QString before = tree.accessibleDescription();
            QTest::keyClick(&tree, Qt::Key_Up);
            QVERIFY(tree.accessibleDescription() != before);
        }
        QTest::keyClick(&tree, Qt::Key_Left);
        QVERIFY(tree.accessibleDescription().contains(QStringLiteral("GPU metrics")));
        QTest::keyClick(&tree, Qt::Key_Escape);
        QVERIFY(canvas().hasFocus());
    }

    void aTraceWithoutThemShowsNone()
    {
        m_document->setAnalysis(fixture::analysed(fixture::threeSteps()));
        QVERIFY(state().chartsAreKnown()); // nothing was asked of the file
        QVERIFY(state().layout().charts().empty());
        for (const QString& label : labels())
            QVERIFY(!label.contains(QStringLiteral("memory")));
    }

    /// As in the window: the memory's row in grey, in pixels and as drawing commands.
    void theyAreInPictures()
    {
        const QTemporaryDir folder;
        PictureOptions options;
        options.path = folder.filePath(QStringLiteral("a.png"));
        options.window = m_document->window();
        QVERIFY(renderPicture(m_document->analysis(), options));
        const QRgb grey = StripPainter(m_trace, Theme::Mode::Light, 1)
                              .rgb({scene::ColorGroup::Chart, 2}); // what memory never fell below
        const QImage png(options.path);
        int count = 0;
        for (int y = 0; y < png.height(); ++y)
            for (int x = 240; x < png.width(); ++x)
                count += png.pixel(x, y) == grey ? 1 : 0;
        QVERIFY2(count > 5'000, qPrintable(QString::number(count)));
        options.path = folder.filePath(QStringLiteral("a.svg"));
        QVERIFY(renderPicture(m_document->analysis(), options));
        QFile svg(options.path);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("memory in use"));
        QVERIFY(text.contains("1.50"));
        QVERIFY(text.contains(QColor(grey).name().toLatin1()));
    }

    // ---- colours

    void rangesInTheirOwnColours()
    {
        const QColor byText = colourAt(LaneKind::Ranges, 20'000);
        QCOMPARE(byText, Theme::current().range("load"));
        state().setColors(KernelColors::ByName, RangeColors::Own);
        QTRY_VERIFY(state().lanesAreSettled());
        QCOMPARE(colourAt(LaneKind::Ranges, 20'000), QColor(0x12, 0xa0, 0xc0));
        QCOMPARE(colourAt(LaneKind::Ranges, 70'000), Theme::current().range("train")); // has none
        QVERIFY(QImage(canvas().grab().toImage()).size().width() > 0);
        state().setColors(KernelColors::ByName, RangeColors::ByText);
        QCOMPARE(colourAt(LaneKind::Ranges, 20'000), byText);
    }

    void rangesByCategoryAndDomain()
    {
        state().setColors(KernelColors::ByName, RangeColors::ByCategory);
        QTRY_VERIFY(state().lanesAreSettled());
        const NvtxAttributes& given = *state().colorChoice().attributes;
        QCOMPARE(given.categories, std::vector<std::string>{"data loading"});
        QVERIFY(colourAt(LaneKind::Ranges, 20'000) != Theme::current().range("load"));
        QCOMPARE(colourAt(LaneKind::Ranges, 70'000), Theme::current().range("train"));
        state().setColors(KernelColors::ByName, RangeColors::ByDomain);
        QCOMPARE(colourAt(LaneKind::Ranges, 20'000), colourAt(LaneKind::Ranges, 70'000));
    }

    void kernelsByFamily()
    {
        QVERIFY(colourAt(LaneKind::Kernels, 2'000) != colourAt(LaneKind::Kernels, 52'000));
        state().setColors(KernelColors::ByFamily, RangeColors::ByText);
        QCOMPARE(colourAt(LaneKind::Kernels, 2'000), colourAt(LaneKind::Kernels, 52'000));
        QCOMPARE(colourAt(LaneKind::Kernels, 2'000), Theme::current().kernel("GEMM"));
        m_document->setAnalysis(fixture::analysed(fixture::threeSteps())); // another trace
        QCOMPARE(colourAt(LaneKind::Kernels, 30'000), Theme::current().kernel("GEMM"));
        state().setColors(KernelColors::ByName, RangeColors::ByText);
    }

private:
    TimelineState& state() { return m_panel->state(); }

    QString labelOf(const scene::LayoutRow& row)
    {
        return QString::fromStdString(state().chartOf(row) != nullptr ? state().chartOf(row)->label
                                                                      : state().laneOf(row)->label);
    }

    /// The first five and what follows them, up to the process.
    QStringList labels()
    {
        QStringList out;
        for (const scene::LayoutRow& row : state().layout().rows()) {
            out << labelOf(row);
            if (out.back().startsWith(QStringLiteral("python")))
                break;
        }
        return out;
    }

    const scene::LayoutRow& rowOf(const QString& label)
    {
        for (const scene::LayoutRow& row : state().layout().rows())
            if (labelOf(row) == label)
                return row;
        qFatal("no row: %s", qPrintable(label));
    }

    const scene::ChartLane& chart(const QString& label)
    {
        for (const scene::ChartLane& one : state().layout().charts())
            if (QString::fromStdString(one.label) == label)
                return one;
        qFatal("no chart: %s", qPrintable(label));
    }

    static QString fact(const EventFacts& facts, const char* what)
    {
        for (const EventFacts::Fact& one : facts.facts)
            if (one.what == QLatin1String(what))
                return test::plain(one.value);
        return {};
    }

    /// Lines of a row that are not background, at a time.
    int inkedLines(const scene::LayoutRow& row, Ns t)
    {
        m_document->setUserWindow(m_document->view().limits()); // nothing is dimmed
        state().setCursor(std::nullopt);
        const QImage image = canvas().grab().toImage();
        const QRgb ground = Theme::current().color(Role::Background).rgb();
        int count = 0;
        for (int y = state().rows().yOf(row); y < state().rows().yOf(row) + row.height; ++y)
            count += image.pixel(static_cast<int>(xOf(t)), y) != ground ? 1 : 0;
        return count;
    }

    /// What the scene paints an event of the lane with.
    QColor colourAt(LaneKind kind, Ns t)
    {
        const Lane& lane = m_document->trace()->lanes[laneOf(kind)];
        const TimeColumns columns = timeColumns(*m_document->trace(), lane.events);
        for (const std::uint32_t event : lane.rows.front().events)
            if (columns.start[event] <= t && t < columns.end[event])
                return QColor(StripPainter(m_document->analysis()->trace, Theme::Mode::Light, 1)
                                  .rgb(state().colors().colorOf({lane.events, event})));
        qFatal("no event there");
    }

    test::TraceFixture m_files;
    TracePtr m_trace;
};

QTEST_MAIN(TimelineChartsTest)
#include "timeline_charts_test.moc"
