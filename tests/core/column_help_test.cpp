// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/column_help.h"
#include "core/analysis/stats/registry.h"
#include "tests/support/trace_fixture.h"

#include <QSet>
#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

class ColumnHelpTest : public QObject
{
    Q_OBJECT
private slots:
    void explainsEveryTitle_data();
    void explainsEveryTitle();
    void explainsEveryReportMade();
    void explainsByReport();
    void tellsIdsFromCounts();
};

/// The titles nsys 2024.2 prints, without their units (nsys.md 2, 4).
void ColumnHelpTest::explainsEveryTitle_data()
{
    QTest::addColumn<QString>("titles");
    const QString seven = "Time|Total Time|Avg|Med|Min|Max|StdDev|";
    const auto add = [](const char* report, const QString& titles) {
        QTest::newRow(report) << titles;
    };
    add("cuda_api_sum", seven + "Num Calls|Name");
    add("cuda_api_gpu_sum", seven + "Instances|Category|Operation");
    add("cuda_gpu_sum", seven + "Instances|Category|Operation");
    add("cuda_gpu_kern_sum", seven + "Instances|Name");
    add("cuda_gpu_kern_gb_sum", seven + "Instances|GridXYZ|BlockXYZ|Name");
    add("cuda_gpu_mem_time_sum", seven + "Count|Operation");
    add("cuda_gpu_mem_size_sum", "Total|Count|Avg|Med|Min|Max|StdDev|Operation");
    add("cuda_api_trace", "Start|Duration|Name|Result|CorrID|Pid|Tid|T-Pri|Thread Name");
    add("cuda_gpu_trace",
        "Start|Duration|CorrId|GrdX|GrdY|GrdZ|BlkX|BlkY|BlkZ|Reg/Trd|StcSMem|"
        "DymSMem|Bytes|Throughput|SrcMemKd|DstMemKd|Device|Ctx|GreenCtx|Strm|Name");
    add("cuda_kern_exec_sum",
        "PID|TID|DevId|Count|QCount|TAvg|TMed|TMin|TMax|TStdDev|AAvg|AMed|AMin|AMax|AStdDev|QAvg|"
        "QMed|QMin|QMax|QStdDev|KAvg|KMed|KMin|KMax|KStdDev|API Name|Kernel Name");
    add("cuda_kern_exec_trace",
        "API Start|API Dur|Queue Start|Queue Dur|Kernel Start|Kernel Dur|Total Dur|PID|TID|DevId|"
        "API Function|GridXYZ|BlockXYZ|Kernel Name");
    add("nvtx_sum", seven + "Instances|Style|Range");
    add("nvtx_pushpop_sum", seven + "Instances|Range");
    add("nvtx_startend_sum", seven + "Instances|Range");
    add("nvtx_pushpop_trace", "Start|End|Duration|DurChild|DurNonChild|Name|PID|TID|Lvl|NumChild|"
                              "RangeId|ParentId|RangeStack|NameTree");
    add("nvtx_kern_sum", "NVTX Range|Style|PID|TID|NVTX Inst|Kern Inst|Total Time|Avg|Med|Min|Max|"
                         "StdDev|Kernel Name");
    add("nvtx_gpu_proj_sum",
        "Range|Style|Total Proj Time|Total Range Time|Range Instances|Proj Avg|Proj Med|Proj Min|"
        "Proj Max|Proj StdDev|Total GPU Ops|Avg GPU Ops|Avg Range Lvl|Avg Num Child");
    add("nvtx_gpu_proj_trace",
        "Name|Projected Start|Projected Duration|Orig Start|Orig Duration|Style|PID|TID|NumGPUOps|"
        "Lvl|NumChild|RangeId|ParentId|RangeStack");
    add("osrt_sum", seven + "Num Calls|Name");
    add("openacc_sum", seven + "Num Calls|Name");
    add("openmp_sum", seven + "Count|Name");
    add("nvvideo_api_sum", seven + "Num Calls|Event Type|Name");
    add("mpi_event_sum", seven + "Instances|Source|Name");
    add("mpi_event_trace", "Start|End|Duration|Event|Pid|Tid|Tag|Rank|PeerRank|RootRank|Size|"
                           "CollSendSize|CollRecvSize");
    add("um_sum", "Virtual Address|HtoD Migration size|DtoH Migration size|CPU Page Faults| GPU "
                  "Page Faults|Migration Throughput");
    add("um_total_sum", "Total HtoD Migration Size|Total DtoH Migration Size|Total CPU Page "
                        "Faults|Total GPU PageFaults|Minimum Virtual Address|Maximum Virtual "
                        "Address");
    add("um_cpu_page_faults_sum", "CPU Page Faults|CPU Instruction Address");
    const QString copy = "Duration|Start|Bytes|PID|Device ID|Context ID|Green Context ID|Stream "
                         "ID|API Name|";
    add("cuda_memcpy_async", copy + "Src Kind|Dst Kind");
    add("cuda_memcpy_sync", copy + "Src Kind|Dst Kind");
    add("cuda_memset_sync", copy + "Memory Kind");
    add("cuda_api_sync", "Duration|Start|PID|TID|API Name");
    add("gpu_gaps", "Row#|Duration|Start|PID|Device ID|Context ID");
    add("gpu_time_util", "Row#|In-Use|Duration|Start|PID|Device ID|Context ID");
}

