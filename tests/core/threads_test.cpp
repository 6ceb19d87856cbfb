// SPDX-License-Identifier: GPL-3.0-or-later
// What the core does with threads; the program the thread sanitizer runs.
#include "core/analysis/budget.h"
#include "tests/support/made_trace.h"

#include <QElapsedTimer>
#include <QTest>

#include <thread>

using namespace nv;

namespace {

TraceMaker manyRows(int rows)
{
    TraceMaker maker;
    const auto pid = maker.process(1, "a");
    const auto tid = maker.thread(pid, 1, "main");
    MadeKernel kernel;
    kernel.place.globalPid = pid;
    kernel.name = maker.kernelName("k");
    for (int i = 0; i < rows; ++i) {
        const Ns at = i * 10'000;
        kernel.start = at + 5'000;
        kernel.end = at + 8'000;
        maker.launch(tid, {at, at + 3'000}, kernel);
        maker.range(tid, "step", {at, at + 9'000});
    }
    return maker;
}

} // namespace

class ThreadsTest : public QObject
{
    Q_OBJECT
private slots:

    void twoReadersAndOneModel()
    {
        const TracePtr trace = test::loadMade(manyRows(3000));
        QVERIFY(trace);
        QCOMPARE(trace->ops.size(), std::size_t{3000});
        const auto index = BudgetIndex::build(trace, {}, {}).value();
        std::vector<std::jthread> askers;
        std::atomic<int> right{0};
        for (int i = 0; i < 4; ++i)
            askers.emplace_back([&] {
                const Budget all = index->budget(DeviceId(std::size_t{0}), trace->all);
                if (all[BudgetClass::Compute] == 3000U * 3000U)
                    ++right;
            });
        askers.clear();
        QCOMPARE(right.load(), 4);
    }

    void progressCanBeReadMeanwhile()
    {
        const test::MadeFile file(manyRows(20'000));
        Progress progress;
        std::atomic<bool> done{false};
        std::uint64_t seen = 0;
        std::jthread watcher([&] {
            while (!done)
                seen = std::max(seen, progress.done.load());
        });
        const auto trace = loadTrace({file.path}, {}, progress);
        done = true;
        watcher.join();
        QVERIFY(trace);
        QVERIFY(progress.done >= 60'000U);
        QVERIFY(seen <= progress.done);
    }

    void cancelEndsALoadSoon()
    {
        const test::MadeFile file(manyRows(100'000));
        for (const int afterMs : {0, 1, 5, 20}) {
            std::stop_source stop;
            Progress progress;
            std::optional<Result<TracePtr>> result;
            std::jthread loader(
                [&] { result = loadTrace({file.path}, stop.get_token(), progress); });
            std::this_thread::sleep_for(std::chrono::milliseconds(afterMs));
            QElapsedTimer timer;
            timer.start();
            stop.request_stop();
            loader.join();
            // Generous for a sanitizer on a busy machine; the benchmark measures the promise.
            QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
            if (!*result)
                QCOMPARE(static_cast<int>(result->error().code), static_cast<int>(Errc::Cancelled));
            if (afterMs == 0)
                QVERIFY(!*result);
        }
    }

    void cancelEndsAnAnalysis()
    {
        const TracePtr trace = test::loadMade(manyRows(1000));
        std::stop_source stop;
        stop.request_stop();
        const auto index = BudgetIndex::build(trace, {}, stop.get_token());
        QVERIFY(!index);
        QCOMPARE(static_cast<int>(index.error().code), static_cast<int>(Errc::Cancelled));
    }
};

QTEST_APPLESS_MAIN(ThreadsTest)
#include "threads_test.moc"
