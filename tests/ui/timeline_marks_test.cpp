// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_driver.h"

using namespace nv;

namespace {

/// Pixels of exactly this colour inside a rectangle.
int pixelsOf(const QImage& image, QColor color, QRect where)
{
    int count = 0;
    where = where.intersected(image.rect());
    for (int y = where.top(); y <= where.bottom(); ++y)
        for (int x = where.left(); x <= where.right(); ++x)
            count += image.pixelColor(x, y).rgb() == color.rgb() ? 1 : 0;
    return count;
}

} // namespace

/// What is drawn over the lanes for a selection: arrows of launches, marks of many events.
class TimelineMarksTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void init() { open(); }

    void cleanup() { close(); }

    /// Looked for between the rows of kernels and calls.
    void anArrowLeadsFromTheCallToTheKernel()
    {
        const QColor accent = Theme::current().color(Role::Accent);
        m_document->setView({0, 100'000});
        const int top = yOf(LaneKind::Kernels) + 14;
        const int bottom = yOf(LaneKind::Calls) - 14;
        QVERIFY(bottom - top > 20);
        const auto between = [&](const QImage& image) {
            return pixelsOf(image, accent,
                            QRect(QPoint(static_cast<int>(xOf(15'000)), top),
                                  QPoint(static_cast<int>(xOf(24'000)) + 70, bottom)));
        };
        const int before = between(canvas().grab().toImage()); // an edge of the window
        m_document->select(kernel(0)); // 22 000, launched by the call that ends at 20 000
        QVERIFY(between(canvas().grab().toImage()) > before + 3);
        const EventRef call{EventKind::Call, 0};
        m_document->select(call);
        QVERIFY(between(canvas().grab().toImage()) > before + 3); // from either end
        m_document->select(std::nullopt);
        QCOMPARE(between(canvas().grab().toImage()), before);
    }

    /// The copy runs from 70 000 on, its call from 60 000 to 95 000: the view ends before that.
    void anEndOutsideIsMarkedAtTheEdge()
    {
        const QColor accent = Theme::current().color(Role::Accent);
        m_document->setView({40'000, 80'000});
        m_document->select(kernel(-1));
        const QImage image = canvas().grab().toImage();
        const int y = yOf(LaneKind::Calls);
        const QRect edge(canvas().width() - 8, y - 8, 8, 16);
        QVERIFY(pixelsOf(image, accent, edge) > 10); // the triangle
        m_document->select(std::nullopt);
        QCOMPARE(pixelsOf(canvas().grab().toImage(), accent, edge), 0);
    }

    void marksEveryEventAndNoOther()
    {
        const QColor accent = Theme::current().color(Role::Accent);
        const auto stroke = [&](Ns t) {
            return pixelsOf(canvas().grab().toImage(), accent,
                            QRect(static_cast<int>(xOf(t)) - 1, yOf(LaneKind::Kernels), 3, 20));
        };
        const auto events = std::make_shared<const std::vector<EventRef>>(
            std::vector<EventRef>{kernel(0), kernel(2), kernel(4)}); // gemm of each step
        m_document->mark(events);
        QTRY_VERIFY(stroke(32'000) > 0);
        QVERIFY(stroke(132'000) > 0 && stroke(232'000) > 0);
        QCOMPARE(stroke(47'000), 0);   // rms_norm
        m_document->select(kernel(0)); // walking along keeps the marks
        QVERIFY(stroke(132'000) > 0);
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QTRY_COMPARE(stroke(132'000), 0);
        QVERIFY(!m_document->marked());
    }
};

QTEST_MAIN(TimelineMarksTest)
#include "timeline_marks_test.moc"
