// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_loop.h"
#include "tests/support/timeline_driver.h"
#include "ui/appearance.h"
#include "ui/class_swatch.h"
#include "ui/flat_style.h"
#include "ui/main_window.h"
#include "ui/panels/timeline/lane_labels.h"
#include "ui/panels/timeline/time_ruler.h"
#include "ui/render/picture.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QBackingStore>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionHeader>
#include <QTabBar>
#include <QTemporaryDir>

#include <set>

using namespace nv;
using nv::fixture::Mouse;

namespace {

/// How much of a widget is painted, in pixels, while it lives.
class PaintCounter : public QObject
{
public:
    explicit PaintCounter(QWidget& widget)
        : m_widget(widget)
    {
        widget.installEventFilter(this);
    }

    /// Since the last question.
    int pixels()
    {
        QCoreApplication::processEvents();
        return std::exchange(m_pixels, 0);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == &m_widget && event->type() == QEvent::Paint)
            for (const QRect& rect : static_cast<const QPaintEvent&>(*event).region())
                m_pixels += rect.width() * rect.height();
        return QObject::eventFilter(watched, event);
    }

private:
    QWidget& m_widget;
    int m_pixels = 0;
};

bool isInteractive(const QWidget& widget)
{
    // Parts of other widgets speak through them.
    if (widget.objectName().startsWith(QStringLiteral("qt_")) || widget.parentWidget() == nullptr
        || qobject_cast<const QScrollBar*>(&widget) != nullptr
        || qobject_cast<const QAbstractSpinBox*>(widget.parentWidget()) != nullptr
        || qobject_cast<const QComboBox*>(widget.parentWidget()) != nullptr
        || qobject_cast<const QAbstractItemView*>(widget.parentWidget()) != nullptr
        || qobject_cast<const QTabBar*>(widget.parentWidget()) != nullptr)
        return false;
    return qobject_cast<const QAbstractButton*>(&widget) != nullptr
           || qobject_cast<const QLineEdit*>(&widget) != nullptr
           || qobject_cast<const QComboBox*>(&widget) != nullptr
           || qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr
           || qobject_cast<const QAbstractItemView*>(&widget) != nullptr
           || widget.focusPolicy() == Qt::StrongFocus || widget.focusPolicy() == Qt::WheelFocus;
}

} // namespace

