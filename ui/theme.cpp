// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include "ui/colour_space.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>

#include <cctype>
#include <cmath>

/// Outside any namespace, as Qt asks: resources of a static library are linked when named.
static void initThemeResources()
{
    Q_INIT_RESOURCE(app);
}

namespace nv {

namespace {

constexpr std::array<const char*, static_cast<std::size_t>(Role::Count)> kRoleNames{
    "background", "panel",   "altRow", "text", "textMuted", "line",      "accent",  "windowTint",
    "dim",        "warning", "error",  "nvtx", "api",       "osRuntime", "overhead"};

/// Words in a kernel's name that tell its family, asked in this order, and the family's hue.
/// Hues keep away from one another, not from the class colours: those are on other lanes.
struct Family
{
    std::string_view word;
    double hue;
};

constexpr std::array<Family, 33> kFamilies{
    {{"attn", 295},       {"attention", 295}, {"fmha", 295}, {"flash", 295},   {"softmax", 320},
     {"gemm", 165},       {"matmul", 165},    {"gemv", 185}, {"cutlass", 165}, {"cublas", 165},
     {"conv", 140},       {"winograd", 140},  {"norm", 250}, {"rope", 270},    {"rotary", 270},
     {"embed", 60},       {"gather", 60},     {"index", 60}, {"scatter", 60},  {"sort", 40},
     {"topk", 40},        {"sampl", 40},      {"scan", 40},  {"reduce", 20},   {"sum", 20},
     {"elementwise", 85}, {"vectorized", 85}, {"gelu", 85},  {"silu", 85},     {"relu", 85},
     {"fill", 105},       {"copy", 105},      {"fft", 220}}};

std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037U; // FNV-1a: the same on every machine
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    hash ^= hash >> 32;
    hash *= 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 29);
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

/// Of a name of no known family: its first word, so that numbered variants stay together.
std::string_view firstWord(std::string_view name)
{
    std::size_t n = 0;
    while (n < name.size() && (std::isalpha(static_cast<unsigned char>(name[n])) != 0))
        ++n;
    return n > 2 ? name.substr(0, n) : name;
}

double familyHue(std::string_view shortName)
{
    const std::string name = lowered(shortName);
    for (const Family& family : kFamilies) {
        if (name.find(family.word) != std::string::npos)
            return family.hue;
    }
    return static_cast<double>(hashOf(firstWord(name)) % 24) * 15;
}

QJsonObject readTheme(Theme::Mode mode)
{
    initThemeResources();
    QFile file(mode == Theme::Mode::Light ? QStringLiteral(":/themes/light.json")
                                          : QStringLiteral(":/themes/dark.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("The theme is missing from the program's resources.");
    return QJsonDocument::fromJson(file.readAll()).object();
}

QColor readColor(const QJsonObject& from, QLatin1String key)
{
    const QColor colour(from.value(key).toString());
    if (!colour.isValid())
        qFatal("The theme has no colour \"%s\".", key.data());
    return colour;
}

/// One repeating tile of a hatch or of dots.  Lines reach beyond the tile so that they join.
QImage tile(const QColor& ground, const QColor& ink, BudgetClass c)
{
    constexpr int kTile = 8;
    QImage image(kTile, kTile, QImage::Format_ARGB32_Premultiplied);
    image.fill(ground);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing, c != BudgetClass::Sync);
    painter.setPen(QPen(ink, 1.2));
    const auto diagonal = [&painter](bool rising) {
        for (int offset = -kTile; offset <= kTile; offset += kTile) {
            if (rising)
                painter.drawLine(offset - 1, kTile + 1, offset + kTile + 1, -1);
            else
                painter.drawLine(offset - 1, -1, offset + kTile + 1, kTile + 1);
        }
    };
    if (c == BudgetClass::Sync) {
        painter.fillRect(1, 0, 1, kTile, ink);
        painter.fillRect(5, 0, 1, kTile, ink);
    } else if (c == BudgetClass::Compile || c == BudgetClass::Alloc) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawEllipse(QPointF(2, 2), 1.1, 1.1);
        painter.drawEllipse(QPointF(6, 6), 1.1, 1.1);
    } else {
        diagonal(true);
        if (c == BudgetClass::Profiler)
            diagonal(false);
    }
    return image;
}

QColor mixed(const QColor& a, const QColor& b, double shareOfB)
{
    const auto mix = [shareOfB](int x, int y) {
        return static_cast<int>(std::lround(x + (y - x) * shareOfB));
    };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

Theme::Mode& currentMode()
{
    static Theme::Mode mode = Theme::Mode::Light;
    return mode;
}

} // namespace

Theme::Theme(Mode mode)
    : m_mode(mode)
{
    const QJsonObject json = readTheme(mode);
    const QJsonObject roles = json.value(QLatin1String("roles")).toObject();
    for (std::size_t i = 0; i < kRoleNames.size(); ++i)
        m_roles.at(i) = readColor(roles, QLatin1String(kRoleNames.at(i)));
    const QJsonObject classes = json.value(QLatin1String("budget")).toObject();
    for (std::size_t i = 0; i < kBudgetClasses; ++i) {
        const std::string_view key = budgetClassKey(static_cast<BudgetClass>(i));
        m_budget.at(i) =
            readColor(classes, QLatin1String(key.data(), static_cast<int>(key.size())));
    }
    const auto ramp = [&json](QLatin1String key) {
        Ramp out;
        const QJsonObject from = json.value(key).toObject();
        for (const QJsonValue value : from.value(QLatin1String("lightness")).toArray())
            out.lightness.push_back(value.toDouble());
        out.chroma = from.value(QLatin1String("chroma")).toDouble();
        if (out.lightness.empty())
            qFatal("The theme has no lightness for \"%s\".", key.data());
        return out;
    };
    m_kernel = ramp(QLatin1String("kernel"));
    m_range = ramp(QLatin1String("range"));
}

const Theme& Theme::of(Mode mode)
{
    static const Theme light(Mode::Light);
    static const Theme dark(Mode::Dark);
    return mode == Mode::Light ? light : dark;
}

const Theme& Theme::current()
{
    return of(currentMode());
}

void Theme::setCurrent(Mode mode)
{
    currentMode() = mode;
    if (qobject_cast<QApplication*>(QCoreApplication::instance()) != nullptr)
        QApplication::setPalette(current().palette());
}

QBrush Theme::budgetBrush(BudgetClass c) const
{
    const QColor ground = budget(c);
    switch (c) {
    case BudgetClass::Compile:
    case BudgetClass::Sync:
    case BudgetClass::Alloc:
    case BudgetClass::Host:
    case BudgetClass::Profiler:
        return {tile(ground, mixed(ground, textOn(ground), 0.6), c)};
    case BudgetClass::Unknown:
        return {tile(ground, mixed(ground, color(Role::Text), 0.7), c)};
    default:
        return ground;
    }
}

QColor Theme::kernel(std::string_view shortName) const
{
    const std::uint64_t hash = hashOf(shortName);
    const double lightness = m_kernel.lightness[hash % m_kernel.lightness.size()];
    // A few degrees apart, so that two names of a family that share a lightness still differ.
    const double turn = static_cast<double>((hash >> 16) % 3) * 6 - 6;
    return fromLch(lightness, m_kernel.chroma, familyHue(shortName) + turn);
}

QColor Theme::range(std::string_view text) const
{
    std::string shape; // numbers do not change the colour: step 31 looks like step 32
    for (const char c : text) {
        if (std::isdigit(static_cast<unsigned char>(c)) == 0)
            shape += c;
    }
    const std::uint64_t hash = hashOf(shape);
    return fromLch(m_range.lightness[hash % m_range.lightness.size()], m_range.chroma,
                   static_cast<double>((hash >> 8) % 360));
}

QColor Theme::api(ApiClass c) const
{
    switch (c) {
    case ApiClass::Compile:
        return budget(BudgetClass::Compile);
    case ApiClass::Sync:
        return budget(BudgetClass::Sync);
    case ApiClass::Alloc:
        return budget(BudgetClass::Alloc);
    case ApiClass::Launch:
        break;
    }
    return color(Role::Api);
}

QColor Theme::textOn(const QColor& background)
{
    const QColor black(Qt::black);
    const QColor white(Qt::white);
    return contrast(background, black) >= contrast(background, white) ? black : white;
}

QPalette Theme::palette() const
{
    const QColor text = color(Role::Text);
    const QColor muted = color(Role::TextMuted);
    const QColor panel = color(Role::Panel);
    const QColor line = color(Role::Line);
    const QColor accent = color(Role::Accent);
    QPalette out;
    out.setColor(QPalette::Window, panel);
    out.setColor(QPalette::WindowText, text);
    out.setColor(QPalette::Base, color(Role::Background));
    out.setColor(QPalette::AlternateBase, color(Role::AltRow));
    out.setColor(QPalette::Text, text);
    out.setColor(QPalette::PlaceholderText, muted);
    out.setColor(QPalette::Button, panel);
    out.setColor(QPalette::ButtonText, text);
    out.setColor(QPalette::BrightText, color(Role::Error));
    out.setColor(QPalette::ToolTipBase, color(Role::Background));
    out.setColor(QPalette::ToolTipText, text);
    out.setColor(QPalette::Highlight, accent);
    out.setColor(QPalette::HighlightedText, textOn(accent));
    out.setColor(QPalette::Link, accent);
    out.setColor(QPalette::LinkVisited, accent);
    out.setColor(QPalette::Light, mixed(panel, line, 0.3));
    out.setColor(QPalette::Midlight, mixed(panel, line, 0.6));
    out.setColor(QPalette::Mid, line);
    // Edges of what can be worked with: 3:1 on every ground.
    out.setColor(QPalette::Dark, mixed(line, text, 0.42));
    out.setColor(QPalette::Shadow, mixed(line, text, 0.5));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        out.setColor(QPalette::Disabled, role, mixed(panel, muted, 0.7));
    out.setColor(QPalette::Disabled, QPalette::Highlight, line);
    return out;
}

} // namespace nv
