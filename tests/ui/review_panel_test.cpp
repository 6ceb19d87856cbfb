// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_loop.h"
#include "tests/support/key_catcher.h"
#include "ui/annotations.h"
#include "ui/document.h"
#include "ui/finding_maker.h"
#include "ui/panels/review/review_panel.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <memory>

using namespace nv;
using namespace nv::test;

/// The real dock on the loop of host_loop.h: of a step of 10 ms, compute 6.978 ms, host 2.950 ms.
class ReviewPanelTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        QVERIFY(writeHostLoop(m_folder.filePath(QStringLiteral("loop.sqlite"))));
        m_analysis = loadNow(m_folder.filePath(QStringLiteral("loop.sqlite")));
        QVERIFY(m_analysis);
    }

    void init()
    {
        m_document = std::make_unique<Document>();
        m_parent = std::make_unique<KeyCatcher>();
        m_panel = new ReviewPanel(*m_document, m_parent.get());
        m_parent->resize(1000, 300);
        m_panel->resize(1000, 300);
        m_parent->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_parent.get()));
    }

    void cleanup()
    {
        m_parent.reset();
        m_document.reset();
    }

    void saysWhatToDo()
    {
        QCOMPARE(m_panel->messageText(), QStringLiteral("No capture is open."));
        QVERIFY(!button("Add")->isEnabled());
        m_document->setAnalysis(m_analysis);
        QVERIFY(m_panel->messageText().contains(QStringLiteral("Ctrl+E")));
        QVERIFY(button("Add")->isEnabled());
        QVERIFY(!button("Present")->isEnabled() && !button("Export …")->isEnabled());
        QSignalSpy asked(&list(), &FindingList::makeAsked);
        QTest::mouseClick(button("Add"), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
    }

    void tellsWhatWasFound()
    {
        open(1);
        QVERIFY(m_panel->messageText().isEmpty());
        QCOMPARE(m_panel->list().count(), 1);
        QCOMPARE(m_panel->list().item(0)->text(), QStringLiteral("1  number 1"));
        const QString text = plain(m_panel->figuresText());
        for (const char* part : {"0.1500–0.1600 s (10.0 ms)", "69.8 %", "29.5 %",
                                 "nsys-verdict loop.sqlite --window 150000000/160000000"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    }

    void titleAndNoteAreWritten()
    {
        open(2);
        m_panel->list().setCurrentRow(1);
        QCOMPARE(m_panel->title().text(), QStringLiteral("number 2"));
        m_panel->title().setFocus();
        m_panel->title().selectAll();
        QTest::keyClicks(&m_panel->title(), QStringLiteral("the host waits"));
        QTest::keyClick(&m_panel->title(), Qt::Key_Return);
        QCOMPARE(list().items()[1].title, std::string("the host waits"));
        QCOMPARE(m_panel->list().item(1)->text(), QStringLiteral("2  the host waits"));
        QVERIFY(m_panel->note().hasFocus()); // Enter goes on to the note
        QTest::keyClicks(&m_panel->note(), QStringLiteral("ab"));
        QTest::keyClick(&m_panel->note(), Qt::Key_Left);
        QTest::keyClicks(&m_panel->note(), QStringLiteral("x")); // the cursor stays where it was
        QCOMPARE(list().items()[1].note, std::string("axb"));
        QVERIFY(list().items()[0].note.empty());
        // An empty title changes nothing; letters in the fields are no keys of the timeline.
        m_panel->title().setFocus();
        m_panel->title().clear();
        QTest::keyClick(&m_panel->title(), Qt::Key_Escape); // back to the list
        QVERIFY(m_panel->list().hasFocus());
        QCOMPARE(list().items()[1].title, std::string("the host waits"));
        QCOMPARE(m_parent->keys, 0);
    }

    void orderIsChangedByButtonsAndKeys()
    {
        open(3);
        m_panel->list().setCurrentRow(0);
        QVERIFY(!button("Up")->isEnabled());
        QTest::mouseClick(button("Down"), Qt::LeftButton);
        QCOMPARE(order(), QStringLiteral("213"));
        QCOMPARE(m_panel->list().currentRow(), 1); // the chosen one is followed
        QTest::keyClick(&m_panel->list(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(order(), QStringLiteral("231"));
        QVERIFY(!button("Down")->isEnabled());
        QTest::keyClick(&m_panel->list(), Qt::Key_Down, Qt::AltModifier); // at the end: nothing
        QCOMPARE(order(), QStringLiteral("231"));
        QTest::keyClick(&m_panel->list(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(order(), QStringLiteral("213"));
    }

    /// What a drag of a row ends with.
    void orderFollowsADrag()
    {
        open(4);
        QSignalSpy edited(&m_document->annotations(), &Annotations::edited);
        QAbstractItemModel& model = *m_panel->list().model();
        QVERIFY(model.moveRow({}, 0, {}, 4)); // the first to the end
        QCOMPARE(order(), QStringLiteral("2341"));
        QVERIFY(edited.count() > 0);
        QVERIFY(model.moveRow({}, 2, {}, 0)); // the third to the front
        QCOMPARE(order(), QStringLiteral("4231"));
        for (int row = 0; row < 4; ++row)
            QCOMPARE(m_panel->list().item(row)->text(),
                     QStringLiteral("%1  number %2").arg(row + 1).arg(QStringView(order())[row]));
    }

    void deleteRemovesAndUndoBringsBack()
    {
        open(3);
        m_panel->list().setCurrentRow(1);
        QVERIFY(!button("Undo")->isVisible());
        QTest::keyClick(&m_panel->list(), Qt::Key_Delete);
        QCOMPARE(order(), QStringLiteral("13"));
        QCOMPARE(m_panel->title().text(), QStringLiteral("number 3"));
        QTest::mouseClick(button("Undo"), Qt::LeftButton);
        QCOMPARE(order(), QStringLiteral("123"));
        QCOMPARE(m_panel->list().currentRow(), 1);
        QVERIFY(!button("Undo")->isVisible());
    }

    void enterAndADoubleClickGoBack()
    {
        open(2);
        m_document->fitView();
        m_document->resetWindow();
        m_document->select(std::nullopt);
        m_panel->list().setCurrentRow(0);
        QTest::keyClick(&m_panel->list(), Qt::Key_Return);
        QVERIFY(m_document->window().range == loopStep(5));
        QVERIFY(m_document->view().current() == (TimeRange{145 * kMs, 165 * kMs}));
        QVERIFY(m_document->selection() == std::optional(EventRef{EventKind::Op, 10}));
        const QPoint second = m_panel->list().visualItemRect(m_panel->list().item(1)).center();
        QTest::mouseClick(m_panel->list().viewport(), Qt::LeftButton, {}, second);
        QVERIFY(m_document->window().range == loopStep(5)); // a click only chooses
        QTest::mouseDClick(m_panel->list().viewport(), Qt::LeftButton, {}, second);
        QVERIFY(m_document->window().range == loopStep(6));
    }

    void lettersBelongToTheTimeline()
    {
        open(1);
        m_panel->list().setFocus();
        QTest::keyClick(&m_panel->list(), Qt::Key_Z);
        QTest::keyClick(&m_panel->list(), Qt::Key_1);
        QCOMPARE(m_parent->keys, 2);
        QTest::keyClick(&m_panel->list(), Qt::Key_F2);
        QVERIFY(m_panel->title().hasFocus());
    }

    void namesAreText()
    {
        m_document->setAnalysis(m_analysis);
        Finding finding = findingOf(5);
        finding.title = "<img src=x> %1";
        finding.figures = {{"kernel", "<b>bold</b>", "", true}};
        list().add(finding);
        QCOMPARE(m_panel->list().item(0)->text(), QStringLiteral("1  <img src=x> %1"));
        QVERIFY(m_panel->figuresText().contains(QStringLiteral("<b>bold</b>")));
    }

private:
    FindingList& list() { return m_document->annotations().findings(); }

    Finding findingOf(int step)
    {
        m_document->setUserWindow(loopStep(step));
        m_document->setView({loopStep(step).begin - 5 * kMs, loopStep(step).end + 5 * kMs});
        // Two kernels a step: the gemm of this one.
        m_document->select(EventRef{EventKind::Op, static_cast<std::uint32_t>(2 * step)});
        return makeFinding(*m_document, nullptr);
    }

    void open(int findings)
    {
        m_document->setAnalysis(m_analysis);
        for (int i = 1; i <= findings; ++i) {
            Finding finding = findingOf(4 + i);
            finding.title = "number " + std::to_string(i);
            list().add(finding);
        }
        QCOMPARE(m_panel->list().count(), findings);
    }

    QString order()
    {
        QString out;
        for (const FindingList::Item& item : list().items())
            out += QChar::fromLatin1(item.title.back());
        return out;
    }

    QToolButton* button(const char* text)
    {
        for (QToolButton* button : m_panel->findChildren<QToolButton*>())
            if (button->text() == QString::fromUtf8(text))
                return button;
        return nullptr;
    }

    QTemporaryDir m_folder;
    AnalysisPtr m_analysis;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<KeyCatcher> m_parent;
    ReviewPanel* m_panel = nullptr;
};

QTEST_MAIN(ReviewPanelTest)
#include "review_panel_test.moc"
