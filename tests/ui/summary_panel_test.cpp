// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timeline_fixture.h"
#include "ui/panels/summary/summary_panel.h"
#include "ui/report_text.h"

#include <QApplication>
#include <QClipboard>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <memory>

using namespace nv;

/// The real panel on three steps of 100 us (fixture::threeSteps).
class SummaryPanelTest : public QObject
{
    Q_OBJECT
private slots:

    void init()
    {
        m_document = std::make_unique<Document>();
        m_panel = std::make_unique<SummaryPanel>(*m_document);
        m_panel->resize(700, 400);
    }

    void cleanup()
    {
        m_panel.reset();
        m_document.reset();
    }

    void showsAndCopiesTheReportOfTheWindow()
    {
        open();
        QCOMPARE(QString::fromStdString(m_panel->markdown()), expected());
        auto* text = m_panel->findChild<QTextBrowser*>();
        QVERIFY(text->toPlainText().contains(QStringLiteral("Where the wall clock went")));
        QVERIFY(!text->toPlainText().contains(QStringLiteral("| ---"))); // tables, not their source
        auto* copy = m_panel->findChild<QToolButton*>();
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), expected());
    }

    void followsTheWindow()
    {
        open();
        const std::string before = m_panel->markdown();
        const TimeRange all = m_document->window().range;
        m_document->setUserWindow({all.begin, all.begin + 100'000});
        QVERIFY(!m_panel->isSettled());
        QTRY_VERIFY(m_panel->isSettled());
        QVERIFY(m_panel->markdown() != before);
        QCOMPARE(QString::fromStdString(m_panel->markdown()), expected());
    }

    void worksOnlyWhileItIsSeen()
    {
        m_document->setAnalysis(fixture::analysed(fixture::threeSteps()));
        QTest::qWait(400);
        QVERIFY(m_panel->markdown().empty());
        m_panel->show();
        QTRY_VERIFY(m_panel->isSettled());
    }

    /// A name of the capture is text: neither a link nor a tag.
    void namesStayText()
    {
        fixture::Capture capture;
        capture.call(0, 10, "cudaLaunchKernel", 1);
        capture.kernel(20, 90, "<img src=x>[a](file:///etc/passwd)", 1);
        m_panel->show();
        m_document->setAnalysis(fixture::analysed(capture.finish()));
        QTRY_VERIFY(m_panel->isSettled());
        auto* text = m_panel->findChild<QTextBrowser*>();
        QVERIFY(text->toPlainText().contains(QStringLiteral("<img src=x>[a](file:///etc/passwd)")));
        QVERIFY(!text->toHtml().contains(QStringLiteral("<a href")));
        QVERIFY(!text->toHtml().contains(QStringLiteral("<img")));
    }

    void saysThatNothingIsOpen()
    {
        m_panel->show();
        auto* text = m_panel->findChild<QTextBrowser*>();
        QCOMPARE(text->toPlainText(), QStringLiteral("No capture is open."));
        QVERIFY(!m_panel->findChild<QToolButton*>()->isEnabled());
    }

private:
    void open()
    {
        m_panel->show();
        m_document->setAnalysis(fixture::analysed(fixture::threeSteps()));
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        QTRY_VERIFY(m_panel->isSettled());
    }

    QString expected() const
    {
        return QString::fromStdString(reportText(*findReport("markdown"), *m_document->analysis(),
                                                 m_document->window(), nullptr, {})
                                          .value());
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<SummaryPanel> m_panel;
};

QTEST_MAIN(SummaryPanelTest)
#include "summary_panel_test.moc"