/// What the window looks like, and what it says to those who do not see it.
class LooksTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void initTestCase() { setUpAppearance(); }

    // ---- signs

    /// The arrow over a column points up for A to Z.
    void theArrowOfASortedColumnPointsUpForAscending()
    {
        const FlatStyle style;
        const auto widthOf = [&style](QStyleOptionHeader::SortIndicator sorted, int y) {
            QStyleOptionHeader option;
            option.rect = QRect(0, 0, 16, 16);
            option.sortIndicator = sorted;
            option.palette = Theme::of(Theme::Mode::Light).palette();
            QImage image(16, 16, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            style.drawPrimitive(QStyle::PE_IndicatorHeaderArrow, &option, &painter, nullptr);
            painter.end();
            int inked = 0;
            for (int x = 0; x < image.width(); ++x)
                inked += qAlpha(image.pixel(x, y)) > 127 ? 1 : 0;
            return inked;
        };
        const auto ascending = QStyleOptionHeader::SortDown; // Qt's name for it
        QVERIFY(widthOf(ascending, 9) > widthOf(ascending, 6) + 2);
        QVERIFY(widthOf(QStyleOptionHeader::SortUp, 6)
                > widthOf(QStyleOptionHeader::SortUp, 9) + 2);
    }

    /// A class is told by its pattern, too, wherever its colour stands beside its name.
    void classesHaveASecondCue()
    {
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            std::set<QByteArray> seen;
            for (std::size_t c = 0; c < kBudgetClasses; ++c) {
                QImage image(32, 16, QImage::Format_ARGB32);
                image.fill(Qt::transparent);
                QPainter painter(&image);
                paintClass(painter, QRectF(0, 0, 32, 16), static_cast<BudgetClass>(c),
                           Theme::of(mode));
                painter.end();
                // The picture without its colours: where neighbouring pixels differ.
                QByteArray pattern;
                for (int y = 1; y < image.height(); ++y)
                    for (int x = 1; x < image.width(); ++x)
                        pattern += image.pixel(x, y) == image.pixel(x - 1, y) ? '.' : '#';
                seen.insert(pattern);
            }
            // Solid, top line or outline, dots, vertical, diagonal, cross: LOOK.md, colour.
            QVERIFY2(seen.size() >= 5, qPrintable(QString::number(seen.size())));
        }
    }

    // ---- names

    void everyControlHasAName()
    {
        const QTemporaryDir folder;
        const QString trace = folder.filePath(QStringLiteral("loop.sqlite"));
        QVERIFY(test::writeHostLoop(trace));
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        MainWindow window(settings, {});
        window.show();
        window.open(trace);
        QTRY_VERIFY_WITH_TIMEOUT(window.document().tablesAreCurrent(), 20'000);
        QStringList nameless;
        int controls = 0;
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            if (!isInteractive(*widget))
                continue;
            if (const auto* label = qobject_cast<const QLabel*>(widget);
                label != nullptr && label->text().isEmpty())
                continue; // it has nothing to say yet
            ++controls;
            const QAccessibleInterface* face =
                QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
            const QString name = face == nullptr ? QString() : face->text(QAccessible::Name);
            if (name.isEmpty()) {
                QString path = QString::fromLatin1(widget->metaObject()->className());
                for (const QWidget* up = widget->parentWidget(); up != nullptr;
                     up = up->parentWidget())
                    path.prepend(QString::fromLatin1(up->metaObject()->className()) + u'/');
                nameless << path + u' ' + widget->objectName();
            }
        }
        QVERIFY(controls > 40); // the walk sees the docks
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    }

    // ---- partial repaints

    void thePointerRepaintsOnlyWhatChanged()
    {
        open();
        m_document->setUserWindow(m_document->view().limits());
        Mouse mouse(canvas());
        const double below = canvas().height() - 5; // all lanes
        mouse.move({xOf(25'000), below});
        QTest::qWait(50);
        PaintCounter ofCanvas(canvas());
        PaintCounter ofRuler(m_panel->ruler());
        PaintCounter ofTree(m_panel->labels());
        PaintCounter ofAll(*m_panel);
        QCOMPARE(ofCanvas.pixels(), 0); // at rest nothing is painted
        // The hairline of before and of now, three columns each.
        mouse.move({xOf(25'000) + 9, below});
        int painted = ofCanvas.pixels();
        QVERIFY(painted > 0);
        QVERIFY2(painted <= 2 * 3 * canvas().height(), qPrintable(QString::number(painted)));
        const int ruler = ofRuler.pixels();
        QVERIFY(ruler > 0);
        QVERIFY2(ruler < m_panel->ruler().width() * m_panel->ruler().height() / 3,
                 qPrintable(QString::number(ruler)));
        // From kernel to kernel: the outlines of the two, and the card where it is up.
        const double y = yOf(LaneKind::Kernels);
        mouse.move({xOf(25'000), y});
        QTest::qWait(300);
        const auto* card = m_panel->findChild<HoverCard*>();
        QVERIFY(card != nullptr && card->isVisible());
        const int ofCard = card->width() * card->height();
        ofCanvas.pixels();
        mouse.move({xOf(45'000), y});
        painted = ofCanvas.pixels();
        QVERIFY(painted > 0);
        QVERIFY2(painted < canvas().width() * canvas().height() / 10 + 2 * ofCard,
                 qPrintable(QString::number(painted)));
        QCOMPARE(ofTree.pixels(), 0);
        QCOMPARE(ofAll.pixels(), 0);
        close();
    }

    /// The outline of before is gone and that of now is there: nothing is left behind.
    void aPartialRepaintShowsWhatAWholeOneWould()
    {
        open();
        const double y = yOf(LaneKind::Kernels);
        Mouse mouse(canvas());
        mouse.move({xOf(25'000), y});
        QCoreApplication::processEvents();
        mouse.move({xOf(45'000), y});
        QCoreApplication::processEvents();
        QTest::qWait(300); // the card is up, in both pictures
        const QImage partial = imageOf(canvas());
        canvas().update();
        QCoreApplication::processEvents();
        QVERIFY(!partial.isNull());
        QCOMPARE(partial, imageOf(canvas()));
        close();
    }

    // ---- scales

    void picturesAtEveryScale_data()
    {
        QTest::addColumn<double>("ratio");
        for (const double ratio : {1.0, 1.25, 1.5, 2.0})
            QTest::newRow(qPrintable(QString::number(ratio))) << ratio;
    }

    /// The same places show the same at each scale: no seam, no shifted row.
    void picturesAtEveryScale()
    {
        QFETCH(double, ratio);
        const AnalysisPtr analysis = fixture::analysed(fixture::threeSteps());
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            PictureOptions options;
            options.size = {900, 400};
            options.theme = mode;
            options.window = userWindow(*analysis, {0, 1'000'000});
            options.pixelRatio = ratio;
            const auto bytes = pictureBytes(analysis, options);
            QVERIFY(bytes);
            const QImage image = QImage::fromData(bytes.value());
            QCOMPARE(image.size(), (QSizeF(900, 400) * ratio).toSize());
            const scene::TimeScale scale{scene::ViewRange(analysis->trace->all).current(), 680};
            const auto at = [&](Ns t, double y) {
                return image.pixelColor(static_cast<int>((220 + scale.xOf(t)) * ratio),
                                        static_cast<int>(y * ratio));
            };
            const Theme& theme = Theme::of(mode);
            // The device's row from 44 on, 42 high: the first kernel, then before any work.
            QCOMPARE(at(26'000, 55), theme.budget(BudgetClass::Compute));
            QCOMPARE(at(26'000, 80), theme.budget(BudgetClass::Compute));
            // The kernels' row: gemm from 22 to 42 us, rms_norm until 52 us; idle at 200 us.
            QCOMPARE(at(23'000, 91), theme.kernel("gemm"));
            QCOMPARE(at(23'000, 113), theme.kernel("gemm"));
            QCOMPARE(at(100'000, 100), theme.color(Role::Background));
        }
    }

private:
    /// What the window holds of a widget, without painting it again.
    static QImage imageOf(QWidget& widget)
    {
        auto* image = dynamic_cast<QImage*>(widget.backingStore()->paintDevice());
        if (image == nullptr)
            return {};
        const double ratio = widget.devicePixelRatioF();
        const QRect at(widget.mapTo(widget.window(), QPoint(0, 0)) * ratio, widget.size() * ratio);
        return image->copy(at);
    }
};

QTEST_MAIN(LooksTest)
#include "looks_test.moc"