void ColumnHelpTest::explainsEveryTitle()
{
    QFETCH(QString, titles);
    for (const QString& title : titles.split('|', Qt::SkipEmptyParts)) {
        const QString help = fromView(columnHelp(QTest::currentDataTag(), title.toStdString()));
        QVERIFY2(!help.isEmpty(), qPrintable(title));
        QVERIFY2(help.endsWith('.'), qPrintable(help));
    }
    QVERIFY(columnHelp(QTest::currentDataTag(), "no such title").empty());
}

/// Whatever the registry holds: a new report explains its columns, or this fails.
void ColumnHelpTest::explainsEveryReportMade()
{
    const std::filesystem::path folder = tracesFolder();
    if (folder.empty())
        QSKIP("The folder of real traces (NV_TRACES) is missing.");
    QSet<QString> made;
    for (const char* name :
         {"triton-compile-a100-node.sqlite", "pytorch-ddp-2gpu-h100-slice.sqlite",
          "mpi-sparse-a100-2022.3.sqlite"}) {
        const TracePtr trace = openTrace(folder / name);
        QVERIFY(trace);
        for (const StatsReport& report : statsReports()) {
            const auto request = parseStatsRequest(report.name);
            QVERIFY(request.hasValue());
            const auto table = makeStats(*trace, request.value(), {}, {});
            if (!table)
                continue;
            made << fromView(report.name);
            for (const StatsColumn& column : table.value().columns)
                QVERIFY2(!columnHelp(report.name, column.title).empty(),
                         qPrintable(fromView(report.name) + ": " + fromView(column.title)));
        }
    }
    QVERIFY(made.size() >= 3);
}

void ColumnHelpTest::explainsByReport()
{
    QVERIFY(columnHelp("gpu_gaps", "Duration") != columnHelp("cuda_gpu_trace", "Duration"));
    QVERIFY(fromView(columnHelp("cuda_gpu_kern_sum", "Time")).contains("sum of the total times"));
    QVERIFY(fromView(columnHelp("cuda_gpu_mem_size_sum", "Avg")).contains("Bytes"));
    // A general meaning never hides a particular one.
    QVERIFY(columnHelp("nvtx_kern_sum", "Total Time") != columnHelp("nvtx_sum", "Total Time"));
}

void ColumnHelpTest::tellsIdsFromCounts()
{
    QVERIFY(isIdColumn("CorrId") && isIdColumn("Stream ID") && !isIdColumn("Instances"));
    QVERIFY(isInstantColumn("Start") && isInstantColumn("API Start")
            && !isInstantColumn("API Dur"));
    QVERIFY(isNameColumn("Kernel Name") && isNameColumn("Range") && !isNameColumn("Style"));
}

QTEST_APPLESS_MAIN(ColumnHelpTest)
#include "column_help_test.moc"
