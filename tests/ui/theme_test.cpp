// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/class_swatch.h"
#include "ui/theme.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace nv;

namespace {

using Vec = std::array<double, 3>;
using Matrix = std::array<Vec, 3>;

double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

Vec linearRgb(const QColor& c)
{
    return {linear(c.redF()), linear(c.greenF()), linear(c.blueF())};
}

Vec times(const Matrix& m, const Vec& v)
{
    Vec out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return out;
}

double wcagContrast(const QColor& a, const QColor& b)
{
    const auto light = [](const QColor& c) {
        const Vec v = linearRgb(c);
        return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
    };
    const double la = light(a);
    const double lb = light(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

Vec lab(Vec rgb)
{
    for (double& c : rgb)
        c = std::clamp(c, 0.0, 1.0);
    const Vec xyz = times({{{0.4124564, 0.3575761, 0.1804375},
                            {0.2126729, 0.7151522, 0.0721750},
                            {0.0193339, 0.1191920, 0.9503041}}},
                          rgb);
    const auto f = [](double t) {
        return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    };
    const double fx = f(xyz[0] / 0.95047);
    const double fy = f(xyz[1]);
    const double fz = f(xyz[2] / 1.08883);
    return {116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)};
}

double deltaE76(const Vec& a, const Vec& b)
{
    const Vec p = lab(a);
    const Vec q = lab(b);
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/// Sight without one kind of cone, on linear RGB: Machado, Oliveira, Fernandes 2009, severity 1.
const std::array<std::pair<const char*, Matrix>, 4> kSights{{
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868},
       {0.114503, 0.786281, 0.099216},
       {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968},
       {0.280085, 0.672501, 0.047413},
       {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779},
       {-0.078411, 0.930809, 0.147602},
       {0.004733, 0.691367, 0.303900}}}},
}};

constexpr std::array kModes{Theme::Mode::Light, Theme::Mode::Dark};

QImage painted(BudgetClass c, const Theme& theme)
{
    QImage image(48, 24, QImage::Format_ARGB32);
    image.fill(theme.color(Role::Background));
    QPainter painter(&image);
    paintClass(painter, QRectF(0, 0, 48, 24), c, theme);
    return image;
}

std::size_t coloursIn(const QImage& image)
{
    std::set<QRgb> seen;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            seen.insert(image.pixel(x, y));
    }
    return seen.size();
}

} // namespace

class ThemeTest : public QObject
{
    Q_OBJECT

private slots:
    void classColoursAreThoseOfTheStyle();
    void classesDifferForEverySight();
    void textReadsOnEveryGround();
    void textReadsOnEveryEvent();
    void kernelsKeepTheirColour();
    void rangesIgnoreNumbers();
    void secondCuesAreDrawn();
    void switchingSetsThePalette();
};

void ThemeTest::classColoursAreThoseOfTheStyle()
{
    const Theme& light = Theme::of(Theme::Mode::Light);
    QCOMPARE(light.budget(BudgetClass::Compute).name(), QStringLiteral("#005241"));
    QCOMPARE(light.budget(BudgetClass::Host).name(), QStringLiteral("#376ffe"));
    QCOMPARE(light.budget(BudgetClass::Unknown), light.color(Role::Background));
    const Theme& dark = Theme::of(Theme::Mode::Dark);
    QCOMPARE(dark.budget(BudgetClass::Sync).name(), QStringLiteral("#d350a2"));
    QCOMPARE(dark.color(Role::Background).name(), QStringLiteral("#16191d"));
}

void ThemeTest::classesDifferForEverySight()
{
    // The three greys are told apart by their hatch and from the others by it, not by colour.
    const auto isGrey = [](std::size_t c) {
        const auto cls = static_cast<BudgetClass>(c);
        return cls == BudgetClass::Profiler || cls == BudgetClass::None
               || cls == BudgetClass::Unknown;
    };
    for (const auto mode : kModes) {
        const Theme& theme = Theme::of(mode);
        const auto seen = [&theme](const Matrix& sight, std::size_t c) {
            return times(sight, linearRgb(theme.budget(static_cast<BudgetClass>(c))));
        };
        for (const auto& [name, sight] : kSights) {
            for (std::size_t a = 0; a < kBudgetClasses; ++a) {
                for (std::size_t b = a + 1; b < kBudgetClasses; ++b) {
                    const double least = isGrey(a) || isGrey(b) ? 7 : 25;
                    const double difference = deltaE76(seen(sight, a), seen(sight, b));
                    QVERIFY2(
                        difference >= least,
                        qPrintable(QStringLiteral("%1: %2 and %3 differ by %4")
                                       .arg(QLatin1String(name),
                                            QLatin1String(classLabel(static_cast<BudgetClass>(a))),
                                            QLatin1String(classLabel(static_cast<BudgetClass>(b))))
                                       .arg(difference)));
                }
            }
        }
    }
}

