// SPDX-License-Identifier: GPL-3.0-or-later
// File > Export review page …
#include "tests/support/host_loop.h"
#include "tests/support/report_fixture.h"
#include "ui/main_window.h"
#include "ui/message_bar.h"

#include <QAction>
#include <QFileDialog>
#include <QLineEdit>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace nv;
using namespace nv::test;

class ReviewPageUiTest : public QObject
{
    Q_OBJECT
private slots:

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath("settings.ini"));
        QVERIFY(writeHostLoop(m_folder->filePath("loop.sqlite")));
        m_window = std::make_unique<MainWindow>(*m_settings, QString());
        m_window->show();
        QVERIFY(!entry("Export review page …")->isEnabled());
        m_window->open(m_folder->filePath("loop.sqlite"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().tablesAreCurrent(), 20'000);
        m_window->document().setUserWindow(loopStep(5));
    }

    void thePageOfTheWindowIsWritten()
    {
        const std::string page = exported("Export review page …");
        QVERIFY(page.find("<img src=\"data:image/png;base64,") != std::string::npos);
        QVERIFY(page.find("gemm_kernel") != std::string::npos);
        QVERIFY(page.find("--window 150000000/160000000") != std::string::npos);
    }

    void withoutNames()
    {
        const std::string page = exported("Export review page without names …");
        QVERIFY(page.find("<img src=\"data:image/png;base64,") != std::string::npos);
        for (const char* name : {"gemm_kernel", "attention_kernel", "decode_step", "loop.sqlite"})
            QVERIFY2(page.find(name) == std::string::npos, name);
        QVERIFY(page.find("GEMM kernel 1") != std::string::npos);
    }

    void onePageOfTheSameKind()
    {
        QVERIFY(entry("Export report as JSON …") != nullptr);
        QVERIFY(entry("Export report as Web page …") == nullptr);
    }

private:
    QAction* entry(const QString& text) const
    {
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->text().remove(u'&') == text)
                return action;
        return nullptr;
    }

    std::string exported(const QString& text) const
    {
        const QString path = m_folder->filePath("page.html");
        entry(text)->trigger();
        auto* dialog = m_window->findChild<QFileDialog*>();
        dialog->findChild<QLineEdit*>()->setText(path);
        QMetaObject::invokeMethod(dialog, "accept");
        const auto isWritten = [this] {
            return m_window->statusBar()->currentMessage().startsWith("Written: ");
        };
        m_window->statusBar()->clearMessage();
        if (!QTest::qWaitFor(isWritten, 60'000))
            return m_window->findChild<MessageBar*>()->text().toStdString();
        return bytesOf(path.toStdString());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(ReviewPageUiTest)
#include "review_page_test.moc"
