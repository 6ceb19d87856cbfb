// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/verdict_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

class VerdictTest : public QObject
{
    Q_OBJECT
private slots:

    void everyRuleHasItsOwnId()
    {
        QStringList ids;
        for (const Rule& rule : rules())
            ids << QString::fromStdString(std::string(rule.id));
        // verdict.md 2, in the order of its table
        QCOMPARE(ids,
                 (QStringList{"kernel-bound", "launch-overhead-bound", "transfer-bound",
                              "sync-bound", "host-bound", "communication-bound", "device-wait",
                              "compile-after-warm-up", "allocation-churn", "no-gpu-activity"}));
        QVERIFY(findRule("mixed") == nullptr);
    }

    void aLossFiresAboveItsLimit_data()
    {
        QTest::addColumn<int>("cls");
        QTest::addColumn<int>("limit"); // in ns of 1 000 000: verdict.md 2
        QTest::addColumn<bool>("isGap");
        const auto row = [](const char* id, BudgetClass cls, int limit, bool isGap) {
            QTest::newRow(id) << static_cast<int>(cls) << limit << isGap;
        };
        row("launch-overhead-bound", BudgetClass::Launch, 100'000, true);
        row("transfer-bound", BudgetClass::Transfer, 100'000, false);
        row("sync-bound", BudgetClass::Sync, 100'000, true);
        row("host-bound", BudgetClass::Host, 100'000, true);
        row("communication-bound", BudgetClass::Communication, 200'000, false);
        row("device-wait", BudgetClass::Queue, 100'000, true);
        row("compile-after-warm-up", BudgetClass::Compile, 10'000, true);
        row("allocation-churn", BudgetClass::Alloc, 20'000, true);
    }

    void aLossFiresAboveItsLimit()
    {
        QFETCH(int, cls);
        QFETCH(int, limit);
        QFETCH(bool, isGap);
        const QString id = QTest::currentDataTag();
        const auto loss = static_cast<BudgetClass>(cls);
        const auto ns = static_cast<DurationNs>(limit);

        const Analysis ordinary = analysed(ordinaryTrace());
        const Verdict above = quickVerdict(ordinary, budgetOf({{loss, ns + 1}}));
        QCOMPARE(findingOf(above, id).state, ClassState::Yes);
        QCOMPARE(findingOf(above, id).qualifier, Qualifier::Exact);
        QCOMPARE(QString::fromStdString(above.primary), id);
        const double share = static_cast<double>(ns + 1) / 1e6;
        QCOMPARE(*findingOf(above, id).bound, 1 / (1 - share));

        const Verdict equal = quickVerdict(ordinary, budgetOf({{loss, ns}}));
        QCOMPARE(findingOf(equal, id).state, ClassState::No);
        QCOMPARE(*findingOf(equal, id).share, static_cast<double>(ns) / 1e6);
        QCOMPARE(equal.primary, std::string("mixed"));
        QVERIFY(!findingOf(equal, id).bound);

        // without API rows no gap is explained
        const Verdict blind =
            quickVerdict(analysed(traceWithoutCalls()), budgetOf({{loss, ns + 1}}));
        QCOMPARE(findingOf(blind, id).state, isGap ? ClassState::CannotTell : ClassState::Yes);
        QVERIFY(!isGap || findingOf(blind, id).reason.find("nsys profile") != std::string::npos);

        // too much unknown: below the limit it cannot be told, above it is a lower bound
        const Verdict hidden =
            quickVerdict(ordinary, budgetOf({{loss, ns}, {BudgetClass::Unknown, 100'001}}));
        QCOMPARE(findingOf(hidden, id).state, isGap ? ClassState::CannotTell : ClassState::No);
        const Verdict atLeast =
            quickVerdict(ordinary, budgetOf({{loss, ns + 1}, {BudgetClass::Unknown, 100'001}}));
        QCOMPARE(findingOf(atLeast, id).state, ClassState::Yes);
        QCOMPARE(findingOf(atLeast, id).qualifier, isGap ? Qualifier::AtLeast : Qualifier::Exact);
        QCOMPARE(QString::fromStdString(atLeast.primary), id);
        const Verdict atLimit =
            quickVerdict(ordinary, budgetOf({{loss, ns + 1}, {BudgetClass::Unknown, 100'000}}));
        QCOMPARE(findingOf(atLimit, id).qualifier, Qualifier::Exact);
    }

    void kernelBound()
    {
        const Analysis ordinary = analysed(ordinaryTrace());
        const auto state = [&](DurationNs compute, DurationNs unknown = 0) {
            return findingOf(quickVerdict(ordinary, budgetOf({{BudgetClass::Compute, compute},
                                                              {BudgetClass::Unknown, unknown}})),
                             "kernel-bound")
                .state;
        };
        QCOMPARE(state(600'000), ClassState::No);
        QCOMPARE(state(600'001), ClassState::Yes);
        QCOMPARE(state(500'000, 200'000), ClassState::CannotTell);
        QCOMPARE(state(700'000, 200'000), ClassState::Yes);

        const Analysis graphs = analysed(traceOfWholeGraphs());
        const Verdict upper = quickVerdict(graphs, budgetOf({{BudgetClass::Compute, 600'001}}));
        QCOMPARE(findingOf(upper, "kernel-bound").state, ClassState::Yes);
        QCOMPARE(findingOf(upper, "kernel-bound").qualifier, Qualifier::AtMost);
        const Verdict no = quickVerdict(graphs, budgetOf({{BudgetClass::Compute, 600'000}}));
        QCOMPARE(findingOf(no, "kernel-bound").state, ClassState::No);
        QCOMPARE(findingOf(no, "kernel-bound").qualifier, Qualifier::Exact);
    }

    void primaryIsWhatToActOn_data()
    {
        using P = std::vector<std::pair<BudgetClass, DurationNs>>;
        QTest::addColumn<P>("parts");
        QTest::addColumn<QString>("primary");
        const auto row = [](const char* name, P parts, const char* primary) {
            QTest::newRow(name) << parts << QString::fromLatin1(primary);
        };
        using B = BudgetClass;
        row("compute above 0.70 beats a loss", {{B::Compute, 700'001}, {B::Sync, 200'000}},
            "kernel-bound");
        row("at 0.70 the loss counts", {{B::Compute, 700'000}, {B::Sync, 200'000}}, "sync-bound");
        row("compute above 0.50 without a loss", {{B::Compute, 500'001}, {B::Sync, 100'000}},
            "kernel-bound");
        row("compute at 0.50 without a loss", {{B::Compute, 500'000}, {B::Sync, 100'000}}, "mixed");
        row("the largest loss", {{B::Sync, 150'000}, {B::Host, 160'000}, {B::Alloc, 30'000}},
            "host-bound");
        row("of equals the first", {{B::Sync, 150'000}, {B::Launch, 150'000}},
            "launch-overhead-bound");
        row("a large one below its own limit does not count",
            {{B::Communication, 200'000}, {B::Alloc, 20'001}}, "allocation-churn");
        row("unknown above 0.30", {{B::Compute, 699'000}, {B::Unknown, 300'001}}, "cannot-tell");
        row("unknown at 0.30", {{B::Compute, 700'000}, {B::Unknown, 300'000}}, "kernel-bound");
    }

    void primaryIsWhatToActOn()
    {
        using P = std::vector<std::pair<BudgetClass, DurationNs>>;
        QFETCH(P, parts);
        QFETCH(QString, primary);
        const Verdict verdict = quickVerdict(analysed(ordinaryTrace()), budgetOf(parts));
        QCOMPARE(QString::fromStdString(verdict.primary), primary);
        QVERIFY(!verdict.primaryReason.empty());
    }

    void withoutApiRowsIdleDecides()
    {
        const Analysis blind = analysed(traceWithoutCalls());
        QCOMPARE(quickVerdict(blind, budgetOf({{BudgetClass::Compute, 699'999}})).primary,
                 std::string("cannot-tell"));
        QCOMPARE(quickVerdict(blind, budgetOf({{BudgetClass::Compute, 750'000}})).primary,
                 std::string("kernel-bound"));
    }

    void withoutKernelRowsNothingCanBeTold()
    {
        const Analysis analysis = analysed(traceWithoutKernels());
        const Verdict verdict =
            quickVerdict(analysis, budgetOf({{BudgetClass::Transfer, 900'000}}));
        QCOMPARE(verdict.primary, std::string("cannot-tell"));
        for (const ClassFinding& finding : verdict.classes) {
            QCOMPARE(finding.state, ClassState::CannotTell);
            QVERIFY(!finding.share);
            QVERIFY(finding.reason.find("nsys profile") != std::string::npos);
        }
    }
};

QTEST_APPLESS_MAIN(VerdictTest)
#include "verdict_test.moc"
