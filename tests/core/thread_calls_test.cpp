// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/thread_calls.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace nv;

namespace {

/// Calls of one thread, by start; some nest, some overlap, some have no length.
struct Calls
{
    CallTable table;
    PackedColumn<CallIndex> list;

    Calls(std::size_t count, std::uint64_t seed)
    {
        std::mt19937_64 random(seed);
        Ns t = 0;
        for (std::size_t i = 0; i < count; ++i) {
            t += static_cast<Ns>(random() % 5);
            table.start.push_back(t);
            table.end.push_back(t + static_cast<Ns>(random() % (i % 9 == 0 ? 60 : 4)));
            list.emplace_back(i);
        }
    }
};

} // namespace

class ThreadCallsTest : public QObject
{
    Q_OBJECT

private slots:

    /// Whatever place the search begins from, the answer is that of counting.
    void theNextCallIsFoundFromAnywhere()
    {
        for (const std::size_t count : {0U, 1U, 2U, 7U, 64U, 300U}) {
            const Calls made(count, count + 1);
            const ThreadCalls calls(made.table, made.list);
            const Ns until = count == 0 ? 3 : made.table.start.back() + 3;
            for (Ns t = -2; t <= until; ++t) {
                const auto naive = static_cast<std::size_t>(
                    std::count_if(made.table.start.begin(), made.table.start.end(),
                                  [t](Ns start) { return start <= t; }));
                for (std::size_t near = 0; near <= count + 2; near += 1 + count / 40)
                    QCOMPARE(calls.firstAfter(t, near), naive);
            }
        }
    }

    void whoIsActiveAndWhatEndedLast()
    {
        const Calls made(300, 9);
        const ThreadCalls calls(made.table, made.list);
        std::vector<std::uint32_t> active;
        for (std::size_t i = 0; i <= calls.size(); i += 3) {
            const Ns t = i == 0 ? 0 : made.table.start[i - 1] + 1;
            std::vector<std::uint32_t> naive;
            std::optional<Ns> latest;
            for (std::size_t k = 0; k < i; ++k) {
                if (made.table.end[k] > t)
                    naive.push_back(static_cast<std::uint32_t>(k));
                latest = std::max(latest.value_or(kMinNs), made.table.end[k]);
            }
            calls.activeAt(i, t, active);
            std::sort(active.begin(), active.end());
            QCOMPARE(active, naive);
            QCOMPARE(calls.latestEnd(i), latest);
            std::size_t visited = 0;
            calls.visitLatest(i, [&](std::size_t at) {
                ++visited;
                QCOMPARE(std::optional(made.table.end[at]), latest);
            });
            QCOMPARE(visited == 0, i == 0);
        }
    }
};

QTEST_APPLESS_MAIN(ThreadCallsTest)
#include "thread_calls_test.moc"
