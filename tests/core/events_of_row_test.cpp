// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/events_of_row.h"
#include "core/analysis/stats/report_group.h"
#include "core/analysis/stats/row_cells.h"
#include "tests/support/scene_fixture.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

#include <algorithm>

using namespace nv;
using namespace nv::test;

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// The events of the first row whose name is `name`; nothing when there is none.
std::vector<EventRef> eventsNamed(const TraceModel& trace, const char* report, const char* title,
                                  const char* name, const StatsFilter& filter = {})
{
    const StatsRequest request = parseStatsRequest(report).value();
    const auto table = makeStats(trace, request, filter, {});
    for (std::size_t row = 0; table && row < table.value().size(); ++row) {
        if (RowCells(table.value(), row).text(title) == std::string_view(name))
            return eventsOfRow(trace, request, filter, table.value(), row, {}).value().events;
    }
    return {};
}

/// What the row says it counts; nullopt where it does not say.
std::optional<std::int64_t> countOf(const RowCells& cells)
{
    for (const char* title : {"Instances", "Num Calls", "Count", "Kern Inst"}) {
        if (const auto count = cells.integer(title))
            return count;
    }
    return std::nullopt;
}

std::int64_t totalOf(const TraceModel& trace, const std::vector<EventRef>& events)
{
    std::int64_t total = 0;
    for (const EventRef& e : events) {
        const TimeColumns columns = timeColumns(trace, e.kind);
        total += columns.end[e.index] - columns.start[e.index];
    }
    return total;
}

TracePtr launchesAndACopy()
{
    fixture::Capture capture;
    capture.call(100, 110, "cudaLaunchKernel_v7000", 1);
    capture.call(200, 210, "cudaLaunchKernel_v7000", 2);
    capture.call(300, 310, "cudaMemcpyAsync_v3020", 3);
    capture.call(400, 450, "cudaMalloc_v3020", 4);
    capture.kernel(120, 150, "gemm", 1);
    capture.kernel(220, 290, "attn", 2);
    capture.kernel(292, 299, "gemm", 2);
    capture.copy(320, 330, 64, 3);
    return capture.finish();
}

/// What a row counts against what is found for it; empty when both agree.
QString disagreement(const TraceModel& trace, const StatsRequest& request, const RowCells& cells,
                     const RowEvents& found)
{
    if (isRowOneEvent(*request.report))
        return found.events.size() == 1 || found.stretch ? QString() : "not one event";
    const auto count = countOf(cells);
    if (count && static_cast<std::int64_t>(found.events.size()) != *count)
        return QString("%1 events, %2 counted").arg(found.events.size()).arg(*count);
    // A kernel inside two ranges of a name is summed twice there.
    const auto total = cells.integer("Total Time");
    if (total && request.report->name != "nvtx_kern_sum" && totalOf(trace, found.events) != *total)
        return QString("%1 ns, %2 summed").arg(totalOf(trace, found.events)).arg(*total);
    return {};
}

/// The first rows, and some of the others; how many there were.
std::size_t compareRows(const TraceModel& trace, const StatsRequest& request,
                        const StatsFilter& filter)
{
    const auto table = makeStats(trace, request, filter, {});
    const std::size_t rows = table ? table.value().size() : 0;
    std::size_t compared = 0;
    for (std::size_t row = 0; row < rows; row += row < 20 ? 1 : rows / 20 + 1) {
        const auto found = eventsOfRow(trace, request, filter, table.value(), row, {});
        const QString problem =
            disagreement(trace, request, RowCells(table.value(), row), found.value());
        if (!problem.isEmpty())
            QTest::qFail(
                qPrintable(QString("%1 row %2: %3").arg(text(request.text)).arg(row).arg(problem)),
                __FILE__, __LINE__);
        ++compared;
    }
    return compared;
}

} // namespace

class EventsOfRowTest : public QObject
{
    Q_OBJECT
private slots:
    void findsWhatIsNamed();
    void tellsNameFormsApart();
    void keepsWhatTheFilterKeeps();
    void saysWhatLeadsNowhere();
    void everyRowHasTheEventsItCounts_data();
    void everyRowHasTheEventsItCounts();
    void stopsWhenAsked();
};

