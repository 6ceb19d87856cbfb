// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_pattern.h"
#include "core/scene/event_search.h"
#include "core/scene/event_view.h"
#include "tests/support/loop_fixture.h"

#include <QTest>

#include <random>

using namespace nv;
using scene::EventQuery;
using scene::searchEvents;

namespace {

/// Two kernels, a copy, a memset and a replay behind their calls, inside two ranges.
TracePtr small()
{
    test::LoopFixture loop;
    loop.launch("Gemm(float*)", 0, 100, 200);
    loop.launch("reduce()", 10, 300, 400);
    loop.model.copy(loop.stream, 64, 500, 600);
    loop.model.memset(loop.stream, 64, 600, 610);
    loop.model.graph(loop.stream, 3, 700, 800);
    loop.model.range(loop.thread, "step gemm", 0, 250);
    loop.model.range(loop.thread, "idle", 250, 250);
    return loop.model.finish();
}

std::string found(const TracePtr& trace, const EventQuery& query)
{
    const auto events = searchEvents(*trace, query, {});
    if (!events)
        return events.error().message;
    std::string text;
    for (const EventRef& event : events.value())
        text += scene::labelOf(*trace, event) + "@"
                + std::to_string(scene::rangeOf(*trace, event).begin) + " ";
    return text;
}

EventQuery query(std::string text)
{
    EventQuery q;
    q.text = std::move(text);
    return q;
}

} // namespace

class EventSearchTest : public QObject
{
    Q_OBJECT
private slots:

    void findsByEveryName()
    {
        const TracePtr trace = small();
        QCOMPARE(found(trace, query("")), std::string());
        QCOMPARE(found(trace, query("nothing")), std::string());
        // The range begins with the call; a kernel is found by its demangled name.
        QCOMPARE(found(trace, query("gemm")), std::string("step gemm@0 Gemm@100 "));
        QCOMPARE(found(trace, query("(float*)")), std::string("Gemm@100 "));
        QCOMPARE(found(trace, query("_v7000")),
                 std::string("cudaLaunchKernel@0 cudaLaunchKernel@10 "));
        QCOMPARE(found(trace, query("copy host")), std::string("copy Host-to-Device@500 "));
        QCOMPARE(found(trace, query("memset")), std::string("memset@600 "));
        QCOMPARE(found(trace, query("graph ")).substr(0, 6), std::string("graph "));
        QCOMPARE(found(trace, query("idle")), std::string("idle@250 "));
    }

    void caseAndExpressions()
    {
        const TracePtr trace = small();
        EventQuery q = query("Gemm");
        q.isCaseSensitive = true;
        QCOMPARE(found(trace, q), std::string("Gemm@100 "));
        q = query("^(step )?[gG]emm($|.float)");
        QCOMPARE(found(trace, q), std::string()); // as words nothing is called so
        q.isExpression = true;
        QCOMPARE(found(trace, q), std::string("step gemm@0 Gemm@100 "));
        q.text = "^GEMM";
        QCOMPARE(found(trace, q), std::string("Gemm@100 ")); // its short name begins so
        q.isCaseSensitive = true;
        QCOMPARE(found(trace, q), std::string());
        q.text = "a(";
        QCOMPARE(found(trace, q), std::string("The regular expression \"a(\" cannot be read: a "
                                              "parenthesis is not closed."));
        q.text = "(a)\\1";
        QVERIFY(found(trace, q).ends_with("back references are not supported."));
    }

    void kindsAndTimeNarrow()
    {
        const TracePtr trace = small();
        EventQuery q = query("e");
        q.kinds = {true, false, false, false};
        QCOMPARE(found(trace, q), std::string("Gemm@100 reduce@300 copy Host-to-Device@500 "
                                              "memset@600 "));
        q.within = TimeRange{199, 300}; // half-open: what begins at its end is outside
        QCOMPARE(found(trace, q), std::string("Gemm@100 "));
        q.within = TimeRange{200, 301};
        QCOMPARE(found(trace, q), std::string("reduce@300 "));
        q = query("idle");
        q.within = TimeRange{250, 251}; // an event without length lies where it begins
        QCOMPARE(found(trace, q), std::string("idle@250 "));
        q.within = TimeRange{249, 250};
        QCOMPARE(found(trace, q), std::string());
    }

    /// Against the naive reading: every event asked by itself, then sorted.
    void equalsTheNaiveSearch()
    {
        std::mt19937 random(7);
        const auto pick = [&random](int n) {
            return static_cast<Ns>(std::uniform_int_distribution<int>(0, n - 1)(random));
        };
        for (int round = 0; round < 20; ++round) {
            test::LoopFixture loop;
            for (int i = 0; i < 200; ++i) {
                const Ns at = pick(1000);
                loop.launch("k" + std::to_string(pick(12)) + "()", at, at + 5, at + 5 + pick(40));
                if (pick(3) == 0)
                    loop.model.range(loop.thread, "r" + std::to_string(pick(12)), at, at + pick(9));
            }
            const TracePtr trace = loop.model.finish();
            EventQuery q = query(std::to_string(pick(12)));
            if (pick(2) == 0)
                q.within = TimeRange{pick(500), 500 + pick(600)};
            std::vector<EventRef> naive;
            const auto add = [&](EventKind kind, std::size_t count) {
                for (std::uint32_t i = 0; i < count; ++i) {
                    const EventRef event{kind, i};
                    const TimeRange r = scene::rangeOf(*trace, event);
                    const bool inside =
                        !q.within
                        || (r.begin < q.within->end
                            && (r.end > q.within->begin || r.begin == q.within->begin));
                    if (inside
                        && scene::fullNameOf(*trace, event).find(q.text) != std::string::npos)
                        naive.push_back(event);
                }
            };
            add(EventKind::Op, trace->ops.size());
            add(EventKind::Call, trace->calls.size());
            add(EventKind::Range, trace->ranges.size());
            std::stable_sort(naive.begin(), naive.end(), [&](EventRef a, EventRef b) {
                return scene::rangeOf(*trace, a).begin < scene::rangeOf(*trace, b).begin;
            });
            const auto fast = searchEvents(*trace, q, {});
            QVERIFY(fast.hasValue());
            QVERIFY(fast.value() == naive);
        }
    }

    void stops()
    {
        std::stop_source source;
        source.request_stop();
        const auto events = searchEvents(*small(), query("e"), source.get_token());
        QVERIFY(!events);
        QVERIFY(events.error().code == Errc::Cancelled);
    }

    void patternsFindEmptyAndEdges()
    {
        QVERIFY(TextPattern::words("", false).isIn(""));
        QVERIFY(TextPattern::words("", false).isIn("a"));
        QVERIFY(TextPattern::words("ab", false).isIn("xxAB"));
        QVERIFY(!TextPattern::words("ab", true).isIn("xxAB"));
        QVERIFY(!TextPattern::words("abc", false).isIn("ab"));
    }
};

QTEST_APPLESS_MAIN(EventSearchTest)
#include "event_search_test.moc"
