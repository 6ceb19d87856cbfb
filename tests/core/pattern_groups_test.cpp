// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/pattern_groups.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

Ns us(Ns t)
{
    return 1'000'000'000 + t * 1000;
}

/// One stream of kernels that run 10 us each, told by name and the gap before it.
class Layers : public TraceSketch
{
public:
    void run(const std::string& name, Ns gap, std::int64_t stream = 7)
    {
        m_now += gap;
        kernel({name, us(m_now), us(m_now + 10), -1, {100, 0, stream}});
        m_now += 10;
    }

    /// A layer of 110 us: qkv and attention, projection, reduction and norm, the gated product.
    void layer(Ns attentionGap = 20)
    {
        run("flash_fwd", attentionGap);
        run("gemm_out", 1);
        run("allreduce", 4);
        run("rms_norm", 2);
        run("gemm_up", 1);
        run("silu", 1);
        run("gemm_down", 1);
        run("gemm_qkv", 0);
    }

    void step(int number)
    {
        range({"[Executor] _forward_step " + std::to_string(number) + ": 0 ctx reqs, 8 gen reqs",
               us(m_now), us(m_now + 5), 101, 100});
    }

    Ns now() const { return m_now; }

private:
    Ns m_now = 0;
};

PatternKernel part(const char* operation, DurationNs gap)
{
    return {NameId(0), NameId(0), operation, 10, gap};
}

RepeatingPattern patternOf(const Analysis& analysis)
{
    return repeatingPattern(analysis, wholeWindow(analysis), {});
}

} // namespace

/// Layers of a model and what their blocks lose, host-overhead.md 6.3.
class PatternGroupsTest : public QObject
{
    Q_OBJECT

private slots:
    void prioritiesOfTheSample();
    void layersOfADecodeLoop();
    void groupsCutByTheUser();
    void aStrangeLayerIsLeftOut();
    void withoutAttentionTheCommonCount();
    void attentionOfTwoKinds();
    void theBusiestStream();
    void withoutStepsTheWindow();
    void noPattern_data();
    void noPattern();
    void labelsGoOnAfterZ();
};

void PatternGroupsTest::prioritiesOfTheSample()
{
    // The document's sample: 340, 180, 15 and 526 us of 1061.
    std::vector<PatternKernel> kernels(43, part("GEMM", 0));
    kernels[3].gap = 340;
    kernels[25].gap = 180;
    kernels[30].gap = 15;
    kernels[31].gap = 300;
    kernels[42].gap = 226;
    const std::vector<std::size_t> starts{0, 20, 30, 31};
    const std::vector<PatternGroup> groups = patternGroups(kernels, starts);
    QCOMPARE(groups.size(), std::size_t{4});
    QCOMPARE(groups[0].priority, GapPriority::Medium); // 32.0 %
    QCOMPARE(groups[1].priority, GapPriority::Low);    // 17.0 %
    QCOMPARE(groups[2].priority, GapPriority::Low);    // 1.4 %
    QCOMPARE(groups[3].priority, GapPriority::High);   // 49.6 %
    QCOMPARE(groups[3].gap, DurationNs{526});
    QCOMPARE(groups[3].share, 526.0 / 1061.0);
    QCOMPARE(groups[1].first, std::size_t{20});
    QCOMPARE(groups[1].last, std::size_t{29});
    QCOMPARE(gapPriority(0.40), GapPriority::High);
    QCOMPARE(gapPriority(0.25), GapPriority::Medium);
    QCOMPARE(gapPriority(0.2499), GapPriority::Low);
}

