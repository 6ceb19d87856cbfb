// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/window_driver.h"
#include "ui/limits_dialog.h"
#include "ui/picture_dialog.h"
#include "ui/save_dialog.h"

#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QPushButton>

using namespace nv;
using namespace nv::test;

/// Where the dialogs of the real window offer to save files; the user's home is a folder of the
/// test, beside that of the trace.
class SaveDialogTest : public WindowDriver
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        QVERIFY(m_home.isValid());
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", m_home.filePath(QStringLiteral("config")).toUtf8());
        prepare();
    }

    void init()
    {
        m_settings->setSaveFolder({});
        openLoop();
    }

    void cleanup() { m_window.reset(); }

    void neverInTheFolderOfTheTrace()
    {
        QCOMPARE(asked("Export review page …"), folder({})); // no folder of documents yet
        QVERIFY(QDir(m_home.path()).mkdir(QStringLiteral("Documents")));
        QCOMPARE(asked("Export review page …"), folder("Documents"));
        QCOMPARE(asked("Save the window as …"), folder("Documents"));
        QVERIFY(QDir(m_home.path()).rmdir(QStringLiteral("Documents")));
    }

    void whereSomethingWasSavedTheNextIsOffered()
    {
        QVERIFY(QDir(m_home.path()).mkpath(QStringLiteral("reports")));
        asked("Export marks, ranges and findings …",
              m_home.filePath(QStringLiteral("reports/notes.json")));
        QTRY_VERIFY(QFile::exists(m_home.filePath(QStringLiteral("reports/notes.json"))));
        QCOMPARE(asked("Export review page …"), folder("reports"));
        QCOMPARE(asked("Save the window as …"), folder("reports"));
        QCOMPARE(pictureFolder(), folder("reports"));
        QCOMPARE(thresholdsFolder(), folder("reports"));
        // A dock asks in the same way, wherever it stands.
        QWidget* dock = m_window->findChild<QDockWidget*>(QStringLiteral("reports"))->widget();
        askWhereToSave(*dock, {QStringLiteral("Save"), {}, QStringLiteral("csv"), {}},
                       [](const QString&) {});
        QCOMPARE(closed(), folder("reports"));
        // So does the next run, and not when the folder is gone.
        m_window.reset();
        openLoop();
        QCOMPARE(asked("Export review page …"), folder("reports"));
        QVERIFY(QDir(m_home.filePath(QStringLiteral("reports"))).removeRecursively());
        QCOMPARE(asked("Export review page …"), folder({}));
    }

    void openingATraceChangesNothing()
    {
        m_settings->setSaveFolder(m_home.path());
        m_window->open(loop());
        QTRY_VERIFY(!m_window->loader().isRunning());
        QCOMPARE(m_settings->saveFolder(), m_home.path());
        QCOMPARE(m_settings->lastFolder(), QFileInfo(loop()).absolutePath());
    }

    void aNewFolderIsAskedForWithoutAnEnding()
    {
        QString chosen;
        askWhereToSave(*m_window, {QStringLiteral("Export"), {}, {}, QStringLiteral("review")},
                       [&chosen](const QString& path) { chosen = path; });
        auto* dialog = m_window->findChild<QFileDialog*>();
        QVERIFY(dialog->defaultSuffix().isEmpty());
        QCOMPARE(dialog->labelText(QFileDialog::FileName), QStringLiteral("New folder:"));
        const QString path = m_home.filePath(QStringLiteral("review"));
        emit dialog->fileSelected(path);
        QCOMPARE(chosen, path);
        QCOMPARE(m_settings->saveFolder(), m_home.path()); // beside it, not inside
        closed();
    }

private:
    QString folder(const char* name) const
    {
        return QDir(m_home.filePath(QString::fromLatin1(name))).canonicalPath();
    }

    QAction* entry(const char* text) const
    {
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->text().remove(u'&') == QString::fromUtf8(text))
                return action;
        return nullptr;
    }

    /// The folder of the open dialog, which goes.
    QString closed() const
    {
        const QPointer<QFileDialog> dialog = m_window->findChild<QFileDialog*>();
        if (dialog == nullptr)
            return QStringLiteral("no dialog");
        const QString where = QDir(dialog->directory().absolutePath()).canonicalPath();
        dialog->close();
        return QTest::qWaitFor([&] { return dialog.isNull(); }) ? where
                                                                : QStringLiteral("it stays");
    }

    /// Where an entry of the menus asks; with a file something is saved there.
    QString asked(const char* text, const QString& file = {}) const
    {
        entry(text)->trigger();
        if (!file.isEmpty())
            emit m_window->findChild<QFileDialog*>()->fileSelected(file);
        return closed();
    }

    QString pictureFolder() const
    {
        entry("Export picture …")->trigger();
        pressSave(*m_window->findChild<PictureDialog*>());
        return closed();
    }

    QString thresholdsFolder() const
    {
        entry("Thresholds …")->trigger();
        auto* limits = m_window->findChild<LimitsDialog*>();
        pressSave(*limits);
        const QString where = closed();
        limits->close();
        return where;
    }

    static void pressSave(const QWidget& dialog)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->text().remove(u'&').startsWith(QStringLiteral("Save")))
                button->click();
    }

    QTemporaryDir m_home;
};

QTEST_MAIN(SaveDialogTest)
#include "save_dialog_test.moc"
