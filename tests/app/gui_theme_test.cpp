// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui_session.h"
#include "ui/appearance.h"

#include <QTemporaryDir>
#include <QTest>

using namespace nv;

namespace {

Options parsed(std::vector<std::string> words)
{
    const Result<Options> options = parseOptions(words);
    return options ? options.value() : Options();
}

} // namespace

/// The theme of the command line is that of the window, for this run.
class GuiThemeTest : public QObject
{
    Q_OBJECT
private slots:

    void theCommandLineComesFirst()
    {
        const QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        settings.setTheme(Settings::ThemeChoice::Light);
        QVERIFY(themeOf(parsed({"t.sqlite", "--theme", "dark"}), settings)
                == Settings::ThemeChoice::Dark);
        QVERIFY(settings.theme() == Settings::ThemeChoice::Light); // not stored
        settings.setTheme(Settings::ThemeChoice::Dark);
        QVERIFY(themeOf(parsed({"--theme", "light"}), settings) == Settings::ThemeChoice::Light);
        QVERIFY(themeOf(parsed({"t.sqlite"}), settings) == Settings::ThemeChoice::Dark);
    }

    /// The menu ticks what is to be seen, not what another run would show.
    void theMenuTicksWhatIsShown()
    {
        const QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        settings.setTheme(Settings::ThemeChoice::Light);
        applyTheme(themeOf(parsed({"t.sqlite", "--theme", "dark"}), settings));
        QVERIFY(shownTheme(settings.theme()) == Settings::ThemeChoice::Dark);
        applyTheme(themeOf(parsed({"t.sqlite"}), settings));
        QVERIFY(shownTheme(settings.theme()) == Settings::ThemeChoice::Light);
        setUpAppearance(); // that of the system
        QVERIFY(shownTheme(Settings::ThemeChoice::System) == Settings::ThemeChoice::System);
    }
};

QTEST_MAIN(GuiThemeTest)
#include "gui_theme_test.moc"
