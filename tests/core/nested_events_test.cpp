// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/exposed_time.h"
#include "core/analysis/tables/nested_events.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>

using namespace nv;

namespace {

struct Events
{
    TimeColumn start;
    TimeColumn end;

    TimeColumns columns() const { return {start, end}; }

    std::vector<std::uint32_t> rows() const
    {
        std::vector<std::uint32_t> all(start.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = static_cast<std::uint32_t>(i);
        return all;
    }
};

Events randomEvents(std::mt19937& random, std::size_t most)
{
    std::uniform_int_distribution<std::size_t> count(0, most);
    std::uniform_int_distribution<Ns> place(0, 60);
    std::uniform_int_distribution<int> kind(0, 9);
    std::vector<Ns> starts(count(random));
    for (Ns& s : starts)
        s = place(random);
    std::sort(starts.begin(), starts.end());
    Events events;
    events.start = starts;
    for (const Ns s : events.start) {
        const Ns length = kind(random) == 0  ? 0
                          : kind(random) < 3 ? place(random)
                                             : place(random) / 12;
        events.end.push_back(s + length);
    }
    return events;
}

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> rows)
{
    std::sort(rows.begin(), rows.end());
    return rows;
}

} // namespace

class NestedEventsTest : public QObject
{
    Q_OBJECT

private slots:
    void findsTheInnermostOfANest();
    void agreesWithLookingAtEveryEvent();
    void knowsWhoRunsAlone();
    void agreesWithCountingPerInstant();
};

void NestedEventsTest::findsTheInnermostOfANest()
{
    // rows: 0 [0,10) inside 1 [0,100), 2 [20,30), 3 [22,25), 4 [50,50)
    const Events events{{0, 0, 20, 22, 50}, {10, 100, 30, 25, 50}};
    const NestedEvents nest(events.columns(), events.rows(), {});
    QCOMPARE(nest.innermostAt(5), std::optional<std::uint32_t>(0));
    QCOMPARE(nest.innermostAt(10), std::optional<std::uint32_t>(1));
    QCOMPARE(nest.innermostAt(24), std::optional<std::uint32_t>(3));
    QCOMPARE(nest.innermostAt(25), std::optional<std::uint32_t>(2));
    QCOMPARE(nest.innermostAt(50), std::optional<std::uint32_t>(1));
    QCOMPARE(nest.innermostAt(100), std::optional<std::uint32_t>());
    QCOMPARE(nest.innermostAt(-1), std::optional<std::uint32_t>());
    QCOMPARE(nest.lastBefore(22), std::optional<std::uint32_t>(2));
    QCOMPARE(nest.lastBefore(0), std::optional<std::uint32_t>());
}

void NestedEventsTest::agreesWithLookingAtEveryEvent()
{
    std::mt19937 random(99);
    for (int round = 0; round < 2000; ++round) {
        const Events events = randomEvents(random, 25);
        const NestedEvents nest(events.columns(), events.rows(), {});
        for (Ns t = -1; t < 125; t += 3) {
            std::vector<std::uint32_t> expected;
            Ns latest = kMinNs;
            for (std::uint32_t i = 0; i < events.start.size(); ++i) {
                if (events.start[i] <= t && t < events.end[i]) {
                    expected.push_back(i);
                    latest = std::max(latest, events.start[i]);
                }
            }
            std::vector<std::uint32_t> found;
            nest.forEachActive(t, [&](std::uint32_t row) { found.push_back(row); });
            QCOMPARE(sorted(found), expected);
            const std::optional<std::uint32_t> innermost = nest.innermostAt(t);
            QCOMPARE(innermost.has_value(), !expected.empty());
            if (innermost)
                QCOMPARE(events.start[*innermost], latest);

            const TimeRange stretch{t, t + 7};
            expected.clear();
            for (std::uint32_t i = 0; i < events.start.size(); ++i) {
                const TimeRange event{events.start[i], events.end[i]};
                if (!event.isEmpty() && event.overlaps(stretch))
                    expected.push_back(i);
            }
            found.clear();
            nest.forEachOverlapping(stretch, [&](std::uint32_t row) { found.push_back(row); });
            QCOMPARE(sorted(found), expected);
        }
    }
}

void NestedEventsTest::knowsWhoRunsAlone()
{
    AloneSweep sweep;
    std::map<std::uint32_t, DurationNs> alone;
    const auto visit = [&](std::uint32_t row, TimeRange r) { alone[row] += r.length(); };
    sweep.add(0, 0, 10, visit);
    sweep.add(1, 2, 5, visit);
    sweep.add(2, 3, 20, visit);
    sweep.finish(visit);
    // [0,2) is alone row 0's; until 10 two run at any time; then row 2 is alone
    QCOMPARE(alone, (std::map<std::uint32_t, DurationNs>{{0, 2}, {2, 10}}));
}

void NestedEventsTest::agreesWithCountingPerInstant()
{
    std::mt19937 random(5);
    for (int round = 0; round < 3000; ++round) {
        const Events events = randomEvents(random, 12);
        std::map<std::uint32_t, DurationNs> expected;
        for (Ns t = 0; t < 130; ++t) {
            std::vector<std::uint32_t> active;
            for (std::uint32_t i = 0; i < events.start.size(); ++i) {
                if (events.start[i] <= t && t < events.end[i])
                    active.push_back(i);
            }
            if (active.size() == 1)
                expected[active.front()] += 1;
        }
        std::map<std::uint32_t, DurationNs> found;
        const auto visit = [&](std::uint32_t row, TimeRange r) { found[row] += r.length(); };
        AloneSweep sweep;
        for (std::uint32_t i = 0; i < events.start.size(); ++i)
            sweep.add(i, events.start[i], events.end[i], visit);
        sweep.finish(visit);
        QCOMPARE(found, expected);
    }
}

QTEST_APPLESS_MAIN(NestedEventsTest)
#include "nested_events_test.moc"
