// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the timeline and of charts, of any size, as files and on the clipboard.
#include "tests/support/host_loop.h"
#include "tests/support/report_fixture.h"
#include "ui/main_window.h"
#include "ui/message_bar.h"
#include "ui/panels/verdict/budget_bar.h"
#include "ui/picture_dialog.h"
#include "ui/plot/duration_plot.h"
#include "ui/plot/step_chart.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <set>

using namespace nv;
using namespace nv::test;

class PictureDeskTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        m_settings = std::make_unique<Settings>(path("settings.ini"));
        QVERIFY(writeHostLoop(path("loop.sqlite")));
        m_window = std::make_unique<MainWindow>(*m_settings, QString());
        m_window->resize(1280, 720);
        m_window->show();
        m_window->open(path("loop.sqlite"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().tablesAreCurrent(), 20'000);
        for (const char* dock : {"steps", "kernels"}) { // charts are filled when they are seen
            m_window->raisePanel(QString::fromLatin1(dock));
            QTest::qWait(50);
        }
        const auto* kernels = m_window->findChild<QDockWidget*>(QStringLiteral("kernels"));
        QTRY_VERIFY_WITH_TIMEOUT(kernels->findChild<DurationPlot*>()->hasChart(), 20'000);
        QTRY_VERIFY(m_window->findChild<StepChart*>()->hasChart());
    }

    void cleanupTestCase() { m_window.reset(); }

    void timelineAtAnySize_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QSize>("pixels");
        QTest::newRow("png") << "PNG" << QSize(800, 400) << 1.5 << QSize(1200, 600);
        QTest::newRow("svg") << "SVG" << QSize(640, 320) << 2.0 << QSize(640, 320);
        QTest::newRow("pdf") << "PDF" << QSize(640, 320) << 2.0 << QSize();
    }

    void timelineAtAnySize()
    {
        QFETCH(QString, format);
        QFETCH(QSize, size);
        QFETCH(double, scale);
        QFETCH(QSize, pixels);
        PictureDialog& dialog = asked();
        for (const QLabel* label : dialog.findChildren<QLabel*>()) // else it shows the sign
            QVERIFY(!label->text().contains(u'&') || label->buddy() != nullptr);
        set(dialog, format, size, scale);
        const QString file = path("timeline.") + format.toLower();
        saveAs(dialog, file);
        QTRY_VERIFY2(said() == QStringLiteral("Written: ") + file, qPrintable(said()));
        QCOMPARE(message(), QString()); // nothing moves, nothing has to be closed
        if (format == QStringLiteral("PNG"))
            QCOMPARE(QImage(file).size(), pixels);
        if (format == QStringLiteral("SVG"))
            QCOMPARE(QSvgRenderer(file).viewBox().size(), pixels);
        if (format == QStringLiteral("PDF"))
            QVERIFY(bytesOf(file.toStdString()).starts_with("%PDF-"));
    }

    void chartsAtAnySize_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::newRow("budget") << "Where the wall clock went";
        QTest::newRow("steps") << "Period of each step";
        QTest::newRow("durations") << "durations of ";
    }

    void chartsAtAnySize()
    {
        QFETCH(QString, chart);
        for (const QString& format : {QStringLiteral("PNG"), QStringLiteral("SVG")}) {
            PictureDialog& dialog = asked();
            choose(dialog, chart);
            set(dialog, format, {700, 300}, 2);
            const QString file = path("chart.") + format.toLower();
            saveAs(dialog, file);
            QTRY_COMPARE(said(), QStringLiteral("Written: ") + file);
            if (format == QStringLiteral("PNG")) {
                const QImage image(file);
                QCOMPARE(image.size(), QSize(1400, 600));
                QVERIFY2(colours(image) > 3, qPrintable(QString::number(colours(image))));
            } else {
                const std::string svg = bytesOf(file.toStdString());
                QVERIFY(QSvgRenderer(file).isValid());
                // Drawing commands, not a picture of one.
                QVERIFY(svg.find("<image") == std::string::npos);
                QVERIFY(svg.find("<text") != std::string::npos);
            }
        }
    }

    /// The widget on the screen is as it was.
    void aChartKeepsItsPlace()
    {
        auto* bar = m_window->findChild<BudgetBar*>();
        const QRect before = bar->geometry();
        PictureDialog& dialog = asked();
        choose(dialog, QStringLiteral("Where the wall clock went"));
        set(dialog, QStringLiteral("PNG"), {2000, 500}, 1);
        saveAs(dialog, path("wide.png"));
        QTRY_COMPARE(said(), QStringLiteral("Written: ") + path("wide.png"));
        QCOMPARE(bar->geometry(), before);
    }

    void theClipboardTakesThem()
    {
        QGuiApplication::clipboard()->clear();
        entry("Copy the timeline as a picture")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(QGuiApplication::clipboard()->image().size(), QSize(1600, 900),
                                  20'000);
        QVERIFY(said().contains(QStringLiteral("clipboard")));
        auto* chart = m_window->findChild<StepChart*>();
        QContextMenuEvent click(QContextMenuEvent::Mouse, QPoint(5, 5),
                                chart->mapToGlobal(QPoint(5, 5)));
        QGuiApplication::sendEvent(chart, &click);
        auto* menu = chart->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        QCOMPARE(menu->actions().at(0)->text(), QStringLiteral("Copy as picture"));
        menu->actions().at(0)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->image().size(), chart->size() * 2);
        menu->close();
    }

    void sizesThatCannotBeAreNotOffered()
    {
        PictureDialog& dialog = asked();
        set(dialog, QStringLiteral("PNG"), {16384, 16384}, 8); // 17 gigapixels
        QVERIFY(!button(dialog, "Save …")->isEnabled());
        QVERIFY(!button(dialog, "Copy")->isEnabled());
        set(dialog, QStringLiteral("SVG"), {16384, 16384}, 8); // no pixels at all
        QVERIFY(button(dialog, "Save …")->isEnabled());
        QVERIFY(!button(dialog, "Copy")->isEnabled());
        QVERIFY(!dialog.findChild<QDoubleSpinBox*>()->isEnabled());
        dialog.close();
        QTRY_VERIFY(m_window->findChild<PictureDialog*>() == nullptr);
    }

    void whatCannotBeWrittenIsSaid()
    {
        PictureDialog& dialog = asked();
        choose(dialog, QStringLiteral("Period of each step"));
        set(dialog, QStringLiteral("PNG"), {700, 300}, 1);
        saveAs(dialog, path("no/such/chart.png"));
        QTRY_VERIFY(message().contains(QStringLiteral("chart.png could not be written")));
    }

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QString said() const { return m_window->statusBar()->currentMessage(); }

    QString message() const { return m_window->findChild<MessageBar*>()->text(); }

    QAction* entry(const char* text) const
    {
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->text().remove(u'&') == QString::fromUtf8(text))
                return action;
        return nullptr;
    }

    PictureDialog& asked()
    {
        entry("Export picture …")->trigger();
        return *m_window->findChild<PictureDialog*>();
    }

    static void choose(PictureDialog& dialog, const QString& subject)
    {
        auto* subjects = dialog.findChild<QComboBox*>();
        for (int i = 0; i < subjects->count(); ++i)
            if (subjects->itemText(i).startsWith(subject))
                subjects->setCurrentIndex(i);
        QVERIFY2(dialog.subject().title.startsWith(subject), qPrintable(dialog.subject().title));
    }

    static void set(PictureDialog& dialog, const QString& format, QSize size, double scale)
    {
        for (QComboBox* box : dialog.findChildren<QComboBox*>())
            if (const int at = box->findText(format); at >= 0)
                box->setCurrentIndex(at);
        for (QSpinBox* box : dialog.findChildren<QSpinBox*>())
            box->setValue(box->accessibleName() == QStringLiteral("Width") ? size.width()
                                                                           : size.height());
        dialog.findChild<QDoubleSpinBox*>()->setValue(scale);
    }

    static QPushButton* button(const PictureDialog& dialog, const char* text)
    {
        for (QPushButton* one : dialog.findChildren<QPushButton*>())
            if (one->text().remove(u'&') == QString::fromUtf8(text))
                return one;
        return nullptr;
    }

    void saveAs(PictureDialog& dialog, const QString& file)
    {
        QTest::mouseClick(button(dialog, "Save …"), Qt::LeftButton);
        QFileDialog* place = nullptr;
        QTRY_VERIFY((place = m_window->findChild<QFileDialog*>()) != nullptr);
        emit place->fileSelected(file);
        place->close();
        QTRY_VERIFY(m_window->findChild<QFileDialog*>() == nullptr
                    && m_window->findChild<PictureDialog*>() == nullptr);
    }

    static int colours(const QImage& image)
    {
        std::set<QRgb> seen;
        for (int y = 0; y < image.height(); y += 3)
            for (int x = 0; x < image.width(); x += 3)
                seen.insert(image.pixel(x, y));
        return static_cast<int>(seen.size());
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(PictureDeskTest)
#include "picture_desk_test.moc"
