// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/family_table.h"
#include "core/sources/source.h"

#include <QTest>

#include <filesystem>

using namespace nv;

namespace {

const std::filesystem::path kTraces = NV_TRACES;

/// Programs with kernels of their own, whose names say nothing about a family; in the captures of
/// frameworks and libraries every name does.
const QStringList kOwnKernels{
    "conductor-titanrtx-schema-3.0.0", // its crossHadamardMixedKernel
    "conductor-titanrtx-schema-3.11.1",
    "conductor-titanrtx-schema-3.7.2",
    "gaussian-uniform-microkernels-rtx3090",
    "isaac-sim-sparse-timeline-rtx3060",
    "launch-bound-solver-rtx3090",
    "many-kernels-rtx3060-2023.1",
    "schema-2021-rtx6000",
    "schema-2021-rtx6000-reexport",
};

std::vector<FamilyRow> familiesOf(const std::filesystem::path& path)
{
    Progress progress;
    const TracePtr trace = loadTrace({path}, {}, progress).value();
    const AnalysisPtr analysis = analyse(trace, {}, {}, progress).value();
    const WindowTables tables = windowTables(*analysis, allWindow(*analysis), {}, {}).value();
    const std::vector<FamilyRow> families = familyTable(*trace, tables.kernels, nullptr);
    std::uint64_t launches = 0;
    for (const FamilyRow& row : families)
        launches += row.count;
    std::uint64_t counted = 0;
    for (const KernelRow& row : tables.kernels)
        counted += row.stats.count;
    return launches == counted ? families : std::vector<FamilyRow>{};
}

double shareOf(const std::vector<FamilyRow>& families, const std::string& name)
{
    for (const FamilyRow& row : families)
        if (row.family == name)
            return row.share;
    return 0;
}

} // namespace

/// How much of the kernel time of real captures has a family.
class KernelFamilyTracesTest : public QObject
{
    Q_OBJECT
private slots:

    void namesEveryFrameworkKernel_data()
    {
        if (!std::filesystem::exists(kTraces))
            QSKIP("The folder of real traces is not here.");
        QTest::addColumn<QString>("path");
        for (const auto& entry : std::filesystem::directory_iterator(kTraces))
            if (entry.path().extension() == ".sqlite")
                QTest::newRow(entry.path().stem().c_str())
                    << QString::fromStdString(entry.path().string());
    }

    void namesEveryFrameworkKernel()
    {
        QFETCH(QString, path);
        const std::vector<FamilyRow> families = familiesOf(path.toStdString());
        if (families.empty())
            return;
        QStringList parts;
        double sum = 0;
        for (const FamilyRow& row : families) {
            parts << QStringLiteral("%1 %2 %")
                         .arg(QString::fromStdString(row.family))
                         .arg(row.share * 100, 0, 'f', 2);
            sum += row.share;
        }
        qInfo("%s", qPrintable(parts.join(", ")));
        QVERIFY(std::abs(sum - 1) < 1e-9);
        if (!kOwnKernels.contains(QTest::currentDataTag()))
            QCOMPARE(shareOf(families, "other"), 0.0);
    }
};

QTEST_APPLESS_MAIN(KernelFamilyTracesTest)
#include "kernel_family_traces_test.moc"
