// SPDX-License-Identifier: GPL-3.0-or-later
// Windows of the real traces, saved: the same figures, and no environment variable.
#include "tests/support/real_traces.h"
#include "tests/support/report_fixture.h"
#include "tests/support/saved_window.h"
#include "tests/support/stats_csv.h"

#include <QTest>

using namespace nv;
using namespace nv::test;
namespace fs = std::filesystem;

class SaveWindowTracesTest : public QObject
{
    Q_OBJECT
private slots:

    void realTracesStayTheSame_data() { addRealTraces(); }

    void realTracesStayTheSame()
    {
        QFETCH(QString, file);
        const AnalysisPtr whole = analysisOf(file.toStdString());
        QVERIFY(whole);
        std::vector<TimeRange> ranges{part(whole->trace->extent, 3, 5, 8),
                                      part(whole->trace->extent, 50, 51, 97)};
        if (whole->steady.found)
            ranges.push_back(whole->steady.window);
        for (const TimeRange range : ranges) {
            const SavedWindow out = saved(*whole, range, target());
            QVERIFY(out.bytes > 0);
            QVERIFY(bytesOf(target()).find(kFakeSecret) == std::string::npos);
            const AnalysisPtr small = analysisOf(target());
            QVERIFY(small);
            const std::string different = difference(saidOf(*whole, range), saidOf(*small, range));
            QVERIFY2(different.empty(), (std::to_string(range.begin) + "/"
                                         + std::to_string(range.end) + ": " + different)
                                            .c_str());
            const StatsFilter filter = statsWindow(QString::fromStdString(
                std::to_string(range.begin) + "/" + std::to_string(range.end)));
            for (const char* report : {"cuda_gpu_kern_sum", "cuda_api_sum", "cuda_gpu_mem_time_sum",
                                       "cuda_gpu_mem_size_sum", "cuda_kern_exec_sum", "osrt_sum",
                                       "nvtx_sum", "nvtx_kern_sum", "cuda_gpu_trace"})
                QCOMPARE(statsCsvOf(*small->trace, report, filter),
                         statsCsvOf(*whole->trace, report, filter));
        }
    }

private:
    fs::path target() const { return fs::path(m_folder.path().toStdString()) / "window.sqlite"; }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(SaveWindowTracesTest)
#include "save_window_traces_test.moc"
