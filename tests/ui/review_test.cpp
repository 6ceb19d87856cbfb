// SPDX-License-Identifier: GPL-3.0-or-later
// Findings in the real window: made by one key, kept, presented, handed over.
#include "tests/support/host_loop.h"
#include "tests/support/report_fixture.h"
#include "ui/annotations.h"
#include "ui/main_window.h"
#include "ui/message_bar.h"
#include "ui/pack_dialog.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/presentation.h"
#include "ui/session_store.h"
#include "ui/table/table_view.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace nv;
using namespace nv::test;

class ReviewTest : public QObject
{
    Q_OBJECT
private slots:

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(path("settings.ini"));
        QVERIFY(writeHostLoop(path("loop.sqlite")));
        open();
    }

    void cleanup()
    {
        m_window.reset();
        m_settings.reset();
        m_folder.reset();
    }

    void oneKeyFromTheTimeline()
    {
        document().setUserWindow(loopStep(5));
        document().select(EventRef{EventKind::Op, 10}); // the gemm of that step
        pressCtrlE(&m_window->findChild<TimelinePanel*>()->canvas());
        QCOMPARE(list().items().size(), std::size_t{1});
        const Finding& finding = list().items()[0];
        QCOMPARE(finding.title, std::string("gemm_kernel")); // the signature is a figure
        QCOMPARE(finding.subject, std::string("void gemm_kernel(float *)"));
        QVERIFY(finding.panel.empty());
        QVERIFY(finding.window == loopStep(5));
        QCOMPARE(finding.source, std::string("user"));
        QVERIFY(finding.event && finding.event->range == (TimeRange{150'020'000, 156'000'000}));
        QCOMPARE(value(finding, "length"), std::string("5.98 ms (5980000 ns)"));
        QCOMPARE(value(finding, "compute"), std::string("69.8 %"));
        QVERIFY(said().startsWith(QStringLiteral("Finding 1 kept: gemm_kernel")));
        QCOMPARE(message(), QString()); // the lanes stay where they are
        // Nothing chosen: it is about the window.
        document().select(std::nullopt);
        pressCtrlE(&m_window->findChild<TimelinePanel*>()->canvas());
        QCOMPARE(QString::fromStdString(list().items()[1].title),
                 QStringLiteral("host-bound for 10.0 ms")); // 69.8 % is below the 70 of compute
    }

    void oneKeyFromATable()
    {
        document().setUserWindow(loopStep(5));
        QTRY_VERIFY_WITH_TIMEOUT(document().tablesAreCurrent(), 20'000);
        TableView& table = raised("kernels");
        QTRY_COMPARE(table.table().rowCount(), 2);
        table.setFocus();
        table.selectRow(0);
        pressCtrlE(&table);
        QCOMPARE(list().items().size(), std::size_t{1});
        const Finding& finding = list().items()[0];
        QCOMPARE(finding.panel, std::string("kernels"));
        QCOMPARE(finding.subject, std::string("void gemm_kernel(float *)")); // whole, not as shown
        QCOMPARE(finding.title, std::string("gemm_kernel"));
        QCOMPARE(value(finding, "kernel"), finding.subject);
        QCOMPARE(value(finding, "n"), std::string("1"));
        QCOMPARE(value(finding, "total (ms)"), std::string("5.98"));
        for (const FindingFigure& figure : finding.figures)
            QVERIFY2(!figure.definition.empty(), figure.name.c_str());
        QVERIFY(finding.commands.back()
                == "nsys stats -r cuda_gpu_kern_sum --filter-time 150000000/160000000 loop.sqlite");
    }

    void theyComeBackWithTheTrace()
    {
        document().setUserWindow(loopStep(5));
        document().setView(loopStep(5));
        entry("Add what is shown")->trigger();
        list().setNote(list().items()[0].id, QStringLiteral("why"));
        QTRY_VERIFY(m_window->sessions().isSettled());
        const Finding before = list().items()[0];
        m_window.reset();
        open();
        QTRY_COMPARE(list().items().size(), std::size_t{1});
        QVERIFY(static_cast<const Finding&>(list().items()[0]) == before);
        QVERIFY(document().window().range != loopStep(5));
        entry("Go to the next")->trigger();
        QVERIFY(document().window().range == loopStep(5));
        QVERIFY(document().view().current() == loopStep(5));
    }

    void theyTravelWithTheSessionFile()
    {
        entry("Add what is shown")->trigger();
        m_window->sessions().exportTo(path("notes.json"));
        QTRY_VERIFY(said().startsWith(QStringLiteral("Written: ")));
        list().remove(list().items()[0].id);
        m_window->sessions().importFrom(path("notes.json"));
        QTRY_COMPARE(said(), QStringLiteral("Read: 0 ranges, 0 marks, 1 finding."));
        QCOMPARE(list().items().size(), std::size_t{1});
        m_window->sessions().importFrom(path("notes.json")); // of equal ones one stays
        QTRY_VERIFY(m_window->sessions().isSettled());
        QCOMPARE(list().items().size(), std::size_t{1});
        // On another trace figures and pictures would be others.
        TraceMaker other;
        other.range(other.thread(other.process(1, "p"), 1, "t"), "r", {0, 1000});
        QVERIFY(other.writeTo(path("other.sqlite").toStdString()));
        load("other.sqlite");
        m_window->sessions().importFrom(path("notes.json"));
        QTRY_VERIFY2(message().contains(QStringLiteral("Its findings are not taken")),
                     qPrintable(message()));
        QVERIFY(list().isEmpty());
    }

    void thePackIsAPage()
    {
        twoFindings();
        exportAs(PackForm::Page, false, path("pack.html"));
        const std::string page = bytesOf(path("pack.html").toStdString());
        QCOMPARE(count(page, "<img src=\"data:image/png;base64,"), 2);
        for (const char* part : {"1. first &lt;finding&gt;", "2. second", "gemm_kernel",
                                 "--window 150000000/160000000", " bytes, "})
            QVERIFY2(page.find(part) != std::string::npos, part);
        QVERIFY(page.ends_with("</html>\n"));
    }

    void thePackIsAFolder()
    {
        twoFindings();
        exportAs(PackForm::Markdown, false, path("pack"));
        QCOMPARE(QDir(path("pack")).entryList(QDir::Files | QDir::Hidden, QDir::Name),
                 (QStringList{QStringLiteral("finding-01.png"), QStringLiteral("finding-02.png"),
                              QStringLiteral("review.md")}));
        QCOMPARE(QImage(path("pack/finding-01.png")).size(), QSize(2560, 1280));
        // An earlier pack is replaced, anything else is not.
        list().remove(list().items()[0].id);
        exportAs(PackForm::Markdown, false, path("pack"));
        QCOMPARE(QDir(path("pack")).entryList(QDir::Files).size(), 2);
        QVERIFY(QDir().mkdir(path("mine")));
        writeFile(path("mine/thesis.txt").toStdString(), "years");
        exportAs(PackForm::Markdown, false, path("mine"), QStringLiteral("The folder mine holds"));
        QCOMPARE(bytesOf(path("mine/thesis.txt").toStdString()), std::string("years"));
        exportAs(PackForm::Markdown, false, path("no/such/folder"),
                 QStringLiteral("folder could not be written"));
        // Nothing half-written is left behind.
        QStringList left =
            QDir(m_folder->path())
                .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
        left.removeOne(QStringLiteral("sessions"));
        QCOMPARE(left, (QStringList{QStringLiteral("loop.sqlite"), QStringLiteral("mine"),
                                    QStringLiteral("pack"), QStringLiteral("settings.ini")}));
    }

    void thePackIsAPdf()
    {
        twoFindings();
        list().remove(list().items()[1].id);
        exportAs(PackForm::Pdf, false, path("pack.pdf"));
        const std::string pdf = bytesOf(path("pack.pdf").toStdString());
        QVERIFY(pdf.starts_with("%PDF-"));
        exportAs(PackForm::Page, false, path("named.pdf")); // the name says more than the list
        QVERIFY(bytesOf(path("named.pdf").toStdString()).starts_with("%PDF-"));
        QVERIFY(pdf.size() > 20'000); // pictures are in it
        QVERIFY(count(pdf, "/Type /Page\n") >= 1);
        exportAs(PackForm::Pdf, false, path("no/such/pack.pdf"),
                 QStringLiteral("pack.pdf could not be written"));
    }

    void withoutNames()
    {
        twoFindings();
        list().remove(list().items()[1].id);
        exportAs(PackForm::Page, true, path("pack.html"));
        exportAs(PackForm::Markdown, true, path("pack"));
        const std::string all = bytesOf(path("pack.html").toStdString())
                                + bytesOf(path("pack/review.md").toStdString());
        for (const char* name : {"gemm_kernel", "attention_kernel", "decode_step", "loop.sqlite"})
            QVERIFY2(all.find(name) == std::string::npos, name);
        QVERIFY(all.find("GEMM kernel 1") != std::string::npos);
        QVERIFY(all.find("nsys-verdict TRACE --window") != std::string::npos);
    }

    void theyArePresented()
    {
        twoFindings();
        list().choose(list().items()[0].id);
        entry("Present")->trigger();
        auto* show = m_window->findChild<Presentation*>();
        QVERIFY(show != nullptr && show->isFullScreen());
        QCOMPARE(show->placeText(), QStringLiteral("1 / 2"));
        QCOMPARE(show->titleText(), QStringLiteral("first <finding>"));
        QCOMPARE(show->noteText(), QStringLiteral("a note"));
        QTRY_VERIFY_WITH_TIMEOUT(!show->picture().isNull(), 20'000);
        QTest::keyClick(show, Qt::Key_Left); // there is none before
        QCOMPARE(show->shown(), std::size_t{0});
        QTest::keyClick(show, Qt::Key_Right);
        QCOMPARE(show->placeText(), QStringLiteral("2 / 2"));
        QVERIFY(show->figuresText().contains(QStringLiteral("window")));
        QTest::keyClick(show, Qt::Key_Space); // nor after
        QCOMPARE(show->shown(), std::size_t{1});
        QCOMPARE(list().chosen(), std::optional(list().items()[1].id));
        QTest::keyClick(show, Qt::Key_Home);
        QCOMPARE(show->shown(), std::size_t{0});
        QTest::keyClick(show, Qt::Key_Escape);
        QTRY_VERIFY(m_window->findChild<Presentation*>() == nullptr);
    }

    void withoutAFindingItIsSaid()
    {
        entry("Present")->trigger();
        QVERIFY(notice().contains(QStringLiteral("no finding to present")));
        entry("Export the findings …")->trigger();
        QVERIFY(notice().contains(QStringLiteral("no finding to export")));
        entry("Go to the next")->trigger();
        QVERIFY(notice().contains(QStringLiteral("Ctrl+E makes one")));
        QVERIFY(m_window->findChild<PackDialog*>() == nullptr);
    }

private:
    QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }

    void open()
    {
        m_window = std::make_unique<MainWindow>(*m_settings, QString());
        m_window->setSessionFolder(path("sessions"));
        m_window->resize(1280, 720);
        m_window->show();
        load("loop.sqlite");
        QApplication::setActiveWindow(m_window.get());
    }

    void load(const char* name)
    {
        const AnalysisPtr before = document().analysis();
        m_window->open(path(name));
        QTRY_VERIFY_WITH_TIMEOUT(document().analysis() && document().analysis() != before, 20'000);
        QTRY_VERIFY(m_window->sessions().isSettled());
    }

    Document& document() { return m_window->document(); }

    FindingList& list() { return document().annotations().findings(); }

    QString said() const { return m_window->statusBar()->currentMessage(); }

    QString message() const { return m_window->findChild<MessageBar*>()->text(); }

    /// What there is not stands in the status bar: nothing failed.
    QString notice() const { return m_window->statusBar()->currentMessage(); }

    static std::string value(const Finding& finding, const char* name)
    {
        for (const FindingFigure& figure : finding.figures)
            if (figure.name == name)
                return plain(QString::fromStdString(figure.value)).toStdString();
        return {};
    }

    static int count(const std::string& text, const std::string& part)
    {
        return static_cast<int>(QByteArray::fromStdString(text).count(part.c_str()));
    }

    TableView& raised(const char* dock)
    {
        m_window->raisePanel(QString::fromLatin1(dock));
        return *m_window->findChild<QDockWidget*>(QString::fromLatin1(dock))
                    ->findChild<TableView*>();
    }

    static void pressCtrlE(QWidget* at)
    {
        at->setFocus();
        QTest::keyClick(at, Qt::Key_E, Qt::ControlModifier);
    }

    QAction* entry(const char* text) const
    {
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->text().remove(u'&') == QString::fromUtf8(text))
                return action;
        return nullptr;
    }

    void twoFindings()
    {
        document().setUserWindow(loopStep(5));
        document().select(EventRef{EventKind::Op, 10});
        entry("Add what is shown")->trigger();
        list().setTitle(list().items()[0].id, QStringLiteral("first <finding>"));
        list().setNote(list().items()[0].id, QStringLiteral("a note"));
        document().setUserWindow(loopStep(6));
        document().select(std::nullopt);
        entry("Add what is shown")->trigger();
        list().setTitle(list().items()[1].id, QStringLiteral("second"));
    }

    /// Through both dialogs; `answer`: what the sentence holds.
    void exportAs(PackForm form, bool isRedacted, const QString& file,
                  const QString& answer = QStringLiteral("Written: "))
    {
        entry("Export the findings …")->trigger();
        auto* dialog = m_window->findChild<PackDialog*>();
        QVERIFY(dialog != nullptr);
        auto* forms = dialog->findChild<QComboBox*>();
        forms->setCurrentIndex(forms->findData(static_cast<int>(form)));
        dialog->findChild<QCheckBox*>()->setChecked(isRedacted);
        for (QPushButton* button : dialog->findChildren<QPushButton*>())
            if (button->text().remove(u'&') == QStringLiteral("Save …"))
                QTest::mouseClick(button, Qt::LeftButton);
        QFileDialog* place = nullptr;
        QTRY_VERIFY((place = m_window->findChild<QFileDialog*>()) != nullptr);
        m_window->findChild<MessageBar*>()->hide();
        m_window->statusBar()->clearMessage();
        emit place->fileSelected(file);
        place->close();
        QTRY_VERIFY2_WITH_TIMEOUT((said() + message()).contains(answer), qPrintable(message()),
                                  60'000);
        QTRY_VERIFY(m_window->findChild<QFileDialog*>() == nullptr
                    && m_window->findChild<PackDialog*>() == nullptr);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(ReviewTest)
#include "review_test.moc"