void EventsOfRowTest::findsWhatIsNamed()
{
    const TracePtr held = launchesAndACopy();
    const TraceModel& trace = *held;
    QVERIFY(eventsNamed(trace, "cuda_gpu_kern_sum", "Name", "void gemm<float>(float*)")
            == (std::vector<EventRef>{{EventKind::Op, 0}, {EventKind::Op, 2}}));
    QVERIFY(eventsNamed(trace, "cuda_api_sum", "Name", "cudaLaunchKernel")
            == (std::vector<EventRef>{{EventKind::Call, 0}, {EventKind::Call, 1}}));
    QVERIFY(eventsNamed(trace, "cuda_gpu_mem_time_sum", "Operation", "[CUDA memcpy Host-to-Device]")
            == (std::vector<EventRef>{{EventKind::Op, 3}}));
    QVERIFY(eventsNamed(trace, "cuda_api_sum", "Name", "cudaFree").empty());
}

void EventsOfRowTest::tellsNameFormsApart()
{
    const TracePtr trace = launchesAndACopy();
    QVERIFY(eventsNamed(*trace, "cuda_gpu_kern_sum:base", "Name", "gemm")
            == (std::vector<EventRef>{{EventKind::Op, 0}, {EventKind::Op, 2}}));
    QVERIFY(eventsNamed(*trace, "cuda_gpu_kern_sum", "Name", "gemm").empty());
}

void EventsOfRowTest::keepsWhatTheFilterKeeps()
{
    const TracePtr trace = launchesAndACopy();
    StatsFilter filter;
    filter.time = TimeRange{210, 300};
    QVERIFY(eventsNamed(*trace, "cuda_api_sum", "Name", "cudaLaunchKernel", filter)
            == (std::vector<EventRef>{{EventKind::Call, 1}})); // ends where the window begins
}

void EventsOfRowTest::saysWhatLeadsNowhere()
{
    StatsReport report{};
    report.name = "um_sum";
    QVERIFY(text(whyRowsLeadNowhere(report)).contains("page faults"));
    report.name = "a_report_of_tomorrow";
    QVERIFY(!whyRowsLeadNowhere(report).empty());
    report.name = "cuda_gpu_kern_sum";
    QVERIFY(whyRowsLeadNowhere(report).empty());
    QVERIFY(!isRowOneEvent(report));
    report.name = "cuda_gpu_trace";
    QVERIFY(isRowOneEvent(report));
}

void EventsOfRowTest::everyRowHasTheEventsItCounts_data()
{
    QTest::addColumn<bool>("isFiltered");
    for (const char* name :
         {"triton-compile-a100-node.sqlite", "pytorch-ddp-2gpu-h100-slice.sqlite",
          "cupy-power-iteration-t4.sqlite", "windows-rtx5000ada.sqlite"}) {
        QTest::addRow("%s", name) << false;
        QTest::addRow("%s filtered", name) << true;
    }
}

/// Every report that is there, in the forms it has.
void EventsOfRowTest::everyRowHasTheEventsItCounts()
{
    QFETCH(bool, isFiltered);
    const std::filesystem::path folder = tracesFolder();
    if (folder.empty())
        QSKIP("The folder of real traces (NV_TRACES) is missing.");
    const QString file = QString(QTest::currentDataTag()).section(' ', 0, 0);
    const TracePtr trace = openTrace(folder / file.toStdString());
    QVERIFY(trace);
    StatsFilter filter;
    if (isFiltered) {
        const auto third = static_cast<Ns>(trace->all.length() / 3);
        filter.time = TimeRange{trace->all.begin + third, trace->all.end - third};
    }
    std::size_t compared = 0;
    for (const StatsReport& report : statsReports()) {
        for (const char* form : {"", ":base", ":nvtx-name"}) {
            const auto request = parseStatsRequest(std::string(report.name) + form);
            if (request && whyRowsLeadNowhere(report).empty())
                compared += compareRows(*trace, request.value(), filter);
        }
    }
    QVERIFY(compared > 0);
}

void EventsOfRowTest::stopsWhenAsked()
{
    const TracePtr trace = launchesAndACopy();
    const StatsRequest request = parseStatsRequest("cuda_api_sum").value();
    const auto table = makeStats(*trace, request, {}, {});
    std::stop_source stop;
    stop.request_stop();
    const auto found = eventsOfRow(*trace, request, {}, table.value(), 0, stop.get_token());
    QVERIFY(!found.hasValue());
    QCOMPARE(found.error().code, Errc::Cancelled);
}

QTEST_APPLESS_MAIN(EventsOfRowTest)
#include "events_of_row_test.moc"
