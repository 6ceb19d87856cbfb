// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdict/rule.h"
#include "tests/support/loop_fixture.h"
#include "tests/support/made_trace.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>

using namespace nv;
using nlohmann::json;

namespace {

const QString kTraces = QStringLiteral(NV_TRACES);

Analysis analysed(const TracePtr& trace)
{
    Progress progress;
    return *analyse(trace, {}, {}, progress).value();
}

/// One launch and its kernel: a capture that carries every class.
TracePtr ordinaryTrace()
{
    test::LoopFixture loop;
    loop.launch("gemm()", 0, 100, 200);
    return loop.model.finish();
}

TracePtr traceWithoutCalls()
{
    test::LoopFixture loop;
    loop.model.kernel(loop.stream, "gemm()", 0, 100);
    return loop.model.finish();
}

TracePtr traceWithoutKernels()
{
    test::LoopFixture loop;
    loop.model.call(loop.thread, "cudaLaunchKernel_v7000", 0, 5, 1);
    loop.model.call(loop.thread, "cudaMemcpyAsync_v3020", 6, 9, 2);
    loop.model.copy(loop.stream, 64, 10, 20, 2);
    return loop.model.finish();
}

TracePtr traceOfWholeGraphs()
{
    test::LoopFixture loop;
    loop.model.call(loop.thread, "cudaGraphLaunch_v10000", 0, 5, 1);
    loop.model.graph(loop.stream, 1, 10, 20, 1);
    return loop.model.finish();
}

/// A window of 1 000 000 ns on device 0; what is not given is `none`.
WindowBudget budgetOf(std::vector<std::pair<BudgetClass, DurationNs>> parts)
{
    constexpr DurationNs kLength = 1'000'000;
    WindowBudget budget;
    budget.window = {0, static_cast<Ns>(kLength)};
    DeviceBudget device;
    device.device = DeviceId(std::size_t{0});
    device.active = true;
    device.budget[BudgetClass::None] = kLength;
    for (const auto& [cls, ns] : parts) {
        device.budget[cls] = ns;
        device.budget[BudgetClass::None] -= ns;
    }
    device.busyNs = device.budget.busy();
    device.idleNs = kLength - device.busyNs;
    for (std::size_t c = 0; c < kBudgetClasses; ++c)
        budget.shares.at(c) =
            static_cast<double>(device.budget.at(c)) / static_cast<double>(kLength);
    budget.devices.push_back(device);
    return budget;
}

const ClassFinding& findingOf(const Verdict& verdict, const QString& id)
{
    return *verdict.find(id.toStdString());
}

/// `count` steps of 100 ns from 0 on.
void addSteps(Analysis& analysis, std::size_t count)
{
    analysis.steady.found = true;
    for (std::size_t i = 0; i < count; ++i) {
        Step step;
        step.begin = static_cast<Ns>(i) * 100;
        step.end = step.begin + 100;
        step.regular = true;
        analysis.steady.steps.push_back(step);
    }
    analysis.steady.window = {0, static_cast<Ns>(count) * 100};
}

WindowBudget over(TimeRange window)
{
    WindowBudget budget = budgetOf({});
    budget.window = window;
    return budget;
}

std::filesystem::path pathOf(const QString& file)
{
    const QString direct = kTraces + '/' + file;
    return (QFile::exists(direct) ? direct : kTraces + "/nsys-rep/" + file).toStdString();
}

} // namespace

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

    void nothingRan()
    {
        test::LoopFixture loop;
        loop.model.range(loop.thread, "only a range", 0, 100);
        test::ModelFixture bare;
        const ThreadId thread = bare.thread(bare.process(1), 1);
        bare.range(thread, "only a range", 0, 100);
        const Analysis analysis = analysed(bare.finish());
        WindowBudget budget;
        budget.window = {0, 100};
        const Verdict verdict = quickVerdict(analysis, budget);
        QCOMPARE(verdict.primary, std::string("no-gpu-activity"));
        QCOMPARE(findingOf(verdict, "no-gpu-activity").state, ClassState::Yes);
        QCOMPARE(findingOf(verdict, "transfer-bound").state, ClassState::No);
        QCOMPARE(findingOf(verdict, "sync-bound").state, ClassState::CannotTell); // no API rows
        QVERIFY(!findingOf(verdict, "transfer-bound").share);

        const Verdict ran = quickVerdict(analysed(ordinaryTrace()), budgetOf({}));
        QCOMPARE(findingOf(ran, "no-gpu-activity").state, ClassState::No);
    }

    void aCompileCallInASteadyWindowIsAYes()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 100, 200);
        loop.model.call(loop.thread, "cuModuleLoadData", 450, 470);
        Analysis analysis = analysed(loop.model.finish());
        const QString id = "compile-after-warm-up";
        const auto judged = [&](TimeRange window) { return quickVerdict(analysis, over(window)); };

        QCOMPARE(findingOf(judged({0, 900}), id).state, ClassState::No); // no steady state known
        QCOMPARE(findingOf(judged({0, 900}), id).title, std::string("compile and set-up"));
        addSteps(analysis, 9);
        QCOMPARE(findingOf(judged({0, 900}), id).state, ClassState::Yes);
        QCOMPARE(findingOf(judged({0, 900}), id).title, std::string("compile-after-warm-up"));
        QCOMPARE(judged({0, 900}).primary, std::string("mixed"));          // by count never primary
        QCOMPARE(findingOf(judged({0, 450}), id).state, ClassState::No);   // ends where it begins
        QCOMPARE(findingOf(judged({470, 900}), id).state, ClassState::No); // begins where it ends
        QCOMPARE(findingOf(judged({0, 451}), id).state, ClassState::Yes);
        QCOMPARE(findingOf(judged({0, 901}), id).state, ClassState::No); // leaves the steady state
    }

    void anAllocationInEveryStepIsAYes()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 3, 9);
        for (Ns step = 0; step < 9; ++step)
            loop.model.call(loop.thread, "cudaMalloc_v3020", step * 100 + 50, step * 100 + 55);
        Analysis analysis = analysed(loop.model.finish());
        const QString id = "allocation-churn";
        const auto state = [&](TimeRange window) {
            return findingOf(quickVerdict(analysis, over(window)), id).state;
        };
        QCOMPARE(state({0, 900}), ClassState::CannotTell); // calls, but no steps to ask
        QCOMPARE(state({60, 149}), ClassState::No);        // no call at all
        addSteps(analysis, 9);
        QCOMPARE(state({0, 900}), ClassState::Yes);
        QCOMPARE(state({0, 800}), ClassState::Yes);        // 8 steps are enough
        QCOMPARE(state({1, 800}), ClassState::CannotTell); // 7 are not
        addSteps(analysis, 0);
        Step without;
        without.begin = 900;
        without.end = 1000;
        analysis.steady.steps.push_back(without);
        QCOMPARE(state({0, 1000}), ClassState::No); // the tenth step has none
    }

    void anEmptyWindowTellsNothing()
    {
        WindowBudget budget = budgetOf({});
        budget.window = {5, 5};
        budget.shares = {};
        const Verdict verdict = quickVerdict(analysed(ordinaryTrace()), budget);
        QCOMPARE(findingOf(verdict, "sync-bound").state, ClassState::CannotTell);
        QVERIFY(!findingOf(verdict, "sync-bound").share);
    }

    void profilesTheLeadingKernelOfTheWindow()
    {
        test::LoopFixture loop;
        for (Ns i = 0; i < 10; ++i) {
            loop.launch("lib::gemm<float>(T1 *)", i * 100, i * 100 + 10, i * 100 + 80);
            loop.launch("norm()", i * 100 + 20, i * 100 + 80, i * 100 + 90);
        }
        const TracePtr trace = loop.model.finish();
        const auto writable = std::const_pointer_cast<TraceModel>(trace);
        writable->capture.command = {"env", "TOKEN=fake-secret-0123456789", "python", "a b.py"};
        Analysis analysis = analysed(trace);
        analysis.steady = {}; // with steps known the count would be that of one step
        const Window window = userWindow(analysis, {310, 810}); // launches 4 to 8 start inside
        const auto tables = windowTables(analysis, window, {}, {}).value();
        const WindowBudget budget = windowBudget(*analysis.budget, window.range);
        const Verdict verdict = fullVerdict(analysis, budget, tables);
        // 5 x 70 of 500 ns compute by gemm, 5 x 10 by norm: 0.80
        QCOMPARE(verdict.primary, std::string("kernel-bound"));
        const std::string name(
            analysis.trace->names.text(analysis.trace->kernelVariants.front().shortName));
        QVERIFY2(verdict.command.find("--launch-skip 3 --launch-count 5 ") != std::string::npos,
                 verdict.command.c_str());
        QVERIFY(verdict.command.starts_with("ncu --kernel-name "));
        QVERIFY(verdict.command.find(name) != std::string::npos);
        QVERIFY(verdict.command.ends_with(" python 'a b.py'"));
        QVERIFY(verdict.command.find("fake-secret") == std::string::npos);
        QVERIFY(verdict.nextAction.ends_with(verdict.command));
    }

    void everyClassHasANextAction()
    {
        const Analysis analysis = analysed(ordinaryTrace());
        const Window window = allWindow(analysis);
        const auto tables = windowTables(analysis, window, {}, {}).value();
        for (const Rule& rule : rules()) {
            const WindowBudget budget = budgetOf({});
            const RuleInput input = fullInput(analysis, budget, tables);
            const std::string sentence = rule.act(input, rule.judge(input, rule));
            QVERIFY2(sentence.size() > 20, std::string(rule.id).c_str());
        }
        const Verdict mixed = fullVerdict(
            analysis, budgetOf({{BudgetClass::Sync, 90'000}, {BudgetClass::Queue, 80'000}}),
            tables);
        QCOMPARE(mixed.primary, std::string("mixed"));
        QVERIFY(mixed.nextAction.find("sync-bound (9.0 %) and device-wait (8.0 %)")
                != std::string::npos);
    }

    void equalsTheReference_data()
    {
        QTest::addColumn<QString>("slug");
        if (!QDir(kTraces).exists())
            QSKIP("the folder of real traces is not here");
        std::ifstream in((kTraces + "/golden/budgets.json").toStdString());
        const json golden = json::parse(in);
        for (const auto& [slug, entry] : golden.items())
            QTest::newRow(slug.c_str()) << QString::fromStdString(slug);
    }

    void equalsTheReference()
    {
        QFETCH(QString, slug);
        static const json kGolden = [] {
            std::ifstream in((kTraces + "/golden/budgets.json").toStdString());
            return json::parse(in);
        }();
        const json& entry = kGolden[slug.toStdString()];
        Analysis analysis;
        analysis.trace = test::load(pathOf(QString::fromStdString(entry["file"])));
        QVERIFY(analysis.trace);
        analysis.budget = BudgetIndex::build(analysis.trace, {}, {}).value();
        for (const auto& [name, want] : entry["windows"].items()) {
            const TimeRange window{want["window"][0].get<Ns>(), want["window"][1].get<Ns>()};
            const WindowBudget budget = windowBudget(*analysis.budget, window);
            const Verdict verdict = quickVerdict(analysis, budget);
            QVERIFY2(verdict.primary == want["primary"], (slug.toStdString() + " " + name).c_str());
            const ClassFinding* finding = verdict.find(verdict.primary);
            QCOMPARE(finding != nullptr && finding->qualifier == Qualifier::AtLeast,
                     want["at_least"].get<bool>());
            std::vector<std::string> active;
            for (const DeviceBudget& device : budget.devices)
                if (device.active)
                    active.push_back(analysis.trace->devices[device.device()].label);
            std::ranges::sort(active);
            auto wantActive = want["active"].get<std::vector<std::string>>();
            std::ranges::sort(wantActive);
            QCOMPARE(active, wantActive);
            for (std::size_t c = 0; c < kBudgetClasses; ++c) {
                const double wanted =
                    want["shares"][std::string(budgetClassKey(static_cast<BudgetClass>(c)))];
                QVERIFY(std::abs(budget.shares.at(c) - wanted) <= 2e-12 * std::max(wanted, 1e-9));
            }
        }
    }
};

QTEST_APPLESS_MAIN(VerdictTest)
#include "verdict_test.moc"
