// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/report_group.h"

#include <QSet>
#include <QTest>

using namespace nv;

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

StatsReport named(std::string_view name)
{
    StatsReport report{};
    report.name = name;
    return report;
}

StatsRequest requestOf(const StatsReport& report, std::string text)
{
    StatsRequest request;
    request.report = &report;
    request.text = std::move(text);
    return request;
}

} // namespace

class ReportGroupTest : public QObject
{
    Q_OBJECT
private slots:
    void groupsByName_data();
    void groupsByName();
    void reproducesTheTable();
    void quotesWhatAShellWouldRead();
    void asksForTheWindowOnly();
    void keepsWhatTheWindowKeeps();
};

void ReportGroupTest::groupsByName_data()
{
    QTest::addColumn<QString>("group");
    QTest::newRow("cuda_gpu_kern_sum") << "CUDA";
    QTest::newRow("cuda_api_sum") << "CUDA";
    QTest::newRow("cuda_gpu_mem_time_sum") << "Memory";
    QTest::newRow("nvtx_gpu_proj_trace") << "NVTX";
    QTest::newRow("osrt_sum") << "OS runtime";
    QTest::newRow("um_total_sum") << "Unified memory";
    QTest::newRow("mpi_event_sum") << "MPI";
    QTest::newRow("gpu_gaps") << "Rules";
    QTest::newRow("cuda_memcpy_async") << "Rules";
    QTest::newRow("openacc_sum") << "Other";
}

void ReportGroupTest::groupsByName()
{
    QFETCH(QString, group);
    const StatsReport report = named(QTest::currentDataTag());
    QCOMPARE(text(reportGroupTitle(report)), group);
    QCOMPARE(isAnalyzeRule(report), group == "Rules");
    QVERIFY(reportGroupRank(named("cuda_api_sum")) <= reportGroupRank(report));
}

void ReportGroupTest::reproducesTheTable()
{
    const StatsReport report = named("cuda_gpu_kern_sum");
    const StatsRequest request = requestOf(report, "cuda_gpu_kern_sum:base");
    const Window user{{10, 20}, WindowSource::User, 0, std::nullopt};
    QCOMPARE(text(nsysCommand(request, user, "run.sqlite")),
             QString("nsys stats -r cuda_gpu_kern_sum:base --filter-time 10/20 run.sqlite"));
    QCOMPARE(text(ownCommand(request, user, "run.sqlite")),
             QString("nsys-verdict stats -r cuda_gpu_kern_sum:base --filter-time 10/20 "
                     "run.sqlite"));
    // For the whole capture the real tool is asked without a filter (product.md).
    const Window all{{10, 20}, WindowSource::All, 0, std::nullopt};
    QCOMPARE(text(nsysCommand(request, all, "run.sqlite")),
             QString("nsys stats -r cuda_gpu_kern_sum:base run.sqlite"));
    const StatsReport rule = named("gpu_gaps");
    QCOMPARE(text(nsysCommand(requestOf(rule, "gpu_gaps:gap=1"), user, "run.sqlite")),
             QString("nsys analyze -r gpu_gaps:gap=1 --filter-time 10/20 run.sqlite"));
}

void ReportGroupTest::quotesWhatAShellWouldRead()
{
    const StatsReport report = named("cuda_api_sum");
    const StatsRequest request = requestOf(report, "cuda_api_sum");
    const Window all{{0, 1}, WindowSource::All, 0, std::nullopt};
    QCOMPARE(text(nsysCommand(request, all, "/home/me/my run; it's.sqlite")),
             QString("nsys stats -r cuda_api_sum 'my run; it'\\''s.sqlite'"));
    QCOMPARE(text(nsysCommand(request, all, "-x.sqlite")),
             QString("nsys stats -r cuda_api_sum ./-x.sqlite"));
}

void ReportGroupTest::asksForTheWindowOnly()
{
    StatsReport report = named("gpu_gaps");
    report.forms = "base rows=N start=N end=N nvtx=TEXT gap=N";
    QVERIFY(reportArguments(report) == (std::vector<std::string>{"rows", "gap"}));
    QVERIFY(reportArguments(named("cuda_api_sum")).empty());
}

void ReportGroupTest::keepsWhatTheWindowKeeps()
{
    const StatsFilter all = windowStatsFilter({{10, 20}, WindowSource::All, 0, std::nullopt});
    QVERIFY(all.keeps(500, 600));
    const StatsFilter user = windowStatsFilter({{10, 20}, WindowSource::Steady, 0, std::nullopt});
    QVERIFY(user.keeps(0, 10)); // its end is the begin of the window
    QVERIFY(!user.keeps(0, 9));
    QVERIFY(!user.keeps(20, 30));
}

QTEST_APPLESS_MAIN(ReportGroupTest)
#include "report_group_test.moc"
