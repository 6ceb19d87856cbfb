// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/appearance.h"

#include "ui/flat_style.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

namespace nv {

namespace {

constexpr int kBodyPixels = 13;
constexpr int kCommandPixels = 12;

/// What the desktop asked for, read before the first palette of our own.
Theme::Mode& systemMode()
{
    static Theme::Mode mode = Theme::Mode::Light;
    return mode;
}

/// Draws an SVG whose strokes are `currentColor` in the theme's colour of the moment.
class ThemedIconEngine : public QIconEngine
{
public:
    ThemedIconEngine(QString file, Role role)
        : m_file(std::move(file))
        , m_role(role)
    {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        QFile file(m_file);
        if (!file.open(QIODevice::ReadOnly))
            return;
        const QColor colour = mode == QIcon::Disabled ? Theme::current().color(Role::TextMuted)
                                                      : Theme::current().color(m_role);
        QByteArray svg = file.readAll();
        svg.replace("currentColor", colour.name().toLatin1());
        QSvgRenderer renderer(svg);
        renderer.render(painter, QRectF(rect));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap out(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return out;
    }

    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

private:
    QString m_file;
    Role m_role;
};

Theme::Mode modeOf(Settings::ThemeChoice choice)
{
    switch (choice) {
    case Settings::ThemeChoice::Light:
        return Theme::Mode::Light;
    case Settings::ThemeChoice::Dark:
        return Theme::Mode::Dark;
    case Settings::ThemeChoice::System:
        break;
    }
    return systemMode();
}

} // namespace

void setUpAppearance()
{
    const QColor window = QApplication::palette().color(QPalette::Window);
    systemMode() = window.lightness() < 128 ? Theme::Mode::Dark : Theme::Mode::Light;
    QApplication::setStyle(new FlatStyle);
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPixelSize(kBodyPixels);
    QApplication::setFont(font);
    Theme::setCurrent(systemMode());
}

void applyTheme(Settings::ThemeChoice choice)
{
    Theme::setCurrent(modeOf(choice));
}

Settings::ThemeChoice shownTheme(Settings::ThemeChoice stored)
{
    const Theme::Mode shown = Theme::current().mode();
    if (modeOf(stored) == shown)
        return stored;
    return shown == Theme::Mode::Dark ? Settings::ThemeChoice::Dark : Settings::ThemeChoice::Light;
}

QIcon themedIcon(const char* name, Role role)
{
    return QIcon(new ThemedIconEngine(u":/icons/" + QString::fromLatin1(name) + u".svg", role));
}

QFont commandFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(kCommandPixels);
    return font;
}

} // namespace nv
