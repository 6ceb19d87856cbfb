// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/recipe.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

/// Recipes: what they make, and what they say when they are wrong.
class RecipeTest : public QObject
{
    Q_OBJECT

private slots:
    void simulatesInOrder();
    void putsRowsWhereTold();
    void controlsFlow();
    void repeatsItself();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    TraceFixture m_fixture;
};

void RecipeTest::simulatesInOrder()
{
    const Result<TraceMaker> maker = makeTrace(R"recipe(
process 10 "p"
thread main 10 "main"
thread helper 11 "helper"
stream a 7
stream b 8
costs latency=100ns gap=10ns tail=50ns shortest=20ns between=5ns
kernel k "void k()" time=1us
graph g
    k
    k 2us
end
as main
launch k cost=200ns             # call 0-200, kernel 300-1300
launch k cost=200ns             # call 205-405, kernel 1310-2310 behind the first
record e cost=10ns              # call 410-420
wait e on=b cost=10ns           # call 425-435
launch k on=b cost=100ns        # call 440-540, kernel 2320-3320: the event comes first
replay g cost=60ns              # call 545-605, nodes 2320-3320, 3330-5330
sync a                          # call 610-5380, its record 1610-4380
copy dtoh 4B 90ns pageable blocks cost=30ns     # op 5515-5605, call 5385-5655
as helper
os futex @main                  # 0-5660
)recipe");
    QVERIFY2(maker, maker ? "" : maker.error().message.c_str());
    const std::filesystem::path path = m_fixture.path("simulated.sqlite");
    QVERIFY(maker.value().writeTo(path));
    QCOMPARE(querySql(path, "SELECT start, end, streamId, correlationId, graphNodeId FROM "
                            "CUPTI_ACTIVITY_KIND_KERNEL ORDER BY rowid"),
             (QStringList{QStringLiteral("300|1300|7|1|NULL"), QStringLiteral("1310|2310|7|2|NULL"),
                          QStringLiteral("2320|3320|8|5|NULL"),
                          QStringLiteral("2320|3320|7|6|4294967297"),
                          QStringLiteral("3330|5330|7|6|4294967298")}));
    QCOMPARE(querySql(path, "SELECT start, end FROM CUPTI_ACTIVITY_KIND_RUNTIME ORDER BY start"),
             (QStringList{QStringLiteral("0|200"), QStringLiteral("205|405"),
                          QStringLiteral("410|420"), QStringLiteral("425|435"),
                          QStringLiteral("440|540"), QStringLiteral("545|605"),
                          QStringLiteral("610|5380"), QStringLiteral("5385|5655")}));
    QCOMPARE(querySql(path, "SELECT start, end, syncType FROM CUPTI_ACTIVITY_KIND_SYNCHRONIZATION"),
             QStringList{QStringLiteral("1610|4380|3")});
    QCOMPARE(querySql(path, "SELECT start, end, bytes, copyKind, srcKind, dstKind FROM "
                            "CUPTI_ACTIVITY_KIND_MEMCPY"),
             QStringList{QStringLiteral("5515|5605|4|2|2|0")});
    QCOMPARE(querySql(path, "SELECT start, end, globalTid & 0xFFFFFF FROM OSRT_API"),
             QStringList{QStringLiteral("0|5660|11")});
}

