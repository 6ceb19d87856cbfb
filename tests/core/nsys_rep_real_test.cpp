// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of nsys 2022, 2023 and 2024, opened through the real tools.
// NV_REAL_NSYS names them: paths of nsys programs, separated by colons.  Without it, or without the
// reports, there is nothing to test.
#include "core/sources/nsys_rep/find_nsys.h"
#include "core/sources/nsys_rep/nsys_rep.h"
#include "tests/support/model_text.h"
#include "tests/support/report_fixture.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

#include <fstream>

using namespace nv;
using namespace nv::test;
namespace fs = std::filesystem;

namespace {

std::optional<nsys::NsysVersion> recordedBy(const fs::path& report)
{
    std::ifstream in(report, std::ios::binary);
    std::string head(128, '\0');
    in.read(head.data(), 128);
    return nsys::recordedVersion(head);
}

} // namespace

class NsysRepRealTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        if (!qEnvironmentVariableIsSet("NV_REAL_NSYS"))
            QSKIP("NV_REAL_NSYS does not name any nsys program.");
        if (tracesFolder().empty() || !fs::exists(tracesFolder() / "nsys-rep"))
            QSKIP("There is no folder of real reports.");
    }

    void everyReportWithEveryNsys_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QString>("report");
        const QStringList tools = qEnvironmentVariable("NV_REAL_NSYS").split(u':');
        for (const auto& file : fs::directory_iterator(tracesFolder() / "nsys-rep")) {
            if (file.path().extension() != ".nsys-rep")
                continue;
            for (const QString& tool : tools) {
                const auto found = nsys::findNsys({tool.toStdString()}, {});
                QVERIFY2(found, qPrintable(tool));
                const std::string name =
                    file.path().stem().string() + " by " + nsys::shortText(found.value().version);
                QTest::newRow(name.c_str()) << tool << QString::fromStdString(file.path().string());
            }
        }
    }

    void everyReportWithEveryNsys()
    {
        QFETCH(QString, tool);
        QFETCH(QString, report);
        const ReportFixture fixture; // for its folders
        nsys::ReportPlaces places = fixture.places();
        places.search.chosen = tool.toStdString();
        LoadOptions options;
        options.path = report.toStdString();
        const auto version = nsys::findNsys(places.search, {}).value().version;
        const auto needed = recordedBy(options.path);
        const auto trace = nsys::loadReport(options, places, {}, fixture.progress);
        if (needed && *needed > version) { // as the real tools do, 2022 to 2024
            QVERIFY(!trace);
            qInfo("%s", trace.error().message.c_str());
            QCOMPARE(trace.error().code, Errc::ToolTooOld);
            QVERIFY(trace.error().message.find("use nsys " + nsys::shortText(*needed))
                    != std::string::npos);
            return;
        }
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(fs::path(trace.value()->capture.fileName), options.path.filename());
        fs::path beside = options.path;
        beside.replace_extension(".sqlite");
        const TracePtr direct = openTrace(beside);
        QVERIFY(direct);
        QCOMPARE(modelText(*trace.value()), modelText(*direct));
        QVERIFY(!filesBelow(fixture.cache()).empty());
        for (const fs::path& kept : filesBelow(fixture.cache()))
            QVERIFY(bytesOf(kept).find(kFakeSecret) == std::string::npos);
        QVERIFY(fs::is_empty(fixture.temporary()));
    }
};

QTEST_APPLESS_MAIN(NsysRepRealTest)
#include "nsys_rep_real_test.moc"