void ThemeTest::textReadsOnEveryGround()
{
    for (const auto mode : kModes) {
        const Theme& theme = Theme::of(mode);
        for (const Role ground : {Role::Background, Role::Panel, Role::AltRow}) {
            for (const Role ink :
                 {Role::Text, Role::TextMuted, Role::Warning, Role::Error, Role::Accent}) {
                const double ratio = wcagContrast(theme.color(ink), theme.color(ground));
                QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("role %1 on role %2: %3")
                                                      .arg(static_cast<int>(ink))
                                                      .arg(static_cast<int>(ground))
                                                      .arg(ratio)));
            }
        }
        const QPalette palette = theme.palette();
        QVERIFY(wcagContrast(palette.color(QPalette::HighlightedText),
                             palette.color(QPalette::Highlight))
                >= 4.5);
    }
}

void ThemeTest::textReadsOnEveryEvent()
{
    std::vector<QColor> grounds;
    for (const auto mode : kModes) {
        const Theme& theme = Theme::of(mode);
        for (std::size_t c = 0; c < kBudgetClasses; ++c)
            grounds.push_back(theme.budget(static_cast<BudgetClass>(c)));
        for (int i = 0; i < 500; ++i) {
            const std::string name = "kernel" + std::to_string(i * 7919);
            grounds.push_back(theme.kernel(name));
            grounds.push_back(theme.kernel("gemm_" + name));
            grounds.push_back(theme.range(name + "x"));
        }
        for (const auto c : {ApiClass::Compile, ApiClass::Sync, ApiClass::Alloc, ApiClass::Launch})
            grounds.push_back(theme.api(c));
    }
    for (const QColor& ground : grounds)
        QVERIFY2(wcagContrast(Theme::textOn(ground), ground) >= 4.5, qPrintable(ground.name()));
}

void ThemeTest::kernelsKeepTheirColour()
{
    const Theme& theme = Theme::of(Theme::Mode::Light);
    const std::string name = "ampere_sgemm_128x64_tn";
    QCOMPARE(theme.kernel(name), theme.kernel(std::string(name)));
    // Of one family: the same hue give or take a few degrees, of another: another hue.
    const auto hue = [&theme](std::string_view n) { return theme.kernel(n).hslHue(); };
    const auto apart = [](int a, int b) {
        return std::min(std::abs(a - b), 360 - std::abs(a - b));
    };
    QVERIFY(apart(hue(name), hue("volta_sgemm_32x128_nn")) < 30);
    QVERIFY(apart(hue(name), hue("flash_fwd_kernel")) > 60);
    std::set<QRgb> seen;
    for (int i = 0; i < 60; ++i)
        seen.insert(theme.kernel("gemm" + std::to_string(i)).rgb());
    QVERIFY2(seen.size() >= 10, "names of one family should not all look alike");
}

void ThemeTest::rangesIgnoreNumbers()
{
    const Theme& theme = Theme::of(Theme::Mode::Dark);
    QCOMPARE(theme.range("decode_step 31"), theme.range("decode_step 32"));
    QVERIFY(theme.range("decode_step 31") != theme.range("sampling 31"));
}

void ThemeTest::secondCuesAreDrawn()
{
    for (const auto mode : kModes) {
        const Theme& theme = Theme::of(mode);
        for (std::size_t c = 0; c < kBudgetClasses; ++c) {
            const auto cls = static_cast<BudgetClass>(c);
            const bool solid = cls == BudgetClass::Compute || cls == BudgetClass::Transfer
                               || cls == BudgetClass::None;
            const std::size_t colours = coloursIn(painted(cls, theme));
            QVERIFY2(solid ? colours == 1 : colours > 1, classLabel(cls));
        }
    }
}

void ThemeTest::switchingSetsThePalette()
{
    Theme::setCurrent(Theme::Mode::Dark);
    QCOMPARE(QApplication::palette().color(QPalette::Base),
             Theme::of(Theme::Mode::Dark).color(Role::Background));
    QCOMPARE(Theme::current().mode(), Theme::Mode::Dark);
    Theme::setCurrent(Theme::Mode::Light);
    QCOMPARE(QApplication::palette().color(QPalette::Base).name(), QStringLiteral("#ffffff"));
}

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
