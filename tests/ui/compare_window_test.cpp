// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/finding_text.h"
#include "tests/support/compare_driver.h"
#include "ui/commands/commands.h"
#include "ui/finding_maker.h"
#include "ui/panels/compare/time_link.h"
#include "ui/review_pack.h"

using namespace nv;
using namespace nv::test;

namespace {

constexpr int kWaitMs = kCompareWaitMs;

} // namespace

/// Two traces in one window: opening, swapping, ending, what is kept.
class CompareWindowTest : public CompareDriver
{
    Q_OBJECT

private slots:

    void initTestCase() { writeLoops(); }

    void init() { newWindow(); }

    void cleanup() { closeWindow(); }

    void saysWhatIsMissingAndLeadsThere()
    {
        open();
        m_window->raisePanel("compare");
        QTRY_VERIFY(panel().messageText().startsWith("A second capture beside this one"));
        QTest::mouseClick(panel().findChild<QToolButton*>("compareWith"), Qt::LeftButton);
        auto* dialog = m_window->findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->windowTitle(), utf8("Compare a.sqlite with"));
        emit dialog->fileSelected(loopB());
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kWaitMs);
        QCOMPARE(panel().messageText(), QString());
        QVERIFY(m_window->findChild<QDockWidget*>("compare")->isVisible());
        QCOMPARE(m_settings->recentFiles().front().path, loopB());
        dialog->reject();
    }

    void eachSideKeepsItsWindow()
    {
        compareBoth();
        const TimeRange before = m_window->document().window().range;
        m_window->document().setView({kLoopA.at(2).begin, kLoopA.at(18).end});
        TimelineCanvas& below = split().target()->canvas();
        const auto x = [&](Ns t) {
            return static_cast<int>(split().target()->state().scale().xOf(t));
        };
        const int y = below.height() / 2;
        const QPoint from(x(kLoopB.at(4).begin), y);
        const QPoint to(x(kLoopB.at(9).begin), y);
        QTest::mousePress(&below, Qt::LeftButton, Qt::NoModifier, from);
        QTest::mouseMove(&below, (from + to) / 2);
        QTest::mouseMove(&below, to);
        QTest::mouseRelease(&below, Qt::LeftButton, Qt::NoModifier, to);
        QCOMPARE(pair().target()->window().range,
                 (TimeRange{kLoopB.at(4).begin, kLoopB.at(9).begin})); // snapped to steps
        QCOMPARE(m_window->document().window().range, before);
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kWaitMs);
        QCOMPARE(pair().answer()->comparison.target.steps, std::size_t{5});
        // The line above B counts what is compared, as the tables do.
        const auto strips = m_window->findChildren<SideStrip*>();
        QCOMPARE(strips.size(), 2);
        QVERIFY2(std::ranges::any_of(strips,
                                     [](const SideStrip* strip) {
                                         return strip->text().contains(
                                             QStringLiteral("your window · 5 steps compared · "));
                                     }),
                 qPrintable(strips.back()->text()));
        QVERIFY(panel().command().contains("--target-window 548000000/608000000"));
        QVERIFY(panel().command().startsWith("nsys-verdict compare a.sqlite b.sqlite --window "));
    }

    void bothObeyTheSameKeys()
    {
        m_window->commands().assign(QStringLiteral("view.fit"), QKeySequence(Qt::Key_X));
        compareBoth();
        Document& below = *pair().target();
        const TimeRange whole = below.view().limits();
        below.setView({kLoopB.at(2).begin, kLoopB.at(4).begin});
        TimelineCanvas& canvas = split().target()->canvas();
        QTest::keyClick(&canvas, Qt::Key_Home); // no longer
        QVERIFY(below.view().current() != whole);
        QTest::keyClick(&canvas, Qt::Key_X);
        QVERIFY(below.view().current() == whole);
        m_window->commands().resetAll();
        below.setView({kLoopB.at(2).begin, kLoopB.at(4).begin});
        QTest::keyClick(&canvas, Qt::Key_Home);
        QVERIFY(below.view().current() == whole);
    }

    /// What is on the screen is both: a finding without the second would say half of it.
    void aFindingSaysWhatChanged()
    {
        compareBoth();
        const Finding finding = makeFinding(m_window->document(), nullptr);
        QCOMPARE(finding.title, std::string("A step takes 12.0 ms instead of 10.0 ms"));
        QCOMPARE(finding.panel, std::string("compare"));
        const auto valueOf = [&finding](const std::string& name) {
            for (const FindingFigure& figure : finding.figures)
                if (figure.name == name)
                    return figure.value;
            return std::string();
        };
        QCOMPARE(valueOf("compared with"), std::string("b.sqlite"));
        QCOMPARE(valueOf("a step, A and B"), std::string("10.0 ms, 12.0 ms"));
        QCOMPARE(valueOf("what changed"), pair().answer()->comparison.conclusion.text());
        QVERIFY(!valueOf("window").empty());
        const auto compares = [](const std::string& command) {
            return command.starts_with("nsys-verdict compare a.sqlite b.sqlite --window ");
        };
        QVERIFY(std::any_of(finding.commands.begin(), finding.commands.end(), compares));
        QVERIFY(finding.other.has_value());
        QCOMPARE(finding.other->file, std::string("b.sqlite"));
        QCOMPARE(finding.other->window, pair().target()->window().range);
        QCOMPARE(finding.other->view, pair().target()->view().current());
        // Nobody else's names either.
        const Finding bare = redacted(finding, Placeholders(*m_window->document().trace()));
        for (const FindingFigure& figure : bare.figures)
            QVERIFY2(figure.value.find("b.sqlite") == std::string::npos, figure.name.c_str());
        for (const std::string& command : bare.commands)
            QVERIFY2(command.find("b.sqlite") == std::string::npos, command.c_str());
        QVERIFY(std::any_of(bare.commands.begin(), bare.commands.end(), [](const auto& command) {
            return command.find(" OTHER --window ") != std::string::npos;
        }));
        QCOMPARE(bare.other->file, std::string("OTHER"));
        pair().end();
        QVERIFY(makeFinding(m_window->document(), nullptr).panel != "compare");
    }

    /// The picture has both, one below the other; without the second it says so.
    void aPackDrawsBoth()
    {
        compareBoth();
        PackRequest request;
        request.analysis = m_window->document().analysis();
        request.findings = {makeFinding(m_window->document(), nullptr)};
        request.other = comparedWith(m_window->document());
        const auto both = makePack(request, {});
        QVERIFY(both.hasValue());
        QVERIFY(both.value().items[0].showsOther);
        QCOMPARE(both.value().items[0].picture->height, 2 * 420);
        const QImage image = QImage::fromData(
            QByteArray::fromStdString(both.value().items[0].picture->light), "PNG");
        QCOMPARE(image.size(), QSize(2 * 1280, 2 * 2 * 420)); // twice the pixels of a page
        QVERIFY(packPage(both.value()).find("Below it the second capture, b.sqlite, from ")
                != std::string::npos);
        request.other.reset();
        const auto one = makePack(request, {});
        QVERIFY(one.hasValue());
        QCOMPARE(one.value().items[0].picture->height, 640);
        QVERIFY(packMarkdown(one.value()).find("was not at hand") != std::string::npos);
    }

    void aFindingBringsTheSecondBack()
    {
        compareBoth();
        Document& document = m_window->document();
        pair().target()->setUserWindow({kLoopB.at(4).begin, kLoopB.at(9).begin});
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kWaitMs);
        const Finding finding = makeFinding(document, nullptr);
        const TimeRange window = pair().target()->window().range;
        pair().target()->resetWindow();
        QVERIFY(pair().target()->window().range != window);
        QVERIFY(revisit(document, finding)); // it is still there
        QCOMPARE(pair().target()->window().range, window);
        pair().end();
        QVERIFY(revisit(document, finding));
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kWaitMs);
        QCOMPARE(pair().targetPath(), loopB());
        QCOMPARE(pair().target()->window().range, window);
        pair().end();
        Finding gone = finding;
        gone.other->file = "gone.sqlite";
        QSignalSpy asked(&pair(), &ComparePair::fileRequested);
        QVERIFY(revisit(document, gone));
        QCOMPARE(asked.size(), 1);
        QVERIFY(pair().target() == nullptr);
        QVERIFY2(m_window->findChild<MessageBar*>()->text().startsWith("gone.sqlite, with which"),
                 qPrintable(m_window->findChild<MessageBar*>()->text()));
    }

    void swapping()
    {
        compareBoth();
        const Window a = m_window->document().window();
        const Window b = pair().target()->window();
        // The second leads, so that the two stand by its step; each keeps what it shows.
        pair().target()->setView({kLoopB.at(3).begin, kLoopB.at(6).end});
        const TimeRange viewA = m_window->document().view().current();
        const TimeRange viewB = pair().target()->view().current();
        QTest::mouseClick(m_window->findChild<QToolButton*>("swapCompared"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(
            pair().isCurrent() && m_window->windowTitle().startsWith("b.sqlite"), kWaitMs);
        QCOMPARE(m_window->document().window().range, b.range);
        QCOMPARE(pair().target()->window().range, a.range);
        QCOMPARE(pair().targetPath(), loopA());
        QVERIFY2(
            plain(panel().conclusion())
                .startsWith(utf8("A step takes 10.0 ms instead of 12.0 ms (−2.00 ms, −16.7 %)")),
            qPrintable(panel().conclusion()));
        QCOMPARE(printModel(panel().rows(CompareRows::Kernels).table())[1],
                 utf8("extra_kernel | 0.0100 | 0 | −0.0100 | −100.0 % | removed | 1.00 | 0"));
        QCOMPARE(m_window->document().view().current(), viewB);
        QCOMPARE(pair().target()->view().current(), viewA);
        m_window->document().setView(kLoopB.at(7));
        QCOMPARE(pair().target()->view().current().begin, kLoopA.at(7).begin);
    }

    /// Views that are not linked are kept as they are, too, and so is one at the end of its capture.
    void swappingKeepsAnyViews()
    {
        compareBoth();
        split().link()->setBy(LinkBy::Nothing);
        const TimeRange viewA = kLoopA.at(1);
        const TimeRange viewB{kLoopB.at(8).begin, kLoopB.at(9).end};
        m_window->document().setView(viewA);
        pair().target()->setView(viewB);
        for (const bool isSwapped : {true, false}) {
            action("Swap the compared traces")->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kWaitMs);
            QCOMPARE(m_window->document().view().current(), isSwapped ? viewB : viewA);
            QCOMPARE(pair().target()->view().current(), isSwapped ? viewA : viewB);
        }
    }

    void ending()
    {
        compareBoth();
        QTest::mouseClick(m_window->findChild<QToolButton*>("endCompared"), Qt::LeftButton);
        QTRY_VERIFY(pair().target() == nullptr);
        QVERIFY(split().target() == nullptr);
        QVERIFY(m_window->document().trace() != nullptr);
        QVERIFY(!panel().messageText().isEmpty());
        QVERIFY(!action("End comparing")->isEnabled());
        // Another trace in the place of A ends it too.
        m_window->compareWith(loopB());
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kWaitMs);
        QVERIFY(action("End comparing")->isEnabled());
        m_window->open(loopB());
        QTRY_VERIFY_WITH_TIMEOUT(pair().target() == nullptr, kWaitMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->windowTitle().startsWith("b.sqlite"), kWaitMs);
    }

    /// Noted on B, found again when B is compared again, and when B is A.
    void marksOfTheSecondAreKept()
    {
        m_window->setSessionFolder(m_folder->filePath("sessions"));
        compareBoth();
        pair().target()->annotations().addMark(kLoopB.at(5).begin);
        pair().end();
        m_window->compareWith(loopB());
        const std::vector<Ns> marks{kLoopB.at(5).begin};
        QTRY_VERIFY_WITH_TIMEOUT(
            pair().target() != nullptr && pair().target()->annotations().marks() == marks, kWaitMs);
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kWaitMs);
        action("Swap the compared traces")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().annotations().marks() == marks, kWaitMs);
        QVERIFY(pair().target()->annotations().marks().empty());
    }

    void aBadSecondFileIsASentence()
    {
        open();
        m_window->compareWith(QStringLiteral(NV_SOURCE "/CMakeLists.txt"));
        const auto* bar = m_window->findChild<MessageBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(bar->text().contains("CMakeLists.txt"), kWaitMs);
        QVERIFY(pair().target() == nullptr);
        QVERIFY(m_window->document().trace() != nullptr);
    }

    void openingTheSecondCanBeCancelled()
    {
        open();
        QSignalSpy cancelled(&pair().loader(), &LoadJob::cancelled);
        m_window->compareWith(loopB());
        LoadBar* shown = nullptr;
        for (LoadBar* bar : m_window->findChildren<LoadBar*>())
            if (bar->isVisible())
                shown = bar;
        QVERIFY(shown != nullptr);
        QTest::mouseClick(shown->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(cancelled.count(), 1);
        QTest::qWait(50);
        QVERIFY(pair().target() == nullptr);
    }

    void droppingWithCtrlComparesAndTwoFilesAreAPair()
    {
        open();
        drop({loopB()}, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kWaitMs);
        QVERIFY(m_window->windowTitle().startsWith("a.sqlite"));
        drop({loopB(), loopA()}, Qt::NoModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->windowTitle().startsWith("b.sqlite"), kWaitMs);
        QTRY_VERIFY_WITH_TIMEOUT(pair().isCurrent(), kWaitMs);
        QCOMPARE(pair().targetPath(), loopA());
    }

    void theComparisonIsExported()
    {
        compareBoth();
        action("Export the comparison")->trigger();
        auto* dialog = m_window->findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr);
        const QString file = m_folder->filePath("change.md");
        emit dialog->fileSelected(file);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), kWaitMs);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readAll().startsWith("# a.sqlite and b.sqlite\n\n## What changed\n"));
        dialog->reject();
    }
};

QTEST_MAIN(CompareWindowTest)
#include "compare_window_test.moc"
