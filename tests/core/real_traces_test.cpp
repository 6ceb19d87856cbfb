// SPDX-License-Identifier: GPL-3.0-or-later
// Every real export and every bad file of the traces folder.  The folder is not part of the project:
// without it these tests are skipped.
#include "core/analysis/budget.h"
#include "tests/support/made_trace.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>

using namespace nv;
using nlohmann::json;

namespace {

const QString kTraces = QStringLiteral(NV_TRACES);

json readJson(const QString& file)
{
    std::ifstream in(file.toStdString());
    return json::parse(in, nullptr, false);
}

std::filesystem::path pathOf(const QString& file)
{
    const QString direct = kTraces + '/' + file;
    return (QFile::exists(direct) ? direct : kTraces + "/nsys-rep/" + file).toStdString();
}

QStringList entries(const QString& folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden);
}

} // namespace

class RealTracesTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        if (!QDir(kTraces).exists())
            QSKIP("the folder of real traces is not here");
    }

    void budgetsEqualTheReference_data()
    {
        QTest::addColumn<QString>("slug");
        const json golden = readJson(kTraces + "/golden/budgets.json");
        QVERIFY(golden.is_object());
        for (const auto& [slug, entry] : golden.items())
            QTest::newRow(slug.c_str()) << QString::fromStdString(slug);
    }

    void budgetsEqualTheReference()
    {
        QFETCH(QString, slug);
        static const json kGolden = readJson(kTraces + "/golden/budgets.json");
        const json& entry = kGolden[slug.toStdString()];
        const TracePtr trace =
            test::load(pathOf(QString::fromStdString(entry["file"].get<std::string>())));
        QVERIFY(trace);
        const auto index = BudgetIndex::build(trace, {}, {}).value();
        for (const auto& [name, want] : entry["windows"].items()) {
            const TimeRange window{want["window"][0].get<Ns>(), want["window"][1].get<Ns>()};
            if (name == "all")
                QCOMPARE(trace->all, window);
            QCOMPARE(trace->devices.size(), want["devices"].size());
            for (std::size_t d = 0; d < trace->devices.size(); ++d) {
                const json& device = want["devices"][trace->devices[d].label];
                const Budget got = index->budget(DeviceId(d), window);
                DurationNs sum = 0;
                for (std::size_t c = 0; c < kBudgetClasses; ++c) {
                    const std::string key(budgetClassKey(static_cast<BudgetClass>(c)));
                    QVERIFY2(got.at(c) == device[key].get<DurationNs>(),
                             qPrintable(slug + ' ' + QString::fromStdString(name + ' ' + key)));
                    sum += got.at(c);
                }
                QCOMPARE(sum, window.length());
                // Additive at a border nobody chose: a third of the way.
                const Ns middle = window.begin + static_cast<Ns>(window.length() / 3);
                const Budget left = index->budget(DeviceId(d), {window.begin, middle});
                const Budget right = index->budget(DeviceId(d), {middle, window.end});
                for (std::size_t c = 0; c < kBudgetClasses; ++c)
                    QCOMPARE(left.at(c) + right.at(c), got.at(c));
            }
        }
    }

    void everyRowIsDrawnOrCountedAside_data()
    {
        QTest::addColumn<QString>("file");
        for (const QString& file : QDir(kTraces).entryList({"*.sqlite"}))
            QTest::newRow(qPrintable(file)) << file;
        for (const QString& file : QDir(kTraces + "/nsys-rep").entryList({"*.sqlite"}))
            QTest::newRow(qPrintable(file)) << file;
    }

    void everyRowIsDrawnOrCountedAside()
    {
        QFETCH(QString, file);
        const TracePtr trace = test::load(pathOf(file));
        QVERIFY(trace);
        PerTable<std::uint64_t> drawn{};
        for (const Lane& lane : trace->lanes) {
            std::uint64_t inRows = 0;
            for (const LaneRow& row : lane.rows) {
                inRows += row.events.size();
                for (const std::uint32_t event : row.events)
                    ++drawn[tableOf(*trace, lane.events, event)];
            }
            QCOMPARE(inRows, lane.eventCount);
        }
        for (std::size_t t = 0; t < kTableKinds; ++t) {
            const auto kind = static_cast<TableKind>(t);
            QVERIFY2(drawn[kind] == trace->counts[kind] - trace->aside[kind],
                     tableKey(kind).data());
        }
    }

    void theSecretOfACaptureIsNotInTheModel_data() { everyRowIsDrawnOrCountedAside_data(); }

    void theSecretOfACaptureIsNotInTheModel()
    {
        QFETCH(QString, file);
        const TracePtr trace = test::load(pathOf(file));
        QVERIFY(trace);
        std::string all;
        for (std::size_t i = 0; i < trace->names.size(); ++i)
            all.append(trace->names.text(NameId(i))).append("\n");
        for (const std::string& word : trace->capture.command)
            all.append(word).append("\n");
        for (const auto& [key, value] : trace->capture.traceOptions)
            all.append(key).append("=").append(value).append("\n");
        for (const Note& note : trace->notes)
            all.append(note.message).append("\n");
        QVERIFY(all.find("fake-secret") == std::string::npos);
        QVERIFY(all.find("API_TOKEN") == std::string::npos);
    }

    void badFilesAreRefusedInOneSentence_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("code");
        const auto row = [](const char* file, Errc code) {
            QTest::newRow(file) << file << static_cast<int>(code);
        };
        row("zero-bytes.sqlite", Errc::NotATrace);
        row("empty.nsys-rep", Errc::NotATrace);
        row("header-only.sqlite", Errc::Corrupt);
        row("garbage.sqlite", Errc::Corrupt);
        row("text-file.sqlite", Errc::NotATrace);
        row("text-file.nsys-rep", Errc::NotATrace);
        row("not-nsys.sqlite", Errc::NotATrace);
        row("truncated.sqlite", Errc::Corrupt);
        row("corrupt-pages.sqlite", Errc::Corrupt);
    }

    void badFilesAreRefusedInOneSentence()
    {
        QFETCH(QString, file);
        QFETCH(int, code);
        const QString folder = kTraces + "/negative";
        const QStringList before = entries(folder);
        Progress progress;
        const auto result = loadTrace({(folder + '/' + file).toStdString()}, {}, progress);
        QVERIFY(!result);
        QCOMPARE(static_cast<int>(result.error().code), code);
        const QString message = QString::fromStdString(result.error().message);
        QVERIFY2(message.startsWith(file) && message.endsWith('.') && !message.contains('\n'),
                 qPrintable(message));
        QCOMPARE(entries(folder), before);
    }

    void theRowsOfAWalAreRead()
    {
        const QStringList before = entries(kTraces + "/negative");
        const TracePtr trace = test::load((kTraces + "/negative/wal-mode.sqlite").toStdString());
        QVERIFY(trace);
        QCOMPARE(trace->counts[TableKind::Kernel], std::uint64_t{16});
        QCOMPARE(entries(kTraces + "/negative"), before);
        QTemporaryDir alone; // the main file without its -wal: two kernels, nothing written
        const QString copy = alone.filePath("wal-mode.sqlite");
        QVERIFY(QFile::copy(kTraces + "/negative/wal-mode.sqlite", copy));
        const TracePtr two = test::load(copy.toStdString());
        QVERIFY(two);
        QCOMPARE(two->counts[TableKind::Kernel], std::uint64_t{2});
        QCOMPARE(entries(alone.path()), QStringList{"wal-mode.sqlite"});
    }

    void anExportWithoutRowsIsEmptyButWellFormed()
    {
        const TracePtr trace =
            test::load((kTraces + "/negative/empty-tables.sqlite").toStdString());
        QVERIFY(trace);
        QVERIFY(trace->devices.empty() && trace->lanes.empty());
        QCOMPARE(trace->all, (TimeRange{0, 0}));
    }

    void missingColumnsLeaveOutOnlyWhatNeedsThem()
    {
        const TracePtr trace =
            test::load((kTraces + "/negative/missing-columns.sqlite").toStdString());
        QVERIFY(trace);
        QCOMPARE(trace->counts[TableKind::Kernel], std::uint64_t{5});
        for (const KernelVariant& kernel : trace->kernelVariants) {
            QVERIFY(!trace->names.text(kernel.demangled).empty());
            QVERIFY(!kernel.shape);
        }
        QVERIFY(!trace->devices.at(0).number);
    }

    void hostileRowsDegradeAndAreCounted()
    {
        const TracePtr trace = test::load((kTraces + "/negative/hostile.sqlite").toStdString());
        QVERIFY(trace);
        QCOMPARE(trace->counts[TableKind::Kernel], std::uint64_t{66});
        // end_before_start, whole_int64, TEXT, REAL, BLOB and NULL times, the row of NULLs
        QVERIFY(trace->aside[TableKind::Kernel] >= 6);
        std::uint64_t plain = 0;
        for (std::size_t i = 0; i < trace->ops.size(); ++i)
            if (trace->ops.kind[i] == OpKind::Kernel
                && trace->names.text(trace->kernel(OpIndex(i)).shortName) == "plain_kernel") {
                ++plain;
                QCOMPARE(trace->ops.end[i] - trace->ops.start[i], Ns{500'000});
            }
        QCOMPARE(plain, std::uint64_t{10});
        const auto index = BudgetIndex::build(trace, {}, {}).value();
        for (std::size_t d = 0; d < trace->devices.size(); ++d) {
            DurationNs sum = 0;
            for (const DurationNs ns : index->budget(DeviceId(d), trace->all))
                sum += ns;
            QCOMPARE(sum, trace->all.length());
        }
        // Overlapping kernels and identical twins at 49 to 58 ms: the union is 7 ms.
        std::size_t zero = 0; // hw 0, vm 1, device 0; the list begins with device -1
        while (trace->devices.at(zero).label != "0:1:0")
            ++zero;
        const Budget overlap = index->budget(DeviceId(zero), {49'000'000, 58'500'000});
        QCOMPARE(overlap[BudgetClass::Compute], DurationNs{7'000'000});
    }

private:
    static TableKind tableOf(const TraceModel& trace, EventKind kind, std::uint32_t event)
    {
        switch (kind) {
        case EventKind::Call:
            return TableKind::Runtime;
        case EventKind::Range:
            return TableKind::Nvtx;
        case EventKind::OsCall:
            return TableKind::Osrt;
        case EventKind::Sync:
            return TableKind::Sync;
        case EventKind::Overhead:
            return TableKind::Overhead;
        case EventKind::Op:
            break;
        }
        switch (trace.ops.kind[event]) {
        case OpKind::Kernel:
            return TableKind::Kernel;
        case OpKind::GraphReplay:
            return TableKind::Graph;
        case OpKind::Memcpy:
            return TableKind::Memcpy;
        case OpKind::Memset:
            break;
        }
        return TableKind::Memset;
    }
};

QTEST_APPLESS_MAIN(RealTracesTest)
#include "real_traces_test.moc"
