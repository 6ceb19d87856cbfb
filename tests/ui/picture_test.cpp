// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_fixture.h"
#include "ui/render/picture.h"

#include <QDir>
#include <QImage>
#include <QTemporaryDir>

using namespace nv;

class PictureTest : public QObject
{
    Q_OBJECT

private slots:

    void initTestCase() { m_analysis = fixture::analysed(fixture::threeSteps()); }

    void drawsAPng()
    {
        const QTemporaryDir folder;
        PictureOptions options;
        options.path = folder.filePath(QStringLiteral("a.png"));
        options.size = {900, 400};
        options.pixelRatio = 2;
        options.window = userWindow(*m_analysis, {0, 1'000'000}); // all of it: nothing dimmed
        QVERIFY(renderPicture(m_analysis, options));
        const QImage image(options.path);
        QCOMPARE(image.size(), QSize(1800, 800));
        // The first row at the right of the heads is GPU 0; the first kernel runs from 22 us on.
        const scene::TimeScale scale{scene::ViewRange(m_analysis->trace->all).current(), 680};
        const Theme& theme = Theme::of(Theme::Mode::Light);
        const QPoint at(2 * (220 + static_cast<int>(scale.xOf(30'000))), 2 * 55);
        QCOMPARE(image.pixelColor(at), theme.budget(BudgetClass::Compute));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1); // nothing left behind
    }

    void drawsVectors()
    {
        const QTemporaryDir folder;
        PictureOptions options;
        options.path = folder.filePath(QStringLiteral("a.svg"));
        options.theme = Theme::Mode::Dark;
        options.version = QStringLiteral("1.2.3");
        QVERIFY(renderPicture(m_analysis, options));
        QFile svg(options.path);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("viewBox=\"0 0 1280 720\""));
        QVERIFY(text.contains("made.sqlite"));
        QVERIFY(text.contains("nsys-verdict 1.2.3"));
        QVERIFY(text.contains("gemm"));
        options.path = folder.filePath(QStringLiteral("a.PDF"));
        QVERIFY(renderPicture(m_analysis, options));
        QFile pdf(options.path);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.readAll().startsWith("%PDF-"));
    }

    void isTheSameEveryTime()
    {
        const QTemporaryDir folder;
        PictureOptions options;
        options.path = folder.filePath(QStringLiteral("a.png"));
        QVERIFY(renderPicture(m_analysis, options));
        const QImage first(options.path);
        QVERIFY(renderPicture(m_analysis, options)); // over the file of before
        QCOMPARE(QImage(options.path), first);
    }

    void redactsNames()
    {
        const QTemporaryDir folder;
        PictureOptions options;
        options.path = folder.filePath(QStringLiteral("a.svg"));
        QVERIFY(renderPicture(m_analysis, options));
        QFile plain(options.path);
        QVERIFY(plain.open(QIODevice::ReadOnly));
        QVERIFY(plain.readAll().contains("python"));
        options.isRedacted = true;
        QVERIFY(renderPicture(m_analysis, options));
        QFile redacted(options.path);
        QVERIFY(redacted.open(QIODevice::ReadOnly));
        const QByteArray text = redacted.readAll();
        QVERIFY(!text.contains("python"));
        QVERIFY(text.contains("process 4242"));
    }

    void refusesWhatItCannotDraw()
    {
        const QTemporaryDir folder;
        PictureOptions options;
        options.path = folder.filePath(QStringLiteral("a.bmp"));
        Status status = renderPicture(m_analysis, options);
        QVERIFY(!status);
        QCOMPARE(status.error().code, Errc::BadArgument);
        QVERIFY(status.error().message.find(".png, .svg or .pdf") != std::string::npos);
        options.path = folder.filePath(QStringLiteral("a.png"));
        options.size = {10, 10};
        status = renderPicture(m_analysis, options);
        QVERIFY(!status);
        QCOMPARE(status.error().code, Errc::BadArgument);
        options.size = {900, 400};
        options.path = folder.filePath(QStringLiteral("no/such/folder/a.png"));
        status = renderPicture(m_analysis, options);
        QVERIFY(!status);
        QCOMPARE(status.error().code, Errc::Io);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void theCaptionNamesTraceWindowVerdictAndVersion()
    {
        const QString caption = pictureCaption(
            *m_analysis, userWindow(*m_analysis, {10'000, 110'000}), QStringLiteral("9.9"));
        QVERIFY(caption.startsWith(QStringLiteral("made.sqlite")));
        QVERIFY2(caption.contains(QStringLiteral("100\u00a0\u00b5s")), qPrintable(caption));
        QVERIFY(caption.endsWith(QStringLiteral("nsys-verdict 9.9")));
        QCOMPARE(caption.count(QStringLiteral("  \u00b7  ")), 3);
    }

private:
    AnalysisPtr m_analysis;
};

QTEST_MAIN(PictureTest)
#include "picture_test.moc"