void PatternGroupsTest::layersOfADecodeLoop()
{
    Layers sketch; // 6 steps of 4 layers, a sampler after them; the last step has no end
    for (int s = 0; s < 6; ++s) {
        sketch.step(s);
        sketch.run("embed", 30);
        for (int l = 0; l < 4; ++l)
            sketch.layer();
        sketch.run("topk_sampler", 50);
    }
    const Analysis analysis = sketch.finish();
    const RepeatingPattern found = patternOf(analysis);
    QVERIFY2(found.isFound(), found.reason.c_str());
    QCOMPARE(analysis.trace->names.text(found.anchor), std::string_view("flash_fwd"));
    QCOMPARE(found.steps, std::size_t{5});
    QCOMPARE(found.repetitions, std::size_t{4});
    QCOMPARE(found.matched, std::size_t{15}); // the last of each step runs into the sampler
    QCOMPARE(found.others, std::size_t{0});
    QCOMPARE(found.kernels.size(), std::size_t{8});
    QCOMPARE(found.mean(found.kernels[0].gap), 20'000.0);
    QCOMPARE(found.mean(found.kernels[0].running), 10'000.0);
    QCOMPARE(found.kernels[0].operation, std::string("attention"));
    // attention | projection | reduction and norm | products
    QCOMPARE(found.groups.size(), std::size_t{4});
    QCOMPARE(found.groups[0].operation, std::string("attention"));
    QCOMPARE(found.groups[1].operation, std::string("GEMM"));
    QCOMPARE(found.groups[2].operation, std::string("collective"));
    QCOMPARE(found.groups[2].first, std::size_t{2});
    QCOMPARE(found.groups[2].last, std::size_t{3});
    QCOMPARE(found.groups[3].first, std::size_t{4});
    QCOMPARE(found.groups[3].last, std::size_t{7});
    QCOMPARE(found.groups[3].label, std::string("D"));
    QCOMPARE(found.mean(found.groups[2].gap), 6'000.0);
    QCOMPARE(found.groups[0].share, 20.0 / 30.0);
    QCOMPARE(found.groups[0].priority, GapPriority::High);
    QCOMPARE(found.groups[2].priority, GapPriority::Low); // 6 of 30
}

void PatternGroupsTest::groupsCutByTheUser()
{
    const std::vector<PatternKernel> kernels{part("attention", 1), part("GEMM", 2), part("norm", 3),
                                             part("elementwise", 4)};
    const std::vector<std::size_t> starts{3, 2, 3, 99}; // in any order, twice, out of range
    const std::vector<PatternGroup> groups = patternGroups(kernels, starts);
    QCOMPARE(groups.size(), std::size_t{3});
    QCOMPARE(groups[0].last, std::size_t{1});
    QCOMPARE(groups[0].operation, std::string("attention"));
    QCOMPARE(groups[1].operation, std::string("norm"));
    QCOMPARE(groups[2].gap, DurationNs{4});
    QVERIFY(patternGroups({}, {}).empty());
    const std::vector<PatternKernel> still{part("GEMM", 0), part("attention", 0)};
    const std::vector<PatternGroup> without = patternGroups(still, proposedGroupStarts(still));
    QCOMPARE(without.size(), std::size_t{2});
    QCOMPARE(without[0].share, 0.0);
    QCOMPARE(without[0].priority, GapPriority::Low);
}

void PatternGroupsTest::aStrangeLayerIsLeftOut()
{
    Layers sketch;
    for (int s = 0; s < 4; ++s) {
        sketch.step(s);
        sketch.layer();
        sketch.run("flash_fwd", 500); // a layer of two kernels
        sketch.run("gemm_out", 500);
        sketch.layer();
        sketch.layer();
        sketch.layer();
    }
    const Analysis analysis = sketch.finish();
    const RepeatingPattern found = patternOf(analysis);
    QCOMPARE(found.kernels.size(), std::size_t{8});
    QCOMPARE(found.repetitions, std::size_t{5});
    QCOMPARE(found.matched, std::size_t{9}); // of three steps: 1st, 3rd, 4th
    QCOMPARE(found.others, std::size_t{3});
    QCOMPARE(found.kernels[0].gap, DurationNs{160'000}); // before the very first nothing is known
}

void PatternGroupsTest::withoutAttentionTheCommonCount()
{
    Layers sketch; // "conv" and "bn" once, "relu" twice per block
    for (int s = 0; s < 3; ++s) {
        sketch.step(s);
        sketch.run("stem", 5);
        for (int l = 0; l < 6; ++l) {
            sketch.run("conv", 3);
            sketch.run("relu", 1);
            sketch.run("batch_norm", 1);
            sketch.run("relu", 1);
        }
    }
    const Analysis analysis = sketch.finish();
    const RepeatingPattern found = patternOf(analysis);
    QCOMPARE(analysis.trace->names.text(found.anchor), std::string_view("conv"));
    QCOMPARE(found.kernels.size(), std::size_t{4});
    QCOMPARE(found.repetitions, std::size_t{6});
    QCOMPARE(found.matched, std::size_t{10});
}

void PatternGroupsTest::attentionOfTwoKinds()
{
    Layers sketch; // every fourth layer attends to everything: that is no anchor
    for (int s = 0; s < 3; ++s) {
        sketch.step(s);
        for (int l = 0; l < 16; ++l) {
            sketch.run(l % 4 == 3 ? "full_attention" : "window_attention", 5);
            sketch.run("gemm", 1);
            sketch.run("gemm", 1);
        }
    }
    const Analysis analysis = sketch.finish();
    const RepeatingPattern found = patternOf(analysis);
    QCOMPARE(analysis.trace->names.text(found.anchor), std::string_view("window_attention"));
    QCOMPARE(found.repetitions, std::size_t{12});
    QCOMPARE(found.kernels.size(), std::size_t{3});
    QCOMPARE(found.matched, std::size_t{16}); // of two steps: two of each four, the last has no end
    QCOMPARE(found.others, std::size_t{6});
}

void PatternGroupsTest::theBusiestStream()
{
    Layers sketch;
    for (int s = 0; s < 3; ++s) {
        sketch.step(s);
        for (int l = 0; l < 4; ++l) {
            sketch.run("gemm", 5, 7);
            sketch.run("norm", 5, 7);
            sketch.run("prefetch", 0, 9);
        }
    }
    const Analysis analysis = sketch.finish();
    const RepeatingPattern found = patternOf(analysis);
    QCOMPARE(analysis.trace->streams[found.stream()].number, std::int64_t{7});
    QCOMPARE(found.kernels.size(), std::size_t{2});
    // On its stream the prefetch is a gap: 15 us, six times but for the first kernel of all.
    QCOMPARE(found.matched, std::size_t{6});
    QCOMPARE(found.kernels[0].gap, DurationNs{75'000});
}

void PatternGroupsTest::withoutStepsTheWindow()
{
    Layers sketch;
    for (int l = 0; l < 5; ++l)
        sketch.layer();
    const Analysis analysis = sketch.finish();
    const RepeatingPattern found = patternOf(analysis);
    QCOMPARE(found.steps, std::size_t{1});
    QCOMPARE(found.repetitions, std::size_t{5});
    QCOMPARE(found.matched, std::size_t{4});
    // The gap before the first kernel of the trace is not known; that before the others is.
    QCOMPARE(found.kernels[0].gap, DurationNs{60'000});
    const RepeatingPattern part = repeatingPattern(analysis, windowOf(us(0), us(3 * 110)), {});
    QCOMPARE(part.repetitions, std::size_t{3});
}

void PatternGroupsTest::noPattern_data()
{
    QTest::addColumn<QStringList>("kernels");
    QTest::addColumn<QString>("reason");
    QTest::newRow("nothing twice")
        << QStringList{"a", "b", "c"} << QStringLiteral("runs three times");
    QTest::newRow("twice") << QStringList{"a", "b", "a", "b"} << QStringLiteral("runs three times");
    QTest::newRow("never the same")
        << QStringList{"a", "x", "a", "y", "a", "z", "x", "a"} << QStringLiteral("never the same");
}

void PatternGroupsTest::noPattern()
{
    QFETCH(QStringList, kernels);
    QFETCH(QString, reason);
    Layers sketch;
    for (const QString& name : kernels)
        sketch.run(name.toStdString(), 1);
    const Analysis analysis = sketch.finish();
    const RepeatingPattern found = patternOf(analysis);
    QVERIFY(!found.isFound());
    QVERIFY(found.groups.empty());
    QVERIFY2(QString::fromStdString(found.reason).contains(reason), found.reason.c_str());
    const Analysis empty = Layers().finish();
    QVERIFY(patternOf(empty).reason.find("No kernel ran") == 0);
}

void PatternGroupsTest::labelsGoOnAfterZ()
{
    const std::vector<PatternKernel> kernels(30, part("other", 1));
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < kernels.size(); ++i)
        starts.push_back(i);
    const std::vector<PatternGroup> groups = patternGroups(kernels, starts);
    QCOMPARE(groups[25].label, std::string("Z"));
    QCOMPARE(groups[26].label, std::string("AA"));
    QCOMPARE(groups[27].label, std::string("AB"));
}

QTEST_APPLESS_MAIN(PatternGroupsTest)
#include "pattern_groups_test.moc"