void RecipeTest::putsRowsWhereTold()
{
    const TracePtr trace = m_fixture.openRecipe(R"(
layout 2026
process 10 "p"
thread main 10
stream s 7
kernel a "a" grid=2,3 block=64
row call cudaLaunchKernel_v7000 0us 5us id=1
row kernel a 10us 20us id=1
row kernel a 25us 30us
row copy htod 1KiB 31us 32us pageable id=2
row fill 16B 33us 34us
row replay 35us 36us id=3
row sync 36us 37us
row range "step 1" 0us 40us
row startend "se" 1us 2us
row os read 3us 4us
row overhead "CUDA profiling overhead" 50us 60us
sql "DELETE FROM OSRT_API"
)");
    QVERIFY(trace);
    QCOMPARE(trace->ops.size(), 5U);
    QCOMPARE(trace->ops.start, (std::vector<Ns>{10'000, 25'000, 31'000, 33'000, 35'000}));
    QVERIFY(!trace->ops.call[0].isNone());
    QCOMPARE(trace->ops.correlation[1], kNoCorrelation);
    QCOMPARE(trace->copy(OpIndex(2)).bytes, 1024);
    QCOMPARE(trace->copy(OpIndex(2)).srcKind, 0);
    const LaunchShape shape = trace->kernel(OpIndex(0)).shape.value();
    QCOMPARE(shape.gridY, 3);
    QCOMPARE(shape.gridZ, 1);
    QCOMPARE(shape.blockX, 64);
    QCOMPARE(trace->ranges.size(), 2U);
    QVERIFY(trace->ranges.kind[1] == RangeKind::StartEnd);
    QCOMPARE(trace->osCalls.size(), 0U);
    QCOMPARE(trace->overheads.size(), 1U);
}

void RecipeTest::controlsFlow()
{
    const Result<TraceMaker> maker = makeTrace(R"(
process 10 "p"
thread main 10 "main"
define step
    push "step {i}"
    if i=1,3
        call odd 10ns
    else
        if i%4=0
            call fourth 10ns+5ns*i
        end
    end
    pop
end
repeat 5 i
    do step
end
)");
    QVERIFY2(maker, maker ? "" : maker.error().message.c_str());
    const std::filesystem::path path = m_fixture.path("flow.sqlite");
    QVERIFY(maker.value().writeTo(path));
    QCOMPARE(querySql(path, "SELECT value, end - r.start FROM CUPTI_ACTIVITY_KIND_RUNTIME r JOIN "
                            "StringIds s ON s.id = nameId ORDER BY r.start"),
             (QStringList{QStringLiteral("fourth|10"), QStringLiteral("odd|10"),
                          QStringLiteral("odd|10"), QStringLiteral("fourth|30")}));
    QCOMPARE(
        querySql(path, "SELECT text FROM NVTX_EVENTS ORDER BY start"),
        (QStringList{QStringLiteral("step 0"), QStringLiteral("step 1"), QStringLiteral("step 2"),
                     QStringLiteral("step 3"), QStringLiteral("step 4")}));
}

void RecipeTest::repeatsItself()
{
    const char* recipe = "seed %1\nprocess 10 p\nthread m 10 m\nrepeat 50\ncall cuA 1us~20%\nend\n";
    const auto durations = [&](int seed) {
        const std::string text = QString::fromLatin1(recipe).arg(seed).toStdString();
        const std::filesystem::path path = m_fixture.path("repeat.sqlite");
        const Result<TraceMaker> maker = makeTrace(text);
        if (!maker || !maker.value().writeTo(path))
            return QStringList();
        return querySql(path, "SELECT end - start FROM CUPTI_ACTIVITY_KIND_RUNTIME");
    };
    const QStringList first = durations(1);
    QCOMPARE(first.size(), 50);
    QCOMPARE(durations(1), first);
    QVERIFY(durations(2) != first);
    for (const QString& duration : first)
        QVERIFY(duration.toInt() >= 800 && duration.toInt() <= 1200);
}

void RecipeTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("recipe");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* recipe, const char* message) {
        QTest::newRow(name) << QString::fromLatin1(recipe) << QString::fromLatin1(message);
    };
    row("unknown", "\nfly 3\n", "Line 2 of the recipe: there is no statement \"fly\".");
    row("few", "process 10\n", "Line 1 of the recipe: \"process\" has too few words.");
    row("many", "pop it\n", "Line 1 of the recipe: \"pop\" has too many words.");
    row("option", "work 1us on=a\n", "Line 1 of the recipe: \"work\" has no option \"on\".");
    row("time", "work 12parsec\n",
        "Line 1 of the recipe: \"12parsec\" is not a duration such as 12us~3%.");
    row("quote", "mark \"a\n", "Line 1 of the recipe: a quoted word is not closed.");
    row("end", "repeat 2\nwork 1us\n", "Line 1 of the recipe: \"repeat\" has no \"end\".");
    row("stray", "work 1us\nend\n", "Line 2 of the recipe: \"end\" closes nothing.");
    row("stream", "kernel k k\nlaunch k 1us\n", "Line 2 of the recipe: there is no stream yet.");
    row("kernel", "stream s 7\nlaunch k 1us\n", "Line 2 of the recipe: there is no kernel \"k\".");
    row("duration", "stream s 7\nkernel k k\nlaunch k\n",
        "Line 3 of the recipe: kernel \"k\" has no duration.");
    row("pop", "pop\n", "Line 1 of the recipe: there is no range to pop.");
    row("push", "push a\nwork 1us\n", "Line 2 of the recipe: a pushed range is never popped.");
    row("layout", "layout 2019\n", "Line 1 of the recipe: the layout is 2022, 2023, 2024 or 2026.");
    row("condition", "if i=3\nend\n",
        "Line 1 of the recipe: \"i=3\" is not a condition such as i=3,17.");
    row("recursion", "define a\ndo a\nend\ndo a\n",
        "Line 2 of the recipe: definitions do each other without end.");
    row("event", "stream s 7\nwait e\n",
        "Line 2 of the recipe: nothing has recorded the event \"e\".");
    row("triple", "kernel k k grid=1,2,3,4\n",
        "Line 1 of the recipe: \"grid\" takes up to three whole numbers.");
    row("rate", "stream s 7\ncopy htod 4B rate=5\n",
        "Line 2 of the recipe: \"5\" is not a rate such as 25GB/s.");
    row("row", "row star 1 2\n", "Line 1 of the recipe: there is no row \"star\".");
}

void RecipeTest::saysWhatIsWrong()
{
    QFETCH(QString, recipe);
    QFETCH(QString, message);
    const Result<TraceMaker> maker = makeTrace(recipe.toStdString());
    QVERIFY(!maker);
    QVERIFY(maker.error().code == Errc::BadArgument);
    QCOMPARE(QString::fromStdString(maker.error().message), message);
}

QTEST_APPLESS_MAIN(RecipeTest)
#include "recipe_test.moc"
