// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scene_fixture.h"
#include "ui/render/strip_painter.h"

#include <QBuffer>
#include <QFontMetricsF>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QTest>

using namespace nv;

namespace {

constexpr int kHeight = 20;
constexpr int kPad = 3; ///< at either side of a label
constexpr QChar kEllipsis(0x2026);

const QString kRangeName =
    QStringLiteral("aten::convolution_backward, seq = 81234, op_id = 1234567");
const QString kKernelName =
    QStringLiteral("sm90_xmma_gemm_bf16bf16_f32_tn_tilesize128x128x64_stage3_warpgroup");

/// One colour: labels are what is looked at.
class GreyScene : public scene::SceneColors
{
public:
    scene::ColorKey colorOf(EventRef /*event*/) const override
    {
        return {scene::ColorGroup::OsCall, 0};
    }

    Run runAt(DeviceId /*device*/, Ns /*t*/) const override { return {}; }

    void classTimes(DeviceId /*device*/, TimeRange /*range*/,
                    std::span<DurationNs> /*out*/) const override
    {}
};

} // namespace

/// Which part of a name is drawn where not all of it fits, read back from a picture with texts.
class StripLabelsTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        fixture::Capture capture;
        capture.range(0, 100'000, kRangeName.toStdString());
        capture.kernel(0, 100'000, kKernelName.toStdString(), 1);
        m_trace = capture.finish();
    }

    void aRangeKeepsItsBegin()
    {
        for (const int width : {60, 90, 140, 200}) {
            const QString text = labelOf(LaneKind::Ranges, width);
            QVERIFY2(text.endsWith(kEllipsis), qPrintable(text));
            const qsizetype letters = text.size() - 1;
            QCOMPARE(text.left(letters), kRangeName.left(letters));
            // No shorter than it has to be, no longer than there is room.
            QVERIFY(widthOf(kRangeName.left(letters)) + widthOf(kEllipsis) <= width - 2 * kPad + 1);
            QVERIFY(widthOf(kRangeName.left(letters + 1)) + widthOf(kEllipsis)
                    > width - 2 * kPad - 1);
        }
    }

    void aKernelKeepsBothEnds()
    {
        const QString text = labelOf(LaneKind::Kernels, 140);
        const QStringList ends = text.split(kEllipsis);
        QCOMPARE(ends.size(), 2);
        QVERIFY2(ends[0].size() >= 4 && kKernelName.startsWith(ends[0]), qPrintable(text));
        QVERIFY2(ends[1].size() >= 4 && kKernelName.endsWith(ends[1]), qPrintable(text));
    }

    void whatFitsIsWhole()
    {
        QCOMPARE(labelOf(LaneKind::Ranges, 900), kRangeName);
        QCOMPARE(labelOf(LaneKind::Kernels, 900), kKernelName);
    }

    /// A few letters say nothing.
    void tooLittleIsLeftOut() { QCOMPARE(labelOf(LaneKind::Ranges, 24), QString()); }

private:
    /// Letter by letter, as the labels are fitted.
    static double widthOf(const QString& text)
    {
        const QFontMetricsF metrics(laneFont(1.0));
        double width = 0;
        for (const QChar c : text)
            width += metrics.horizontalAdvance(c);
        return width;
    }

    /// What is written into the only event of a lane when it is so many columns wide.
    QString labelOf(LaneKind kind, int width) const
    {
        scene::Strip strip;
        scene::StripScratch scratch;
        for (const Lane& lane : m_trace->lanes)
            if (lane.kind == kind)
                scene::buildEventStrip(*m_trace, lane, 0, GreyScene(), {{0, 100'000}, width},
                                       kHeight, 20, scratch, strip);
        QBuffer buffer;
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize({width, kHeight});
        QPainter painter(&generator);
        StripPainter(m_trace, Theme::Mode::Light, 1.0).paint(strip, painter);
        painter.end();
        // A sign of another font is a text of its own.
        static const QRegularExpression kTexts(QStringLiteral("<text[^>]*>([^<]*)</text>"));
        QString out;
        for (auto found = kTexts.globalMatch(QString::fromUtf8(buffer.data())); found.hasNext();)
            out += found.next().captured(1);
        return out;
    }

    TracePtr m_trace;
};

QTEST_MAIN(StripLabelsTest)
#include "strip_labels_test.moc"
