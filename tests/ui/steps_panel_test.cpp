// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steady_notes.h"
#include "core/sources/source.h"
#include "tests/support/host_loop.h"
#include "tests/support/panel_answer.h"
#include "tests/support/print_model.h"
#include "ui/document.h"
#include "ui/panels/steps/step_table.h"
#include "ui/panels/steps/steps_panel.h"
#include "ui/plot/step_chart.h"
#include "ui/table/event_names.h"
#include "ui/table/table_view.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace nv;
using namespace nv::test;

/// The steps of the loop of tests/support/host_loop.h: 20 steps of 10 ms from 100 ms on.
class StepsPanelTest : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void listsEveryStep();
    void saysHowTheyWereFound();
    void saysWhyThereAreNone();
    void aRowLeadsToItsStep();
    void anEventHighlightsItsStep();
    void aPointOfTheChartLeadsToItsStep();

private:
    Answer answer() const;

    QTemporaryDir m_folder;
    AnalysisPtr m_analysis;
};

void StepsPanelTest::initTestCase()
{
    const QString path = m_folder.filePath("loop.sqlite"_qs);
    QVERIFY(writeHostLoop(path));
    Progress progress;
    auto trace = loadTrace({path.toStdString()}, {}, progress);
    QVERIFY(trace);
    m_analysis = analyse(trace.value(), {}, {}, progress).value();
    QVERIFY(m_analysis->steady.found);
}

Answer StepsPanelTest::answer() const
{
    auto tables = std::make_shared<WindowTables>();
    tables->window = defaultWindow(*m_analysis);
    return {m_analysis, tables};
}

void StepsPanelTest::listsEveryStep()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(stepTable(answer()));
    const QStringList lines = printModel(model);
    QCOMPARE(lines.size(), 21);
    QCOMPARE(plainSpaces(lines.front()), "step | start | period (ms) | × median | busy | kernels | "
                                         "copies | compile | state | label"_qs);
    // Of a step 5.980 + 0.998 ms are busy; it launches two kernels.
    QVERIFY2(plainSpaces(lines[6]).contains("| 10.0 | 1.00x | 69.8 % | 2 | 0 | 0 | regular | "
                                            "decode_step 5"_qs),
             qPrintable(lines[6]));
    QVERIFY2(lines[1].contains("first kernel"_qs), qPrintable(lines[1]));
    QCOMPARE(model.copyText({5}, {0, 2}), "step\tperiod_ns\n6\t10000000\n"_qs);
}

void StepsPanelTest::saysHowTheyWereFound()
{
    const QString text = plainSpaces(proofText(answer()));
    QVERIFY2(text.contains("steps by NVTX marker “decode_step #” · edges on the host"_qs),
             qPrintable(text));
    QVERIFY2(text.contains("Period: median 10.0 ms"_qs), qPrintable(text));
    QVERIFY(text.contains(plainSpaces(fromUtf8(answer().analysis->steady.reason))));
    // A proposal that begins where the program warms up says so first.
    auto doubted = std::make_shared<Analysis>(*answer().analysis);
    doubted->notes = {{std::string(kSteadyInWarmUp), Severity::Warning, "In a warm-up.", {}}};
    const Answer other{doubted, answer().tables};
    QVERIFY(proofText(other).startsWith("In a warm-up.\n"_qs));
}

void StepsPanelTest::saysWhyThereAreNone()
{
    Document document;
    StepsPanel panel(document);
    panel.present(emptyAnswer(bareAnalysis()));
    QVERIFY2(panel.messageText().contains("No steady state was found, so no steps are listed."_qs),
             qPrintable(panel.messageText()));
    QVERIFY(panel.messageText().contains("nsys profile -t cuda,nvtx,osrt"_qs));
}

void StepsPanelTest::aRowLeadsToItsStep()
{
    Document document;
    document.setAnalysis(m_analysis);
    document.setView(loopStep(10));
    StepsPanel panel(document);
    panel.resize(900, 600);
    panel.show();
    panel.present(answer());
    QTest::mouseClick(panel.view().viewport(), Qt::LeftButton, {},
                      panel.view().visualRect(panel.view().model()->index(2, 0)).center());
    const TimeRange view = document.view().current();
    QVERIFY(view.begin <= loopStep(2).begin);
    QVERIFY(view.end >= loopStep(2).end);
}

void StepsPanelTest::anEventHighlightsItsStep()
{
    Document document;
    StepsPanel panel(document);
    panel.show();
    document.setAnalysis(m_analysis);
    QTRY_COMPARE(panel.view().table().rowCount(), 20);
    document.select(EventRef{EventKind::Op, 7}); // the second kernel of the fourth step
    QCOMPARE(panel.view().currentId(), std::optional<std::uint64_t>(3));
}

void StepsPanelTest::aPointOfTheChartLeadsToItsStep()
{
    Document document;
    document.setAnalysis(m_analysis);
    document.setView(loopStep(1));
    StepsPanel panel(document);
    panel.present(answer());
    emit panel.chart().pointPicked(15);
    const TimeRange view = document.view().current();
    QVERIFY(view.begin <= loopStep(15).begin);
    QVERIFY(view.end >= loopStep(15).end);
}

QTEST_MAIN(StepsPanelTest)
#include "steps_panel_test.moc"
