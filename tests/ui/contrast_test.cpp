// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_driver.h"
#include "ui/appearance.h"
#include "ui/render/strip_painter.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolButton>

#include <tuple>

using namespace nv;

namespace {

double lightOf(const QColor& colour)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
           + 0.0722 * linear(colour.blueF());
}

/// WCAG 2: (lighter + 0.05) / (darker + 0.05).
double contrastOf(const QColor& a, const QColor& b)
{
    const double la = lightOf(a);
    const double lb = lightOf(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor blended(const QColor& over, const QColor& ground)
{
    const double share = over.alphaF();
    const auto mix = [share](int top, int below) {
        return static_cast<int>(std::lround(top * share + below * (1 - share)));
    };
    return {mix(over.red(), ground.red()), mix(over.green(), ground.green()),
            mix(over.blue(), ground.blue())};
}

} // namespace

/// Whether what is written can be read and what can be worked with can be seen: 4.5:1 and 3:1.
class ContrastTest : public fixture::TimelineDriver
{
    Q_OBJECT

private slots:

    void initTestCase() { setUpAppearance(); }

    void everyTextReadsOnItsGround()
    {
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            const Theme& theme = Theme::of(mode);
            const QPalette palette = theme.palette();
            const auto of = [&palette](QPalette::ColorRole role) { return palette.color(role); };
            const QColor accent = theme.color(Role::Accent);
            const QColor ground = theme.color(Role::Background);
            QColor wash = accent;
            wash.setAlphaF(0.16F); // the bar of the window
            const std::vector<std::tuple<const char*, QColor, QColor>> pairs{
                {"labels", of(QPalette::WindowText), of(QPalette::Window)},
                {"tables", of(QPalette::Text), of(QPalette::Base)},
                {"every other row", of(QPalette::Text), of(QPalette::AlternateBase)},
                {"buttons", of(QPalette::ButtonText), of(QPalette::Button)},
                {"tooltips", of(QPalette::ToolTipText), of(QPalette::ToolTipBase)},
                {"placeholders", of(QPalette::PlaceholderText), of(QPalette::Base)},
                {"muted lines", of(QPalette::PlaceholderText), of(QPalette::Window)},
                {"links", of(QPalette::Link), of(QPalette::Base)},
                {"links on panels", of(QPalette::Link), of(QPalette::Window)},
                {"the selection", of(QPalette::HighlightedText), of(QPalette::Highlight)},
                {"the time under the pointer", ground, theme.color(Role::Text)},
                {"a chosen flag", Theme::textOn(accent), accent},
                {"a flag", Theme::textOn(theme.color(Role::TextMuted)),
                 theme.color(Role::TextMuted)},
                {"the name of the window", theme.color(Role::Text), blended(wash, ground)},
                {"what lies in the window", theme.color(Role::TextMuted),
                 blended(theme.color(Role::WindowTint), ground)},
                {"a name in the overview", theme.color(Role::Text), ground},
                {"a chosen name in the overview", accent, ground},
                {"a heading", theme.color(Role::TextMuted), theme.color(Role::AltRow)},
                {"a warning", theme.color(Role::Warning), theme.color(Role::Panel)},
                {"an error", theme.color(Role::Error), theme.color(Role::Panel)},
            };
            for (const auto& [what, ink, on] : pairs)
                QVERIFY2(contrastOf(ink, on) >= 4.5,
                         qPrintable(
                             QStringLiteral("%1 in %2: %3 on %4 is %5:1")
                                 .arg(QLatin1String(what))
                                 .arg(QLatin1String(mode == Theme::Mode::Light ? "light" : "dark"))
                                 .arg(ink.name(), on.name())
                                 .arg(contrastOf(ink, on))));
        }
    }

    /// What lies outside the window is dimmed, its names are read all the same.
    void namesOutsideTheWindowRead()
    {
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            const Theme& theme = Theme::of(mode);
            std::vector<QColor> fills{Qt::black,
                                      Qt::white,
                                      QColor(0x80, 0x80, 0x80),
                                      theme.color(Role::Api),
                                      theme.color(Role::OsRuntime),
                                      theme.color(Role::Overhead),
                                      theme.color(Role::Nvtx)};
            for (std::size_t c = 0; c < kBudgetClasses; ++c)
                fills.push_back(theme.budget(static_cast<BudgetClass>(c)));
            for (int i = 0; i < 200; ++i) {
                const std::string name = "f" + std::string(1, static_cast<char>('a' + i % 26))
                                         + std::string(1, static_cast<char>('a' + i / 26));
                fills.push_back(theme.kernel(name));
                fills.push_back(theme.range(name));
            }
            for (const QColor& fill : fills) {
                const QColor ground = dimmed(fill, theme);
                const QColor ink = labelInk(fill, WindowSide::Outside, theme);
                QVERIFY2(contrastOf(ink, ground) >= 4.5,
                         qPrintable(fill.name() + u' ' + ink.name() + u' ' + ground.name()));
                QVERIFY(contrastOf(labelInk(fill, WindowSide::Inside, theme), fill) >= 4.5);
                // Fainter than within the window, where there is room for it.
                QVERIFY(contrastOf(ink, ground) <= contrastOf(Theme::textOn(ground), ground));
            }
        }
    }

    /// What is dimmed is what one does not ask about; what is selected is asked about.
    void theSelectedEventIsNotDimmed()
    {
        open();
        m_document->setUserWindow({150'000, 250'000});
        const QPoint at(static_cast<int>(xOf(41'000)), yOf(LaneKind::Kernels) + 6);
        const auto painted = [&] { return canvas().grab().toImage().pixelColor(at); };
        const Theme& theme = Theme::current();
        const QColor outside = dimmed(theme.kernel("gemm"), theme);
        const QColor before = painted();
        QVERIFY2(std::abs(before.red() - outside.red()) <= 1
                     && std::abs(before.green() - outside.green()) <= 1
                     && std::abs(before.blue() - outside.blue()) <= 1,
                 qPrintable(before.name() + u' ' + outside.name()));
        m_document->select(kernel(0));
        QCOMPARE(painted(), theme.kernel("gemm"));
        m_document->select(kernel(2)); // of the second step, in the window
        QCOMPARE(painted(), before);
        close();
    }

    /// Frames of fields and thumbs of scroll bars: 3:1, as what is no text has to have.
    void edgesOfControlsAreSeen()
    {
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            Theme::setCurrent(mode);
            const QPalette palette = Theme::of(mode).palette();
            for (const auto role : {QPalette::Window, QPalette::Base, QPalette::AlternateBase})
                QVERIFY(contrastOf(palette.color(QPalette::Dark), palette.color(role)) >= 3);
            QWidget ground;
            ground.resize(220, 200);
            QLineEdit field(&ground);
            field.setGeometry(10, 10, 120, 26);
            QSpinBox box(&ground);
            box.setGeometry(10, 50, 120, 26);
            QCheckBox check(QStringLiteral("x"), &ground);
            check.setGeometry(10, 90, 120, 26);
            QScrollBar bar(Qt::Vertical, &ground);
            bar.setGeometry(150, 0, 16, 200);
            bar.setRange(0, 100);
            bar.setPageStep(100);
            const QImage image = ground.grab().toImage();
            const QColor panel = palette.color(QPalette::Window);
            QVERIFY(contrastOf(image.pixelColor(60, 10), panel) >= 3);
            QVERIFY(contrastOf(image.pixelColor(60, 10), palette.color(QPalette::Base)) >= 3);
            double above = 1; // of the box with a number; some styles leave a line free
            for (int y = 50; y < 53; ++y)
                above = std::max(above, contrastOf(image.pixelColor(40, y), panel));
            QVERIFY2(above >= 3, qPrintable(QString::number(above)));
            double edge = 1; // of the box to be ticked
            for (int x = 10; x < 24; ++x)
                edge = std::max(edge, contrastOf(image.pixelColor(x, 103), panel));
            QVERIFY2(edge >= 3, qPrintable(QString::number(edge)));
            // At the top of its way: the thumb is in the upper half, the groove in the lower.
            QVERIFY(contrastOf(image.pixelColor(158, 50), image.pixelColor(158, 150)) >= 3);
            QCOMPARE(image.pixelColor(158, 150), panel);
        }
        Theme::setCurrent(Theme::Mode::Light);
    }

    /// Words that can be clicked have an edge around them; a sign alone needs none.
    void wordsOfAButtonHaveAShape()
    {
        const auto edge = [](const QString& text, const QIcon& icon) {
            QWidget ground;
            QToolButton button(&ground);
            button.setAutoRaise(true);
            button.setText(text);
            button.setIcon(icon);
            button.setGeometry(10, 10, 60, 24);
            ground.resize(80, 44);
            const QImage image = ground.grab().toImage();
            return contrastOf(image.pixelColor(40, 10), image.pixelColor(2, 2)); // its upper line
        };
        for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            Theme::setCurrent(mode);
            QVERIFY2(edge(QStringLiteral("Swap"), {}) >= 3,
                     qPrintable(QString::number(edge(QStringLiteral("Swap"), {}))));
            QCOMPARE(edge({}, themedIcon("warning", Role::Warning)), 1.0);
        }
        Theme::setCurrent(Theme::Mode::Light);
        QDialogButtonBox buttons(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
        for (const QAbstractButton* button : buttons.buttons())
            QVERIFY(button->icon().isNull());
    }
};

QTEST_MAIN(ContrastTest)
#include "contrast_test.moc"
